"""Words as text: see `_text.pyx`."""

from libc.stdint cimport uint64_t

from ddz._packed cimport Packed

cdef str SYMBOLS

cdef uint64_t parse_cards(str text, Py_ssize_t first, Py_ssize_t end) except? 1
cdef uint64_t parse_move(str text, uint64_t* body) except? 1
cdef int named(const Packed* rules, uint64_t cards, uint64_t body, uint64_t* out) noexcept
cdef str format_cards(uint64_t word)
cdef str format_move(uint64_t word, bint always_plus)
