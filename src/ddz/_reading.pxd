"""What words are and which beats which: see `_reading.pyx`."""

from libc.stdint cimport uint64_t

from ddz._packed cimport Packed

cdef enum:
    MAX_READINGS = 16  # of one card set: at most four of a kind, by `Rules`

cdef struct Shape:
    int kind     # -1 = the shape of no move under any rules
    int length   # groups of the body; 1 where there is no chain
    int rank     # the highest rank of the body, of a chain its top place; -1 for PASS

cdef bint hand_fits(uint64_t word) noexcept nogil
cdef bint sum_fits(uint64_t word, uint64_t other) noexcept nogil
cdef Shape shape_of(uint64_t word) noexcept nogil
cdef uint64_t body_of(uint64_t word) noexcept nogil
cdef bint precedes(uint64_t word, uint64_t other) noexcept nogil
cdef int power(const Packed* rules, uint64_t word, int kind) noexcept nogil
cdef bint beats_word(const Packed* rules, uint64_t word, uint64_t other) noexcept nogil
cdef int readings(const Packed* rules, uint64_t cards, uint64_t* out) noexcept nogil
