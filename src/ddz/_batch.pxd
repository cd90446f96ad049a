"""What the loops over arrays share."""

from libc.stdint cimport uint64_t

from ddz._packed cimport PackedRules

cdef int check_positions(
    PackedRules rules, const uint64_t* hands, const uint64_t* bars, Py_ssize_t n) except -1
