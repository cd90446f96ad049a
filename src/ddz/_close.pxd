"""Types whose objects only their own module makes: an empty one would have nothing to work on."""

from cpython.object cimport newfunc

cdef extern from *:
    """
    /* What Python calls to make an object; `__new__` in the type's own module goes past it. */
    static void ddz_close_type(PyObject *type, newfunc refuse) {
        ((PyTypeObject *)type)->tp_new = refuse;
        ((PyTypeObject *)type)->tp_vectorcall = NULL;
    }
    """
    void close_type "ddz_close_type"(object type, newfunc refuse)
