"""Memory of arrays, and words that grow as they are written, for loops without the GIL."""

cimport cython
from cpython.buffer cimport (
    PyBUF_C_CONTIGUOUS, PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer,
)
from libc.stdlib cimport free


@cython.final
cdef class Buffer:
    """The memory of a C-contiguous array, held for as long as this object lives.

    Args:
        size: how many bytes there must be; -1 for any number.
    """

    def __cinit__(self, array, Py_ssize_t size=-1, bint writable=False):
        PyObject_GetBuffer(
            array, &self.view, PyBUF_C_CONTIGUOUS | (PyBUF_WRITABLE if writable else 0))
        if size != -1 and self.view.len != size:
            raise ValueError(f"an array of {self.view.len} bytes where {size} are needed")

    def __dealloc__(self):
        PyBuffer_Release(&self.view)


@cython.final
cdef class Words:
    """Words in a row: a buffer of uint64 for numpy when all are written."""

    def __dealloc__(self):
        free(self.room.words)

    def __getbuffer__(self, Py_buffer* view, int flags):
        show_words(view, flags, self, self.room.words, &self.n, self.readonly)
