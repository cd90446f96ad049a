"""`Action` for other Cython code."""

from libc.stdint cimport uint32_t

cdef class Action:
    cdef uint32_t word     # as `_table.pxd` describes it

cdef Action action_of(uint32_t word)
