"""A tiny package outside ddz that cimports it."""

from Cython.Build import cythonize
from setuptools import Extension, setup

setup(
    name="walk",
    ext_modules=cythonize([Extension("walk", ["walk.pyx"], extra_compile_args=["-O3"])]),
)
