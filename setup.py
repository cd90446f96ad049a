"""Build the Cython extensions; everything else is in pyproject.toml."""

import os

from Cython.Build import cythonize
from setuptools import Extension, setup

MODULES = ["_buffers", "_packed", "_reading", "_legal", "_text", "_core", "_verbs", "_batch"]
MODULES += ["_actions", "_table", "_state", "_play"]
MODULES += ["zipai._tiles", "zipai._halves", "zipai._hu", "zipai._verbs", "zipai._batch"]
MODULES += ["zipai._action", "zipai._table", "zipai._state", "zipai._play"]
SANITIZE = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined", "-g", "-O1"]
flags = SANITIZE if os.environ.get("DDZ_SANITIZE") else ["-O3", "-g0"]

setup(
    options={"build_ext": {"parallel": os.cpu_count() or 1}},
    ext_modules=cythonize(  # type: ignore[no-untyped-call]
        [
            Extension(
                f"ddz.{name}",
                [f"src/ddz/{name.replace('.', '/')}.pyx"],
                extra_compile_args=flags,
                extra_link_args=flags[:1] if os.environ.get("DDZ_SANITIZE") else [],
            )
            for name in MODULES
        ],
        build_dir="build",
        include_path=["src"],
        compiler_directives={
            "language_level": 3,
            "freethreading_compatible": True,
            "autotestdict": False,
            "embedsignature": True,
            "embedsignature.format": "python",
        },
    ),
)
