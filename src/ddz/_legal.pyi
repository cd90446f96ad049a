# C functions for Cython: see _legal.pxd. Nothing here is for Python.
