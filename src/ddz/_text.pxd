"""Words as text: see `_text.pyx`."""

from libc.stdint cimport uint64_t

from ddz._packed cimport Packed

cdef str SYMBOLS

cdef uint64_t parse_cards(str text, Py_ssize_t first, Py_ssize_t end) except? 1
cdef int parse_move(str text, const Packed* rules, uint64_t* out) except -1
cdef str format_cards(uint64_t word)
cdef str format_move(uint64_t word, bint always_plus)
