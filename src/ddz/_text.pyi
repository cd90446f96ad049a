# C functions for Cython: see _text.pxd. Nothing here is for Python.
