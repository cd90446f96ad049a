"""What an import costs, what is installed, and threads."""

from __future__ import annotations

import doctest
import gc
import importlib
import inspect
import pickle
import pkgutil
import re
import subprocess
import sys
import threading
import weakref
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


MODULES = ["ddz", *(info.name for info in pkgutil.walk_packages(ddz.__path__, "ddz."))]


def test_stubs_and_headers_are_beside_the_extensions() -> None:
    """Every extension has its stub, and a header finds all headers that it names."""
    folder = Path(ddz.__file__).parent
    assert (folder / "py.typed").exists()
    extensions = [*folder.rglob("*.so")]
    assert len(extensions) > 20
    for extension in extensions:
        assert (extension.parent / f"{extension.name.partition('.')[0]}.pyi").exists(), extension
    headers = [*folder.rglob("*.pxd")]
    assert {"_core", "_legal", "_table", "_hu", "_tiles"} <= {header.stem for header in headers}
    for header in headers:
        for name in re.findall(r"^from ddz\.(\S+) cimport", header.read_text(), re.MULTILINE):
            assert (folder / f"{name.replace('.', '/')}.pxd").exists(), (header, name)


@pytest.mark.parametrize("name", [name for name in MODULES if name != "ddz.__main__"])
def test_doctests(name: str) -> None:
    module = importlib.import_module(name)
    assert doctest.testmod(module, extraglobs={"RULES": RULES}).failed == 0


def public_modules() -> list[ModuleType]:
    names = [name for name in MODULES if not name.rpartition(".")[2].startswith(("_", "cli"))]
    return [importlib.import_module(name) for name in names]


def test_public_names_have_docstrings() -> None:
    for module in public_modules():
        assert module.__doc__, module
        for name in getattr(module, "__all__", ()):
            value = getattr(module, name)
            if not callable(value):
                continue
            assert value.__doc__, name
            for attribute, member in vars(value).items() if isinstance(value, type) else ():
                if not attribute.startswith("_") and (callable(member) or is_property(member)):
                    # plain attributes of compiled classes stand in the docstring of the class
                    told = getattr(value, attribute).__doc__ or f"{attribute}:" in value.__doc__
                    assert told, f"{name}.{attribute}"


def is_property(member: object) -> bool:
    return isinstance(member, property) or inspect.isgetsetdescriptor(member)


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
