"""Notations: what they write, what they read back, what they refuse."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ddz import (
    PASS,
    RULES,
    AmbiguousMoveError,
    DdzError,
    Hand,
    IllegalMoveError,
    Move,
    ParseError,
    Reason,
    Rules,
    all_moves,
    classify,
)
from ddz.notation import (
    BOTZONE,
    CHINESE,
    DDZ,
    DOUZERO,
    DOUZERO_TEXT,
    NOTATIONS,
    OPENSPIEL,
    RLCARD,
    Notation,
)
from strategies import PRESETS, moves_of

ONE_DECK = st.tuples(*[st.integers(0, 4)] * 13, *[st.integers(0, 1)] * 2).map(Hand.from_counts)
TWO_DECKS = st.tuples(*[st.integers(0, 8)] * 13, *[st.integers(0, 2)] * 2).map(Hand.from_counts)


@pytest.mark.parametrize("name", NOTATIONS)
@given(st.one_of(ONE_DECK, TWO_DECKS))
def test_hands_read_back(name: str, hand: Hand) -> None:
    notation = NOTATIONS[name]
    one_deck = max(hand.counts[:13]) <= 4 and max(hand.counts[13:]) <= 1
    if notation.rules is None or one_deck:
        assert notation.read_hand(notation.write_hand(hand)) == hand
    else:
        with pytest.raises(IllegalMoveError) as refused:
            notation.write_hand(hand)
        assert refused.value.reason == Reason.NOT_IN_DECK


def rules_of(notation: Notation[Any]) -> list[Rules]:
    return list(PRESETS.values()) if notation.rules is None else [notation.rules]


@pytest.mark.parametrize("name", NOTATIONS)
def test_every_move_of_the_domain_reads_back(name: str) -> None:
    notation = NOTATIONS[name]
    for rules in rules_of(notation):
        for move in [PASS, *all_moves(rules)]:
            written = notation.write_move(move)
            if notation.carries_reading or not move or len(classify(move, rules)) == 1:
                assert notation.read_move(written, rules) == move
            else:
                with pytest.raises(AmbiguousMoveError) as asked:
                    notation.read_move(written, rules)
                assert move in asked.value.moves


@pytest.mark.parametrize("name", NOTATIONS)
def test_every_other_move_is_refused(name: str) -> None:
    notation = NOTATIONS[name]
    if notation.rules is None:
        return
    inside = set(all_moves(notation.rules))
    outside = {move for other in PRESETS for move in moves_of(other)} - inside
    assert len(outside) > 1000
    for move in outside:
        with pytest.raises(IllegalMoveError) as refused:
            notation.write_move(move)
        assert refused.value.reason in (Reason.NOT_A_COMBINATION, Reason.NOT_IN_DECK)


@pytest.mark.parametrize(
    ("notation", "move", "written"),
    [
        (DDZ, "333444+56", "33344456"),
        (DDZ, "3333+4444", "3333+4444"),
        (DDZ, "-", "-"),
        (RLCARD, "333444+2B", "3334442B"),
        (RLCARD, "BR", "BR"),
        (RLCARD, "-", "pass"),
        (DOUZERO, "TTT+2", [10, 10, 10, 17]),
        (DOUZERO, "BR", [20, 30]),
        (DOUZERO, "-", []),
        (DOUZERO_TEXT, "BR", "XD"),
        (OPENSPIEL, "333444+56", "333444-56"),
        (OPENSPIEL, "555+3", "3555"),
        (OPENSPIEL, "333444+2R", "333444-2(CJ)"),
        (OPENSPIEL, "BR", "(BWJ)(CJ)"),
        (OPENSPIEL, "333444555+666", "333444555-666"),
        (OPENSPIEL, "333444555666", "333444555666"),
        (OPENSPIEL, "-", "Pass"),
        (BOTZONE, "33", [0, 1]),
        (BOTZONE, "BR", [52, 53]),
        (BOTZONE, "-", []),
        (CHINESE, "TTT+B", "10 10 10 小王"),
        (CHINESE, "-", "不出"),
    ],
)
def test_moves(notation: Notation[Any], move: str, written: object) -> None:
    assert notation.write_move(Move.parse(move)) == written
    rules = RULES["onestraw"] if notation is DDZ else None
    assert notation.read_move(written, rules) == Move.parse(move)


@pytest.mark.parametrize(
    ("notation", "written", "hand"),
    [
        (DDZ, "2 10 3", "3T2"),
        (RLCARD, "3T2", "3T2"),
        (DOUZERO, [17, 3, 10], "3T2"),
        (DOUZERO, (3, 20), "3B"),
        (DOUZERO, np.array([3, 30]), "3R"),
        (DOUZERO_TEXT, "D3X", "3BR"),
        (OPENSPIEL, "3T2(CJ)", "3T2R"),
        (BOTZONE, [53, 3, 0, 51], "332R"),
        (CHINESE, "3 10 2 大王", "3T2R"),
        (CHINESE, "31010小王大怪", "3TTBR"),
        (CHINESE, "T", "T"),
    ],
)
def test_hands(notation: Notation[Any], written: object, hand: str) -> None:
    assert notation.read_hand(written) == Hand(hand)


@pytest.mark.parametrize(
    ("notation", "written", "column"),
    [
        (RLCARD, "43", 2),
        (RLCARD, "344543", 5),
        (RLCARD, "3 4", 2),
        (RLCARD, "3x", 2),
        (RLCARD, "10", 1),
        (RLCARD, "b", 1),
        (RLCARD, "3" * 1_000_000, 1025),
        (DOUZERO, [3, 2], 2),
        (DOUZERO, [15], 1),
        (DOUZERO, [3] * 163, 163),
        (DOUZERO, [3] * 13, 13),
        (DOUZERO, [-1], 1),
        (DOUZERO, [10**30], 1),
        (DOUZERO_TEXT, "3B", 2),
        (OPENSPIEL, "3(BW)", 2),
        (OPENSPIEL, "R", 1),
        (BOTZONE, [0, 54], 2),
        (BOTZONE, [0, 1, 0], 3),
        (BOTZONE, [-1], 1),
        (CHINESE, "3 王", 3),
        (CHINESE, "1", 1),
        (CHINESE, "小", 1),
    ],
)
def test_what_is_no_hand(notation: Notation[Any], written: object, column: int) -> None:
    for read in (notation.read_hand, notation.read_move):
        with pytest.raises(ParseError) as refused:
            read(written)
        assert refused.value.column == column


@pytest.mark.parametrize(
    ("written", "column"),
    [("333444-5x", 9), ("x33-4", 1), ("333444-", 8), ("-45", 1), ("333-4-5", 6), ("", 1)],
)
def test_what_is_no_move_of_openspiel(written: str, column: int) -> None:
    with pytest.raises(ParseError):
        OPENSPIEL.read_move(written)
    if "x" in written or written.count("-") == 2:
        with pytest.raises(ParseError) as refused:
            OPENSPIEL.read_move(written)
        assert refused.value.column == column


@pytest.mark.parametrize("name", NOTATIONS)
@pytest.mark.parametrize(
    "written", [None, 3, 3.0, {}, b"3", [None], [1.5], ["3"], [True], object()]
)
def test_wrong_types(name: str, written: object) -> None:
    notation = NOTATIONS[name]
    for read in (notation.read_hand, notation.read_move):
        with pytest.raises((TypeError, ParseError)):
            read(written)


@pytest.mark.parametrize("name", NOTATIONS)
@given(
    st.one_of(
        st.text("3456789TJQKA2BRXD()WC-+10小大王怪 ", max_size=30), st.lists(st.integers(-5, 60))
    )
)
def test_anything_is_read_or_refused(name: str, written: Any) -> None:
    notation = NOTATIONS[name]
    for read in (notation.read_hand, notation.read_move):
        try:
            read(written)
        except (DdzError, TypeError):
            continue


def test_the_move_to_beat_decides() -> None:
    cards = [3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6]
    with pytest.raises(AmbiguousMoveError) as asked:
        DOUZERO.read_move(cards)
    assert len(asked.value.moves) == 3
    plane = Move.parse("333444555+789")
    assert DOUZERO.read_move(cards, to_beat=plane) == Move.parse("444555666+333")
    with pytest.raises(IllegalMoveError) as refused:
        DOUZERO.read_move([3], to_beat=plane)
    assert refused.value.reason == Reason.DOES_NOT_BEAT
    with pytest.raises(IllegalMoveError) as refused:
        DOUZERO.read_move([], to_beat=PASS)
    assert refused.value.reason == Reason.MUST_LEAD
    assert DOUZERO.read_move([], to_beat=plane) == PASS
    assert DDZ.read_move("4", to_beat=Move.parse("3")) == Move.parse("4")
    with pytest.raises(IllegalMoveError):
        DDZ.read_move("3", to_beat=Move.parse("3"))
    assert OPENSPIEL.read_move("444", to_beat=Move.parse("333")) == Move.parse("444")


def test_a_notation_is_a_value() -> None:
    for name, notation in NOTATIONS.items():
        assert notation.name == name
        assert pickle.loads(pickle.dumps(notation)) is notation
        assert copy.deepcopy(notation) is notation
        assert repr(notation) == f"ddz.notation.NOTATIONS[{name!r}]"
    with pytest.raises(AttributeError):
        DDZ.name = "other"  # type: ignore[misc]


def test_a_list_of_a_pass_belongs_to_the_caller() -> None:
    for notation in (DOUZERO, BOTZONE):
        notation.write_move(PASS).append(5)
        assert notation.write_move(PASS) == []


def test_a_pass_is_judged_by_the_rules() -> None:
    for notation, word in ((CHINESE, "不出"), (DDZ, "-")):
        for bar in ("33333", "BBRR"):
            rules = RULES["four-player"]
            assert notation.read_move(word, rules, Move.parse(bar)) == PASS
            with pytest.raises(IllegalMoveError, match="to_beat"):
                notation.read_move(word, RULES["classic"], Move.parse(bar))


def test_rules_of_a_reading_are_rules() -> None:
    written: Any
    wrong: Any
    notation: Notation[Any]
    for wrong in ({}, [], "classic", 0, Rules):
        for notation in (DDZ, RLCARD, DOUZERO):
            written = notation.write_move(PASS)
            with pytest.raises(TypeError, match=r"ddz\.Rules"):
                notation.read_move(written, wrong)


@pytest.mark.parametrize("text", ["333-4", "33344456", "444333-65", "333444-65", " 3", "4333"])
def test_openspiel_is_read_as_it_is_written(text: str) -> None:
    with pytest.raises(ParseError, match="OpenSpiel writes"):
        OPENSPIEL.read_move(text)


def test_no_move_outside_the_deck_is_read() -> None:
    notations: list[tuple[Notation[Any], Any]]
    notations = [(OPENSPIEL, "33333"), (RLCARD, "33333"), (DOUZERO, [3] * 5)]
    for notation, written in notations:
        with pytest.raises(IllegalMoveError, match="5 cards 3, the deck 4"):
            notation.read_move(written, RULES["four-player"])


def test_lists_are_lists_of_integers() -> None:
    for wrong in (bytearray(b"3"), memoryview(b"3"), b"3", np.array(3), {3}, {3: 3}):
        with pytest.raises(TypeError, match="expected a list"):
            DOUZERO.read_move(wrong)  # type: ignore[arg-type]
    with pytest.raises(ParseError, match="more than any hand"):
        DOUZERO.read_hand(np.broadcast_to(np.int8(3), 10**12))  # type: ignore[arg-type]
    assert DOUZERO.read_move(np.array([3, 3])) == Move.parse("33")  # type: ignore[arg-type]


def test_a_pickle_of_no_notation() -> None:
    function, _ = DDZ.__reduce__()
    with pytest.raises(DdzError, match="no notation is named 'x'"):
        function("x")
