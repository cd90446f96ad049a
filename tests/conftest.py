"""Fixtures shared by the tests."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import settings

# The gate is the same every time; `--hypothesis-profile=explore` looks further (make exhaustive)
settings.register_profile("ddz", deadline=None, max_examples=200, derandomize=True)
settings.register_profile("explore", deadline=None, max_examples=2000)
settings.load_profile("ddz")

collect_ignore = ["outside"]
OUTSIDE = Path(__file__).parent / "outside"


@pytest.fixture(scope="session")
def walk(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    """A tiny package outside ddz that cimports it, compiled now."""
    return build(OUTSIDE / "walk.pyx", tmp_path_factory.mktemp("walk"))


@pytest.fixture(scope="session")
def hands(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    """Another one, for Zipai."""
    return build(OUTSIDE / "hands.pyx", tmp_path_factory.mktemp("hands"))


def build(source: Path, folder: Path) -> ModuleType:
    """Compile a module outside ddz in a folder of its own and import it."""
    for path in (source, OUTSIDE / "setup.py"):
        shutil.copy(path, folder)
    subprocess.run(
        [sys.executable, "setup.py", "-q", "build_ext", "--inplace"], cwd=folder, check=True
    )
    (library,) = folder.glob("*.so")
    spec = importlib.util.spec_from_file_location(source.stem, library)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
