"""Hands, plays and questions that real people raised, and a public server's verdicts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ddz import (
    CARDS_MASK,
    RULES,
    Hand,
    IllegalMoveError,
    Reason,
    beats,
    classify,
    judge,
    legal_moves,
)

DATA = Path(__file__).parent / "data"
CASES = json.loads((DATA / "doudizhu.json").read_text(encoding="utf-8"))
VERDICTS = [
    json.loads(line) for line in (DATA / "verdicts.jsonl").read_text(encoding="utf-8").splitlines()
]


def each(section: str) -> list[tuple[dict[str, Any], str, Any]]:
    return [(c, name, e) for c in CASES[section] for name, e in c["expect"].items()]


@pytest.mark.parametrize(("case", "name", "expect"), each("classify"))
def test_classify(case: dict[str, Any], name: str, expect: list[list[Any]] | None) -> None:
    if expect is None:
        with pytest.raises(IllegalMoveError) as refused:
            classify(case["cards"], RULES[name])
        assert refused.value.reason == Reason.NOT_IN_DECK
        return
    found = [[str(m.kind), m.length, str(m.rank)] for m in classify(case["cards"], RULES[name])]
    assert sorted(found) == sorted(expect)


@pytest.mark.parametrize(("case", "name", "expect"), each("beats"))
def test_beats(case: dict[str, Any], name: str, expect: bool | str) -> None:
    cards, to_beat = case["cards"], case["to_beat"]
    if expect == "not a move":
        assert not classify(cards, RULES[name]) or not classify(to_beat, RULES[name])
        with pytest.raises(IllegalMoveError) as refused:
            beats(cards, to_beat, RULES[name])
        assert refused.value.reason == Reason.NOT_A_COMBINATION
    else:
        assert beats(cards, to_beat, RULES[name]) is expect


@pytest.mark.parametrize(("case", "name", "expect"), each("moves"))
def test_moves(case: dict[str, Any], name: str, expect: dict[str, Any] | str) -> None:
    to_beat = case["to_beat"] or "-"
    if expect == "to_beat is not one move":
        with pytest.raises(IllegalMoveError):
            legal_moves(case["cards"], to_beat, RULES[name])
        return
    assert isinstance(expect, dict)
    moves = [move for move in legal_moves(case["cards"], to_beat, RULES[name]) if move]
    assert len(moves) == expect["count"]
    if "cards" in expect:
        card_sets = {int(move) & CARDS_MASK for move in moves}
        assert card_sets == {int(Hand(text)) for text in expect["cards"]}


def test_there_are_cases() -> None:
    assert [len(each(section)) for section in ("classify", "beats", "moves")] == [223, 73, 54]
    assert len(VERDICTS) == 225


@pytest.mark.parametrize("line", VERDICTS)
def test_verdicts(line: dict[str, str]) -> None:
    verdict = "accepted"
    try:
        move = judge(line["cards"], line["to_beat"] or "-", hand=line["hand"])
        assert move.cards == Hand(line["cards"])
    except IllegalMoveError as refused:
        verdict = {
            Reason.DOES_NOT_BEAT: "does not beat",
            Reason.NOT_A_COMBINATION: "no combination",
        }[refused.reason]
    assert verdict == line["verdict"]
