"""Legal moves as words: see `_legal.pyx`."""

from libc.stdint cimport uint64_t

from ddz._packed cimport Packed
from ddz._reading cimport Shape

cdef enum:
    # More than all leads of a hand without those of several kickers, and the slack that whole
    # table rows need
    FIXED_ROOM = 1024

cdef Py_ssize_t list_words(
    const Packed* rules, uint64_t hand, uint64_t to_beat, uint64_t* out, Py_ssize_t room
) noexcept nogil
cdef Py_ssize_t count_words(
    const Packed* rules, uint64_t hand, uint64_t to_beat) noexcept nogil

# The same where the caller knows whether there is a move to beat, and its shape
cdef Py_ssize_t list_leads(
    const Packed* rules, uint64_t hand, uint64_t* out, Py_ssize_t room) noexcept nogil
cdef Py_ssize_t count_leads(const Packed* rules, uint64_t hand) noexcept nogil
cdef Py_ssize_t list_answers(
    const Packed* rules, uint64_t hand, uint64_t to_beat, const Shape* shape,
    uint64_t* out, Py_ssize_t room
) noexcept nogil
cdef Py_ssize_t count_answers(
    const Packed* rules, uint64_t hand, uint64_t to_beat, const Shape* shape) noexcept nogil

cdef uint64_t* list_somewhere(
    const Packed* rules, uint64_t hand, uint64_t to_beat,
    uint64_t* out, Py_ssize_t room, Py_ssize_t* n
) noexcept nogil
