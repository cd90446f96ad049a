"""Hand, Move, MoveList, Rank and Kind as values."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Sequence
from enum import StrEnum

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ddz
from ddz import (
    CARDS_MASK,
    PASS,
    RULES,
    DdzError,
    Hand,
    IllegalMoveError,
    Kind,
    Move,
    MoveList,
    Rank,
    Reason,
    all_moves,
    legal_moves,
)
from strategies import PRESETS, any_hand, moves_of

COUNTS = st.tuples(*[st.integers(0, 12)] * 13, *[st.integers(0, 3)] * 2)


@given(COUNTS)
def test_a_hand_is_its_counts(counts: tuple[int, ...]) -> None:
    hand = Hand.from_counts(counts)
    assert hand.counts == counts
    assert [hand[rank] for rank in Rank] == list(counts)
    assert len(hand) == sum(counts) == len(list(hand))
    assert bool(hand) == (sum(counts) > 0)
    assert [list(hand).count(rank) for rank in Rank] == list(counts)
    assert int(hand) == sum(n << (4 * i) for i, n in enumerate(counts))
    assert eval(repr(hand)) == Hand(str(hand)) == Hand(int(hand)) == Hand(hand) == hand
    assert hash(Hand(int(hand))) == hash(hand)
    for rank in Rank:
        assert (rank in hand) == (counts[rank] > 0)


@given(COUNTS, COUNTS)
def test_two_hands(a: tuple[int, ...], b: tuple[int, ...]) -> None:
    x, y = Hand.from_counts(a), Hand.from_counts(b)
    inside = all(m <= n for m, n in zip(a, b, strict=True))
    assert (x <= y) == (y >= x) == (x in y) == inside
    assert (x < y) == (y > x) == (inside and a != b)
    assert (x == y) == (a == b)
    assert (x != y) == (a != b)
    if inside:
        assert (y - x).counts == tuple(n - m for m, n in zip(a, b, strict=True))
    else:
        with pytest.raises(IllegalMoveError) as refused:
            _ = y - x
        assert refused.value.reason == Reason.NOT_IN_HAND
    both = [m + n for m, n in zip(a, b, strict=True)]
    if max(both[:13]) <= 12 and max(both[13:]) <= 3:
        assert (x + y).counts == tuple(both)
        assert x + y - y == x
    else:
        with pytest.raises(DdzError):
            _ = x + y


def test_texts_of_hands() -> None:
    assert Hand("2 10 b3Tr") == Hand("3TT2BR")
    assert Hand("3TT2BR").counts == (1, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1, 1, 1)
    assert str(Hand("rB2AKQJ10 9876543")) == "3456789TJQKA2BR"
    assert Hand("tjqka") == Hand("TJQKA")
    assert Hand() == Hand("") == Hand("   ") == Hand(0)
    assert not Hand()


def test_numpy_integers_are_words() -> None:
    hand = Hand("33345")
    assert Hand(np.uint64(int(hand))) == hand
    assert Hand(np.int32(1)) == Hand("3")
    move = Move.parse("333+4")
    assert Move(np.uint64(int(move))) == move
    assert Hand.from_counts(np.array(hand.counts)) == hand
    assert legal_moves(np.uint64(int(hand))) == legal_moves(hand)


def test_a_hand_never_equals_an_int_or_a_move() -> None:
    assert Hand("3") != 1
    assert Hand("3") != "3"
    assert Hand("3") != Move.parse("3")
    assert Move.parse("3") != int(Move.parse("3"))


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_every_move_survives_its_texts_and_pickle(name: str) -> None:
    for move in moves_of(name):
        assert Move(int(move)) == move
        assert Move.parse(str(move)) == Move.parse(f"{move:+}") == move
        assert move.body + move.kickers == move.cards
        assert len(move) == len(move.cards)
        assert int(move) & CARDS_MASK == int(move.cards)
        assert int(move) >> 60 == move.kind
        assert move
    some = random.Random(name).sample(list(moves_of(name)), 100)
    for move in some:
        assert eval(repr(move)) == move
        assert hash(Move(int(move))) == hash(move)
        for again in (pickle.loads(pickle.dumps(move)), copy.copy(move), copy.deepcopy(move)):
            assert again == move


@pytest.mark.parametrize(
    ("text", "kind", "length", "rank", "kickers"),
    [
        ("3", "SOLO", 1, "3", ""),
        ("RR", "PAIR", 1, "R", ""),
        ("222", "TRIO", 1, "2", ""),
        ("2223", "TRIO_SOLO", 1, "2", "3"),
        ("33322", "TRIO_PAIR", 1, "3", "22"),
        ("A2345", "SOLO_CHAIN", 5, "5", ""),
        ("23456789TJQK", "SOLO_CHAIN", 12, "K", ""),
        ("23456789TJQKA", "SOLO_CHAIN", 13, "A", ""),
        ("A23456789TJQKA", "SOLO_CHAIN", 14, "A", ""),
        ("AA2233", "PAIR_CHAIN", 3, "3", ""),
        ("TTJJQQKKAA", "PAIR_CHAIN", 5, "A", ""),
        ("333444", "TRIO_CHAIN", 2, "4", ""),
        ("333444+56", "TRIO_SOLO_CHAIN", 2, "4", "56"),
        ("33344455666", "", 0, "", ""),
        ("333444555+666", "TRIO_SOLO_CHAIN", 3, "5", "666"),
        ("444555666+333", "TRIO_SOLO_CHAIN", 3, "6", "333"),
        ("3334445566", "TRIO_PAIR_CHAIN", 2, "4", "5566"),
        ("333344", "FOUR_TWO_SOLO", 1, "3", "44"),
        ("3333+4444", "FOUR_TWO_PAIR", 1, "3", "4444"),
        ("4444+3333", "FOUR_TWO_PAIR", 1, "4", "3333"),
        ("33334444", "FOUR_CHAIN", 2, "4", ""),
        ("333344445678", "FOUR_TWO_SOLO", 2, "4", "5678"),
        ("33333333", "BOMB", 1, "3", ""),
        ("BBRR", "ROCKET", 1, "R", ""),
        ("BR", "ROCKET", 1, "R", ""),
        ("BBR", "", 0, "", ""),
        ("KKAA22", "", 0, "", ""),
        ("A2", "", 0, "", ""),
    ],
)
def test_shapes(text: str, kind: str, length: int, rank: str, kickers: str) -> None:
    if not kind:
        with pytest.raises(IllegalMoveError) as refused:
            Move.parse(text)
        assert refused.value.reason == Reason.NOT_A_COMBINATION
        return
    move = Move.parse(text)
    assert (move.kind.name, move.length, str(move.rank)) == (kind, length, rank)
    assert move.kickers == Hand(kickers)


def test_pass() -> None:
    assert Move(0) == Move.parse("-") == PASS
    assert not PASS
    assert (PASS.kind, PASS.length, PASS.rank, len(PASS)) == (Kind.PASS, 1, None, 0)
    assert (str(PASS), repr(PASS)) == ("-", "Move.parse('-')")
    assert pickle.loads(pickle.dumps(PASS)) == PASS


def test_values_are_immutable() -> None:
    for value in (Hand("3"), Move.parse("3"), legal_moves("3")):
        with pytest.raises(AttributeError):
            value.word = 1  # type: ignore[union-attr]
        with pytest.raises(AttributeError):
            value.other = 1  # type: ignore[union-attr]
    with pytest.raises(TypeError):
        Hand("3")[0] = 2  # type: ignore[index]


def test_pickles_of_hands() -> None:
    rng = random.Random("pickles")
    for _ in range(100):
        hand = any_hand(rng, RULES["four-player"], rng.randint(0, 33))
        for again in (pickle.loads(pickle.dumps(hand)), copy.copy(hand), copy.deepcopy(hand)):
            assert again == hand


def test_a_list_is_a_sequence() -> None:
    moves = legal_moves("33344455667BR")
    plain = list(moves)
    assert isinstance(moves, Sequence)
    assert len(moves) == len(plain) > 20
    assert [moves[i] for i in range(-len(plain), len(plain))] == plain + plain
    assert list(reversed(moves)) == plain[::-1]
    for part in (
        slice(3, 9),
        slice(None, None, 3),
        slice(None, None, -1),
        slice(9, 3),
        slice(-4, 99),
    ):
        assert isinstance(moves[part], MoveList)
        assert list(moves[part]) == plain[part]
        assert [move in moves[part] for move in plain] == [move in plain[part] for move in plain]
        assert pickle.loads(pickle.dumps(moves[part])) == moves[part]
    assert list(moves[2:20][3:9]) == plain[2:20][3:9]
    for i, move in enumerate(plain):
        assert moves.index(move) == i
        assert moves.count(move) == 1
    assert moves.index(plain[5], 3, 9) == 5
    with pytest.raises(DdzError):
        moves.index(plain[5], 6)
    assert Move.parse("2222") not in moves
    assert moves.count(Move.parse("2222")) == 0
    with pytest.raises(IndexError):
        moves[len(moves)]
    assert MoveList(plain) == moves
    assert hash(MoveList(plain)) == hash(moves)
    assert MoveList(plain[::-1]) != moves
    assert MoveList() == MoveList([]) != moves
    assert str(moves[:3]) == "3 4 5"
    assert repr(moves[:2]) == "<2 moves: Move.parse('3'), Move.parse('4')>"


def test_every_move_of_a_long_list_is_found() -> None:
    moves = all_moves()
    assert all(move in moves for move in moves)
    pagat = set(all_moves(RULES["pagat"]))
    assert sum(move in pagat for move in moves) == len(pagat)


def test_a_slice_outlives_its_list() -> None:
    part = legal_moves("33344455667BR")[2:5]
    words = part.words
    again = [legal_moves("3456789TJQKA") for _ in range(50)]
    assert str(part) == "5 6 7"
    assert [int(word) for word in words] == [int(move) for move in part]
    assert len(again) == 50


def test_words() -> None:
    moves = legal_moves("33344455", "33")
    assert moves.words.dtype == np.uint64
    assert moves.words.tolist() == [int(move) for move in moves]
    assert not moves.words.flags.writeable
    assert moves.words.base is not None
    with pytest.raises(ValueError, match="read-only"):
        moves.words[0] = 1
    assert moves[:0].words.shape == (0,)
    view = memoryview(moves)
    assert (view.format, view.shape, view.readonly) == ("Q", (len(moves),), True)
    assert list(view) == moves.words.tolist()


def test_moves_are_interned() -> None:
    one, two = legal_moves("33344455"), legal_moves("3334445566")
    assert one[0] is two[0]
    assert one[-1] is two[two.index(one[-1])]
    assert all(a is b for a, b in zip(one, legal_moves("33344455"), strict=True))
    assert legal_moves("3", "2")[0] is PASS


def test_moves_of_rules_with_too_many_to_intern() -> None:
    rules = RULES["botzone"].replace(four_two_solo_copies=4, kick_solo_copies=4, kick_adjacent=True)
    assert ddz.count_moves(Hand.from_counts([4] * 13 + [1, 1]), rules=rules) > 1 << 17
    moves = legal_moves("33334444555566778899", rules=rules)
    assert list(moves) == list(moves)
    assert len(set(moves)) == len(moves) > 100


def test_names() -> None:
    assert [str(rank) for rank in Rank] == list("3456789TJQKA2BR")
    assert Kind.BOMB.chinese == "炸弹"
    assert len({kind.chinese for kind in Kind}) == 16
    assert ddz.__version__.count(".") == 2
    for name in ddz.__all__:
        assert getattr(ddz, name) is not None


def test_subclasses_of_str_are_texts() -> None:
    class Text(str):
        def __str__(self) -> str:
            return "never asked"

    class Named(StrEnum):
        PAIR = "33"

    for text in (np.str_("33"), Text("33"), Named.PAIR):
        assert Hand(text) == Hand("33")
        assert Move.parse(text) == ddz.judge(text) == Move.parse("33")
        assert ddz.classify(text) == (Move.parse("33"),)
        assert ddz.beats(text, "22") is False
        assert len(legal_moves(text, text)) == 1


def test_a_hand_is_no_sequence_of_numbers() -> None:
    with pytest.raises(TypeError):
        reversed(Hand("345"))
    with pytest.raises(TypeError):
        _ = Hand("345") + np.int8(3)  # type: ignore[operator]
    assert f"{Hand('345'):>5}" == "  345"


def test_a_word_declares_its_reading_to_judge() -> None:
    rules = RULES["openspiel"]
    for move in ddz.classify("333444555666", rules):
        assert ddz.judge(int(move), rules=rules) == move
        assert ddz.judge(np.uint64(int(move)), rules=rules) == move
