"""Tiles and melds for other Cython code."""

from libc.stdint cimport uint64_t

cdef class Tiles:
    cdef uint64_t word

cdef class Meld:
    cdef int number

cdef Tiles tiles_from_word(uint64_t word)
cdef Meld meld_from_number(int number)

# What a caller passes, checked; they raise as `Tiles` and `Tile.parse` do
cdef uint64_t tiles_word(object value) except? 1
cdef int tile_number(object value) except -1
cdef str text_of(uint64_t word)
