"""Records of Zipai made of parts of other types."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import pytest

from ddz import DdzError
from ddz.zipai import State
from ddz.zipai.record import Record, Token, read, replay, write, write_json

STATE = State.deal(1)
PARTS: dict[str, Any] = {
    "rules": STATE.rules,
    "hands": STATE.dealt[0],
    "stock": STATE.dealt[1],
}
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
    lambda: Record(**{**PARTS, "hands": "一二三"}),
    lambda: Record(**{**PARTS, "rules": "shaoyang"}),
]


@pytest.mark.parametrize("made", WRONG)
def test_parts_of_other_types(made: Callable[[], object]) -> None:
    with pytest.raises(TypeError, match="must be|is a"):
        made()


def test_what_is_out_of_range() -> None:
    for place in (0, -1, 10**6):
        with pytest.raises(DdzError, match="no place"):
            Record.from_state(STATE, None, [place])
    with pytest.raises(DdzError, match="4 or more"):
        State.from_hands(itertools.repeat("一"), "一")
    with pytest.raises(DdzError, match="more than"):
        list(read("[" * 200_000))
