"""What an import costs, what is installed, and threads."""

from __future__ import annotations

import doctest
import gc
import importlib
import pickle
import subprocess
import sys
import threading
import weakref
from pathlib import Path
from types import ModuleType

import pytest

import ddz
from ddz import RULES, Hand, all_moves, legal_moves, zipai


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


def test_zipai_is_imported_alone_and_builds_no_table() -> None:
    code = (
        "import sys, ddz; before = 'ddz.zipai' in sys.modules; from ddz import zipai;"
        "rules = zipai.ZIPAI_RULES['shaoyang']; built = '_packed' in vars(rules);"
        "zipai.best_hu('一二三'); print(before, built, '_packed' in vars(rules), "
        "'numpy' in sys.modules)"
    )
    assert run(code) == "False False True False"


def test_another_package_cimports_ddz(walk: ModuleType) -> None:
    assert walk.sums(RULES["classic"], Hand("3"), 14, 1, True) == (1, 2, 4, 2, 0)
    assert walk.lead_loop(RULES["classic"], [Hand("3344"), Hand("55")], 1)[1] == 4 + 2
    with pytest.raises(TypeError):
        walk.sums("classic", Hand(), 0, 5, True)


def test_headers_and_stubs_are_beside_the_extensions() -> None:
    folder = Path(ddz.__file__).parent
    assert (folder / "py.typed").exists()
    headers = ("_bits", "_random", "_wordmap")
    for name in (*headers, "_core", "_legal", "_packed", "_reading", "_text", "_table", "_state"):
        assert (folder / f"{name}.pxd").exists()
        assert name in headers or (folder / f"{name}.pyi").exists()
    for name in ("_halves", "_hu", "_tiles", "_words", "_action", "_table", "_state"):
        assert (folder / "zipai" / f"{name}.pxd").exists()
        assert name == "_words" or (folder / "zipai" / f"{name}.pyi").exists()


@pytest.mark.parametrize(
    "name",
    [
        "__init__",
        "_core",
        "_verbs",
        "rules",
        "errors",
        "actions",
        "batch",
        "botzone",
        "cards",
        "notation",
        "table",
        "_state",
        "_play",
        "_games",
        "zipai",
        "zipai._tiles",
        "zipai._verbs",
        "zipai.batch",
        "zipai.rules",
        "zipai._action",
        "zipai._state",
        "zipai._deals",
        "zipai.illegal",
        "zipai.record",
        "zipai.table",
    ],
)
def test_doctests(name: str) -> None:
    module = ddz if name == "__init__" else importlib.import_module(f"ddz.{name}")
    assert doctest.testmod(module, extraglobs={"RULES": RULES}).failed == 0


def test_public_names_have_docstrings() -> None:
    named = [(name, getattr(module, name)) for module in (ddz, zipai) for name in module.__all__]
    for name, value in named:
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


REENTRANT = """
import sys, ddz
def again(frame, event, argument):
    if frame.f_code.co_name == "max_cards":
        sys.setprofile(None)
        list(ddz.legal_moves("345", rules=ddz.Rules(kick_rocket=True)))
sys.setprofile(again)
print(len(list(ddz.legal_moves("345", rules=ddz.Rules(kick_adjacent=True)))))
"""


def test_rules_may_be_met_while_others_are_packed() -> None:
    """As a finaliser or a signal handler would: nothing waits for a lock."""
    done = subprocess.run(
        [sys.executable, "-c", REENTRANT], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.strip() == "3"


REENTRANT_SPACE = """
import sys, ddz, ddz.actions
def again(frame, event, argument):
    if frame.f_code.co_name == "_make":
        sys.setprofile(None)
        ddz.ActionSpace.named("openspiel"), ddz.ActionSpace.named("rlcard")
sys.setprofile(again)
print(len(ddz.ActionSpace.named("rlcard")))
"""


def test_a_space_may_be_asked_for_while_it_is_made() -> None:
    done = subprocess.run(
        [sys.executable, "-c", REENTRANT_SPACE],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stdout.strip() == "27472"


def test_equal_rules_share_what_is_made_of_them() -> None:
    rules = ddz.Rules(rocket_over=11)
    moves = legal_moves("34567", rules=rules)
    kept = [pickle.loads(pickle.dumps(moves)) for _ in range(50)]
    for again in kept:
        assert all(a is b for a, b in zip(again, moves, strict=True))
    assert all_moves(ddz.Rules(rocket_over=11))[0] is moves[0]
    assert all_moves(ddz.Rules())[0] is all_moves()[0]


def test_rules_are_freed_without_the_collector() -> None:
    gc.disable()
    try:
        rules = ddz.Rules(rocket_over=10)
        list(legal_moves("34567", rules=rules))
        packed = weakref.ref(rules._packed)
        assert packed() is not None
        del rules
        assert packed() is None
    finally:
        gc.enable()
