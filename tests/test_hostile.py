"""Hostile values at every door of the leaf modules: documented, short errors and nothing else."""

from __future__ import annotations

import contextlib
import decimal
import fractions
import importlib
import pkgutil
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import ddz
from ddz import (
    PASS,
    RULES,
    ActionSpace,
    DdzError,
    Hand,
    Move,
    State,
    batch,
    botzone,
    cards,
    legal_moves,
)
from ddz._actions import IdTable
from ddz.errors import shown
from ddz.notation import NOTATIONS
from ddz.record import Record


class Three:
    def __index__(self) -> int:
        return 3


class Liar(list[int]):
    def __len__(self) -> int:
        return 10**9


VALUES: dict[str, Any] = {
    "None": None,
    "float": 1.5,
    "nan": float("nan"),
    "bytes": b"3",
    "dict": {"a": 1},
    "set": set(),
    "object": object(),
    "list of None": [None],
    "nested": [[]],
    "floats": np.array([1.5]),
    "strings": np.array(["3"]),
    "square": np.array([[3]]),
    "scalar": np.array(3),
    "masked": np.ma.array([3]),
    "objects": np.array([None], object),
    "huge": 10**5000,
    "long": "x" * 10**6,
    "bool": True,
    "index": Three(),
    "list of index": [Three()],
    "fraction": fractions.Fraction(3),
    "decimal": decimal.Decimal(3),
    "range": range(10**6),
    "liar": Liar([3]),
    "memory": memoryview(b"333"),
    "many": [3] * 10**5,
    "texts": ["3"],
    "minus": -1,
    "wide": "３",
}
SPACE = ActionSpace.of()
THREE = [Hand("3")]
DOORS: list[Callable[[Any], object]] = [
    *[door for n in NOTATIONS.values() for door in (n.read_hand, n.read_move)],
    *[door for n in NOTATIONS.values() for door in (n.write_hand, n.write_move)],
    SPACE.encode,
    SPACE.decode,
    SPACE.ids,
    SPACE.mask,
    SPACE.masks,
    SPACE.features,
    ActionSpace.of,
    ActionSpace.named,
    lambda value: SPACE.mask("3", value),
    lambda value: SPACE.mask("3", PASS, value),
    lambda value: SPACE.masks(THREE, value),
    lambda value: SPACE.masks(THREE, PASS, value),
    cards.hand,
    cards.rank,
    cards.suit,
    cards.text,
    cards.deal,
    cards.card,
    lambda value: cards.take(value, Move.parse("3")),
    lambda value: cards.take([0], value),
    botzone.read_request,
    lambda value: botzone.read_request({"requests": value, "responses": value}),
    lambda value: botzone.read_request({"requests": [{"own": value, "bid": value}]}),
    batch.legal_moves,
    batch.count_moves,
    batch.classify,
    lambda value: batch.beats(value, value),
    lambda value: batch.legal_moves(THREE, value),
    lambda value: batch.legal_moves(THREE, out=value),
    lambda value: batch.count_moves(THREE, out=value),
]


@pytest.mark.parametrize("name", VALUES)
def test_hostile_values(name: str) -> None:
    refused = 0
    for door in DOORS:
        try:
            door(VALUES[name])
        except (DdzError, TypeError) as error:
            refused += 1
            assert len(str(error)) < 500
    assert refused > len(DOORS) // 3


class Sulky:
    def __repr__(self) -> str:
        raise ZeroDivisionError


def deep() -> list[object]:
    """A list in a list, and so on: too deep for `repr`."""
    value: list[object] = []
    for _ in range(10**5):
        value = [value]
    return value


MODULES = [info.name for info in pkgutil.walk_packages(ddz.__path__, "ddz.")]
EXTENSIONS = [
    name
    for name in MODULES
    if name != "ddz.__main__" and not str(importlib.import_module(name).__file__).endswith(".py")
]


@pytest.mark.parametrize("module", EXTENSIONS)
def test_compiled_classes_without_arguments(module: str) -> None:
    """Of every class there is no object, or one that can be used."""
    classes = [c for c in vars(importlib.import_module(module)).values() if isinstance(c, type)]
    for kind in (c for c in classes if c.__module__ == module):
        makers: list[Callable[[], object]] = [kind, lambda kind=kind: kind.__new__(kind)]  # type: ignore[misc]
        for arguments in ((None,), (None, legal_moves("3")), (None, None, 0), (-1, None, 1, True)):
            makers.append(lambda kind=kind, arguments=arguments: kind(*arguments))  # type: ignore[misc]
        for make in makers:
            try:
                made = make()
            except (TypeError, ValueError, AttributeError):
                continue
            assert isinstance(repr(made), str)
            assert isinstance(hash(made), int)
            with contextlib.suppress(TypeError):
                assert bytes(memoryview(made)) == b""  # type: ignore[arg-type]
            with contextlib.suppress(TypeError):
                assert len(list(made)) == len(made)  # type: ignore[call-overload, arg-type]
            for name in dir(made):
                if not name.startswith("__") and not callable(getattr(made, name)):
                    assert isinstance(repr(getattr(made, name)), str)


def test_a_numbering_knows_its_ids() -> None:
    for pass_id in (-1, 1, 10**9):
        with pytest.raises(ValueError, match="ids"):
            IdTable(RULES["classic"], bytes(8), pass_id)
    table = IdTable(RULES["classic"], bytes(8), 0)
    for number in (-1, 1, 10**9):
        with pytest.raises(ValueError, match="ids"):
            table.decode(number)


def test_values_that_cannot_be_shown() -> None:
    assert shown(Sulky()) == "a value of the type Sulky"
    assert shown(deep()) == "a value of the type list"
    assert shown(10**5000) == "an integer of 16610 bits"
    with pytest.raises(DdzError, match="no word"):
        Record.from_json('{"Ddn": "1", "Moves": [[' + "[" * 900 + "]" * 900 + "]]}")
    values: list[Any] = [Sulky(), deep()]
    for value in values:
        more: list[Callable[[Any], object]] = [
            State.deal,
            State.parse,
            State.from_hands,
            Hand,
            Move,
        ]
        for door in (*DOORS, *more, Record.parse):
            with contextlib.suppress(DdzError, TypeError):
                door(value)
