"""Records of Zipai made of parts of other types."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from typing import Any

import pytest

from ddz import DdzError, ParseError, RecordError
from ddz.zipai import State
from ddz.zipai.record import Record, Token, read, replay, write, write_json

STATE = State.deal(1)
PARTS: dict[str, Any] = {
    "rules": STATE.rules,
    "hands": STATE.dealt[0],
    "stock": STATE.dealt[1],
}
OVER = STATE
while not OVER.is_over:
    OVER = OVER.play(OVER.default_action())
WRONG: list[Callable[[], object]] = [
    lambda: Record.from_state(None),  # type: ignore[arg-type]
    lambda: Record.from_state(STATE, [("a", "b")]),  # type: ignore[arg-type]
    lambda: replay("x"),  # type: ignore[arg-type]
    lambda: write([1]),  # type: ignore[list-item]
    lambda: write_json([None]),  # type: ignore[list-item]
    lambda: Token(0, "打一", 5),  # type: ignore[arg-type]
    lambda: Token(0, 7),  # type: ignore[arg-type]
    lambda: Record(**PARTS, tokens=("0:打一",)),  # type: ignore[arg-type]
    lambda: Record(**PARTS, tags=("ab",)),  # type: ignore[arg-type]
    lambda: Record(**PARTS, finished=5),  # type: ignore[arg-type]
    lambda: Record(**PARTS, dealer="x"),  # type: ignore[arg-type]
    lambda: Record(**PARTS, dealer=True),
    lambda: Record(**PARTS, dealer=None),  # type: ignore[arg-type]
    lambda: Record(**PARTS, score="abc"),  # type: ignore[arg-type]
    lambda: Record(**PARTS, score=[0, 0, 0]),  # type: ignore[arg-type]
    lambda: Record(**PARTS, score=(0, 0, 1.0)),  # type: ignore[arg-type]
    lambda: Record(**PARTS, comments="ab"),  # type: ignore[arg-type]
    lambda: Record(**PARTS, tags={"a": "b"}),  # type: ignore[arg-type]
    lambda: Token("0", "打一"),  # type: ignore[arg-type]
    lambda: Token(True, "打一"),
    lambda: Token(0, "打一", comments="ab"),  # type: ignore[arg-type]
    lambda: Record.from_state(STATE, timed_out="0"),  # type: ignore[arg-type]
    lambda: Record.from_state(OVER, timed_out=[0.0]),  # type: ignore[list-item]
    lambda: Record.from_state(OVER, timed_out=[True]),
    lambda: Record.from_state(OVER, timed_out=0),  # type: ignore[arg-type]
    lambda: Record.from_state(STATE, []),  # type: ignore[arg-type]
    lambda: Record.from_state(STATE, {"Event": 1}),  # type: ignore[dict-item]
    lambda: Record(**{**PARTS, "hands": "一二三"}),
    lambda: Record(**{**PARTS, "rules": "shaoyang"}),
]


@pytest.mark.parametrize("made", WRONG)
def test_parts_of_other_types(made: Callable[[], object]) -> None:
    with pytest.raises(TypeError, match="must be|is a|not iterable"):
        made()


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"dealer": 7}, "dealer is 0 to 2, not 7"),
        ({"dealer": -1}, "dealer is 0 to 2, not -1"),
        ({"score": (1,)}, "a score has 3 numbers"),
        ({"score": (0, 0, 0, 0)}, "a score has 3 numbers"),
        ({"tags": (("First", "0"),)}, "'First' is no name of a further tag"),
        ({"tags": (("A", ""), ("A", ""))}, "a tag comes twice"),
        ({"tags": (("A", "x" * 200_000),)}, "a record has more than 100000 characters"),
        ({"comments": ("x" * 60_000,) * 2}, "a record has more than 100000 characters"),
        ({"tokens": (Token(0, "打一"),) * 20_000}, "a record has more than 100000 characters"),
    ],
)
def test_parts_that_cannot_be_read_back(parts: Any, message: str) -> None:
    with pytest.raises(DdzError, match=message):
        Record(**PARTS, **parts)


def test_seats_of_tokens_have_one_digit() -> None:
    for seat in (-1, 10, 10**6):
        with pytest.raises(DdzError, match="is no token"):
            Token(seat, "打一")


def test_what_is_longer_when_it_is_written() -> None:
    parts = json.loads(Record.from_state(STATE).to_json())
    with pytest.raises(RecordError, match="line 1, column 1: a record has more than 100000"):
        Record.from_json(json.dumps({**parts, "Event": "\\" * 60_000}))


def test_stocks_are_read_as_states_read_them() -> None:
    text = str(Record.from_state(STATE))
    stock = "".join(map(str, STATE.dealt[1]))
    for old, new, column in (
        (stock[1], "x", 2),
        (stock[1], "1x", 2),
        (stock[1], " 1", 3),
        (stock, stock + "1", len(stock) + 1),
        (stock, stock * 30, 401),
    ):
        wrong = stock.replace(old, new, 1)
        with pytest.raises(ParseError) as error:
            State.from_hands(STATE.dealt[0], wrong)
        assert error.value.column == column
        with pytest.raises(RecordError) as refused:
            Record.parse(text.replace(stock, wrong))
        assert (refused.value.line, refused.value.column) == (4, 8 + column)
    plain = " ".join(tile.text for tile in STATE.dealt[1])
    assert State.from_hands(STATE.dealt[0], plain) == STATE
    assert Record.parse(text.replace(stock, plain)) == Record.from_state(STATE)


def test_what_is_out_of_range() -> None:
    for place in (0, -1, 10**6):
        with pytest.raises(DdzError, match="the deal has no action"):
            Record.from_state(STATE, None, [place])
    with pytest.raises(DdzError, match="4 or more"):
        State.from_hands(itertools.repeat("一"), "一")
    with pytest.raises(DdzError, match="more than"):
        list(read("[" * 200_000))
