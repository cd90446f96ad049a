"""The types of `ddz` for other Cython code.

`from ddz._core cimport Hand, Move` and `from ddz._legal cimport list_words` (words in a C
buffer, no GIL) are what a bot written in Cython needs.
"""

from libc.stdint cimport uint64_t

from ddz._packed cimport PackedRules
from ddz._wordmap cimport WordMap

cdef class Hand:
    cdef uint64_t word

cdef class Move:
    cdef uint64_t word

cdef class _Interned:
    cdef WordMap found   # by word: the address of the object
    cdef tuple moves     # keeps them alive

cdef class MoveList:
    cdef uint64_t* data
    cdef Py_ssize_t n
    cdef bint ordered
    cdef _Interned interned      # None: moves are made as they are asked for
    cdef PackedRules rules      # whose interned moves to use, or None
    cdef object owner           # the list whose words a slice shares, or None
    cdef int allot(self, Py_ssize_t n) except -1
    cdef Move at(self, Py_ssize_t i)
    cdef Py_ssize_t find(self, object move) except -2

cdef Hand hand_from_word(uint64_t word)
cdef Move move_from_word(uint64_t word)

# Words of what a caller passes, checked; they raise as `Hand` and `Move` do
cdef uint64_t word_of(object value, str what) except? 1
cdef uint64_t hand_word(object value) except? 1
cdef uint64_t cards_word(object value) except? 1
cdef uint64_t move_word(object value, PackedRules rules) except? 1
cdef str exact_text(object text)
cdef uint64_t move_text(str text, PackedRules rules) except? 1
cdef PackedRules packed_rules(object rules)
cdef int check_deck(PackedRules rules, uint64_t word) except -1

cdef MoveList list_for(PackedRules rules, uint64_t hand, uint64_t to_beat)
