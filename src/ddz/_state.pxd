"""`State` for other Cython code."""

from libc.stdint cimport int8_t, uint64_t

from ddz._random cimport Random
from ddz._table cimport FaceUp, PackedTable, Table

cdef class Past:
    # An action and all before it
    cdef Past before
    cdef uint64_t word
    cdef int8_t phase
    cdef int8_t seat

cdef class State:
    cdef Table table
    cdef PackedTable packed
    cdef FaceUp face
    cdef object ruled       # the Rules
    cdef Past past
    cdef int steps          # actions so far
    cdef int hidden         # of them in answer to a private question
    cdef void copy_dealt(self, uint64_t* hands) noexcept
    cdef State moved(self, uint64_t word)
    cdef int check_turn(self, int seat) except -1
    cdef uint64_t word_of_action(self, object action) except? 1
    cdef object refusal(self, int refused, uint64_t word, object action)
    cdef object seat_or_none(self, int seat)
    cdef object move_of(self, uint64_t word)
    cdef object action_of(self, int phase, uint64_t word)

cdef int seed_random(Random* random, object rng) except -1
