"""Hostile values at every door of the leaf modules: documented, short errors and nothing else."""

from __future__ import annotations

import contextlib
import decimal
import fractions
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from ddz import PASS, ActionSpace, DdzError, Hand, Move, State, batch, botzone, cards
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
