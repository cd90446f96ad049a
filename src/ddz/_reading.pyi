# C functions for Cython: see _reading.pxd. Nothing here is for Python.
