"""What an import costs, what is installed, and threads."""

from __future__ import annotations

import doctest
import importlib
import subprocess
import sys
import threading
from pathlib import Path
from types import ModuleType

import pytest

import ddz
from ddz import RULES, Hand, all_moves, legal_moves


def run(code: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.strip()


@pytest.mark.parametrize("heavy", ["numpy", "typer", "rich", "random", "json", "ctypes", "asyncio"])
def test_import_does_not_import(heavy: str) -> None:
    assert run(f"import sys, ddz; print({heavy!r} in sys.modules)") == "False"


def test_numpy_is_imported_for_arrays_only() -> None:
    code = (
        "import sys, ddz; moves = ddz.legal_moves('33344'); list(moves); ddz.all_moves();"
        "before = 'numpy' in sys.modules; moves.words; print(before, 'numpy' in sys.modules)"
    )
    assert run(code) == "False True"


def test_another_package_cimports_ddz(walk: ModuleType) -> None:
    assert walk.sums(RULES["classic"], Hand("3"), 14, 1, True) == (1, 2, 4, 2, 0)
    assert walk.lead_loop(RULES["classic"], [Hand("3344"), Hand("55")], 1)[1] == 4 + 2
    with pytest.raises(TypeError):
        walk.sums("classic", Hand(), 0, 5, True)


def test_headers_and_stubs_are_beside_the_extensions() -> None:
    folder = Path(ddz.__file__).parent
    assert (folder / "py.typed").exists()
    for name in ("_core", "_legal", "_packed", "_reading", "_text", "_bits", "_wordmap"):
        assert (folder / f"{name}.pxd").exists()
        assert name in ("_bits", "_wordmap") or (folder / f"{name}.pyi").exists()


@pytest.mark.parametrize("name", ["__init__", "_core", "_verbs", "rules", "errors"])
def test_doctests(name: str) -> None:
    module = ddz if name == "__init__" else importlib.import_module(f"ddz.{name}")
    assert doctest.testmod(module, extraglobs={"RULES": RULES}).failed == 0


def test_public_names_have_docstrings() -> None:
    for name in ddz.__all__:
        value = getattr(ddz, name)
        if callable(value):
            assert value.__doc__, name
            for attribute in vars(value) if isinstance(value, type) else ():
                if not attribute.startswith("_") and callable(getattr(value, attribute)):
                    assert getattr(value, attribute).__doc__, f"{name}.{attribute}"


def test_threads_agree() -> None:
    """Eight threads that meet new rule sets together get the same moves, interned once."""
    hands = ["33344455566677788BR2", "34567888999TTTJJJQKA", "3333444455556666"]
    for n in range(20):
        rules = RULES["classic"].replace(rocket_over=3 + n % 10, kick_solo_copies=1 + n % 4)
        start = threading.Barrier(8)
        found: list[list[list[ddz.Move]]] = []

        def work(
            rules: ddz.Rules = rules,
            start: threading.Barrier = start,
            found: list[list[list[ddz.Move]]] = found,
        ) -> None:
            start.wait()
            found.append([list(legal_moves(hand, rules=rules)) for hand in hands])

        threads = [threading.Thread(target=work) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(found) == 8
        for lists in found[1:]:
            for moves, others in zip(found[0], lists, strict=True):
                assert moves == others
                assert all(a is b for a, b in zip(moves, others, strict=True))
        assert found[0][0] == [m for m in all_moves(rules) if m in Hand(hands[0])]
