"""Memory of arrays, and words that grow as they are written: see `_buffers.pyx`."""

from cpython.buffer cimport PyBUF_WRITABLE
from libc.stdint cimport uint64_t
from libc.stdlib cimport realloc

cdef struct Room:
    # Words that grow as they are needed; all 0 at first
    uint64_t* words
    Py_ssize_t size


cdef inline int grow(Room* room, Py_ssize_t size) noexcept nogil:
    """Make room for so many words; -1 if there is no memory."""
    cdef void* words = realloc(room.words, size * sizeof(uint64_t))
    if words is NULL:
        return -1
    room.words = <uint64_t*>words
    room.size = size
    return 0


cdef inline int show_words(
    Py_buffer* view, int flags, object owner, const uint64_t* words, Py_ssize_t* n, bint readonly
) except -1:
    """Fill a view of `n` words of the owner's, for numpy."""
    if readonly and flags & PyBUF_WRITABLE:
        raise BufferError(f"a {type(owner).__name__} is read-only")
    view.buf = <void*>words if n[0] else <void*>n
    view.obj = owner
    view.len = n[0] * sizeof(uint64_t)
    view.itemsize = sizeof(uint64_t)
    view.readonly = readonly
    view.ndim = 1
    view.format = b"Q"
    view.shape = n
    view.strides = &view.itemsize
    view.suboffsets = NULL
    view.internal = NULL
    return 0


cdef class Buffer:
    cdef Py_buffer view

cdef class Words:
    cdef Room room
    cdef Py_ssize_t n
    cdef bint readonly
