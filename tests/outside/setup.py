"""Tiny modules outside ddz that cimport it; all that lie beside this file."""

from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

MODULES = [path.stem for path in Path(__file__).parent.glob("*.pyx")]

setup(
    name="walk",
    ext_modules=cythonize(
        [Extension(name, [f"{name}.pyx"], extra_compile_args=["-O3"]) for name in MODULES],
        compiler_directives={"freethreading_compatible": True},
    ),
)
