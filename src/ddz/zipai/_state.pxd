"""`State` for other Cython code."""

from libc.stdint cimport int8_t, uint32_t

from ddz.zipai._table cimport PackedTable, Table

cdef class Deal:
    # The dealt tiles, and what happened before the first question
    cdef Table table
    cdef bytes events

cdef class Past:
    # An action, all before it, and what happened after it
    cdef Past before
    cdef bytes events
    cdef uint32_t word
    cdef int8_t seat

cdef class State:
    cdef Table table
    cdef PackedTable packed
    cdef object ruled       # the ZipaiRules
    cdef Deal dealt
    cdef Past past
    cdef int steps          # actions so far
    cdef int happened       # events so far, the deal not counted
    cdef State moved(self, uint32_t word)
    cdef int check_turn(self, int seat) except -1
    cdef object refusal(self, uint32_t word, object action)
