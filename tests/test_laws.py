"""The laws of the library, as properties.

1. A move is legal iff its cards are held, it is a reading of them, and it leads or beats.
2. `beats` is a strict partial order; within a kind, length and size it is total on rank.
3. A generated move classifies to itself; `judge` accepts exactly the generated moves.
4. `count_moves` counts what `legal_moves` lists.
5. A further card never removes a lead; a loosened switch never removes a move.
6. No duplicates; one order, the same on every run.
"""

from __future__ import annotations

import hashlib
import itertools
import os
import random
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ddz import (
    PASS,
    RULES,
    AmbiguousMoveError,
    DdzError,
    Hand,
    IllegalMoveError,
    Kind,
    Move,
    Rules,
    RulesError,
    all_moves,
    beats,
    classify,
    count_moves,
    judge,
    legal_moves,
)
from strategies import (
    PRESETS,
    any_hand,
    any_position,
    any_rules,
    moves,
    moves_of,
    positions,
    presets,
)

SEEDS = st.integers(0, 2**32)
Position = tuple[Hand, Move, Rules]


def one_of_each(name: str) -> list[Move]:
    """A move of every kind, length and rank, bombs of each size."""
    return list({(m.kind, m.length, m.rank, len(m)): m for m in moves_of(name)}.values())


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_law_1_legal_moves_are_the_held_ones_that_beat(name: str) -> None:
    """From the other side: every move of the rules is asked whether it is held and beats."""
    rng = random.Random(f"law 1 {name}")
    rules = PRESETS[name]
    jokers = Hand("BR" * rules.decks)
    for ranks in (4, 5, 6, 8, 15, 15):
        hand = any_hand(rng, rules, rules.max_cards - len(jokers), ranks)
        hand = hand - Hand("B" * hand[13] + "R" * hand[14]) + jokers
        held = [move for move in moves_of(name) if move in hand]
        assert list(legal_moves(hand, rules=rules)) == held
        for to_beat in one_of_each(name):
            expected = [PASS, *[move for move in held if beats(move, to_beat, rules)]]
            assert list(legal_moves(hand, to_beat, rules)) == expected


@given(positions())
def test_law_1_every_listed_move_is_legal(position: Position) -> None:
    hand, to_beat, rules = position
    for move in legal_moves(hand, to_beat, rules):
        assert move in hand
        assert move in classify(move, rules)
        assert beats(move, to_beat, rules) or (not move and to_beat)


@settings(max_examples=1000)
@given(presets().flatmap(lambda name: st.tuples(st.just(name), *[moves(name)] * 3)))
def test_law_2_beats_is_a_strict_partial_order(draw: tuple[str, Move, Move, Move]) -> None:
    rules = PRESETS[draw[0]]
    assert not beats(draw[1], draw[1], rules)
    for a, b, c in itertools.permutations(draw[1:]):
        assert not (beats(a, b, rules) and beats(b, a, rules))
        if beats(a, b, rules) and beats(b, c, rules):
            assert beats(a, c, rules)


@settings(max_examples=500)
@given(presets().flatmap(lambda name: st.tuples(st.just(name), moves(name), SEEDS)))
def test_law_2_beats_is_total_within_a_class(draw: tuple[str, Move, int]) -> None:
    name, move, seed = draw
    rules = PRESETS[name]
    alike = [m for m in moves_of(name) if (m.kind, m.length, len(m)) == _class(move)]
    other = random.Random(seed).choice(alike)
    assert move.rank is not None
    assert other.rank is not None
    assert beats(move, other, rules) == (move.rank > other.rank)
    assert beats(other, move, rules) == (move.rank < other.rank)


def _class(move: Move) -> tuple[Kind, int, int]:
    return move.kind, move.length, len(move)


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_law_2_bombs_compare_with_everything(name: str) -> None:
    rules = PRESETS[name]
    strong = [m for m in moves_of(name) if m.kind in (Kind.BOMB, Kind.ROCKET)]
    for bomb in strong:
        assert beats(bomb, PASS, rules)
        assert not beats(PASS, bomb, rules)
        for other in one_of_each(name):
            if other == bomb:
                continue
            assert beats(bomb, other, rules) != beats(other, bomb, rules)
            if other not in strong:
                assert beats(bomb, other, rules)


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_law_3_every_move_classifies_to_itself(name: str) -> None:
    rules = PRESETS[name]
    for move in moves_of(name):
        readings = classify(move, rules)
        assert move in readings
        assert judge(move, rules=rules) == move
        if len(readings) == 1:
            assert judge(move.cards, rules=rules) == move
        else:
            with pytest.raises(AmbiguousMoveError) as refused:
                judge(move.cards, rules=rules)
            assert refused.value.moves == readings


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_law_3_nothing_else_is_a_move(name: str) -> None:
    """The readings of every card set that is a move anywhere are the generated moves."""
    rules = PRESETS[name]
    generated: dict[Hand, set[Move]] = {}
    for move in moves_of(name):
        generated.setdefault(move.cards, set()).add(move)
    others = [other for other in PRESETS if PRESETS[other].decks == rules.decks]
    for cards in {move.cards for other in others for move in moves_of(other)}:
        assert set(classify(cards, rules)) == generated.get(cards, set())


@given(positions(), SEEDS)
def test_law_3_judge_accepts_the_listed_moves(position: Position, seed: int) -> None:
    hand, to_beat, rules = position
    listed = legal_moves(hand, to_beat, rules)
    for move in listed:
        assert judge(move, to_beat, rules, hand) == move
        try:
            assert judge(move.cards, to_beat, rules, hand) == move
        except AmbiguousMoveError as refused:
            assert move in refused.moves
            assert all(other in listed for other in refused.moves)
    rng = random.Random(seed)
    for _ in range(20):
        cards = any_hand(rng, rules, rng.randint(1, 9), rng.randint(1, 4))
        try:
            move = judge(cards, to_beat, rules, hand)
        except AmbiguousMoveError as refused:
            assert all(other in listed for other in refused.moves)
        except IllegalMoveError:
            assert not any(move.cards == cards for move in listed)
        else:
            assert move in listed


@given(positions(most=33))
def test_law_4_count_is_the_length_of_the_list(position: Position) -> None:
    hand, to_beat, rules = position
    assert count_moves(hand, to_beat, rules) == len(legal_moves(hand, to_beat, rules))


@pytest.mark.parametrize("name", [*sorted(PRESETS), "any rules"])
def test_law_4_in_thousands_of_positions(name: str) -> None:
    """Where listing and counting are written twice, some differ in few positions only."""
    rng = random.Random(f"law 4 {name}")
    for _ in range(2000):
        rules = PRESETS[name] if name in PRESETS else any_rules(rng)
        hand, to_beat = any_position(rng, rules, 20)
        assert count_moves(hand, to_beat, rules) == len(legal_moves(hand, to_beat, rules))


@given(positions(), SEEDS)
def test_law_5_a_further_card_removes_no_lead(position: Position, seed: int) -> None:
    hand, _, rules = position
    card = any_hand(random.Random(seed), rules, 1)
    try:
        more = legal_moves(hand + card, rules=rules)
    except DdzError:
        return  # the deck, or a hand, has no room for such a card
    leads = set(legal_moves(hand, rules=rules))
    assert leads <= set(more)


LOOSER: list[dict[str, Any]] = [
    {"trio_solo": True},
    {"trio_pair": True},
    {"trio_solo_chain": True},
    {"trio_pair_chain": True},
    {"four_two_solo": True},
    {"four_two_pair": True},
    {"min_solo_chain": 3},
    {"min_pair_chain": 3},
    {"min_trio_chain": 2},
    {"min_four_chain": 2},
    {"wheel": True},
    {"wheel_max": 14},
    {"wheel": True, "wheel_max": 14, "wheel_both_ends": True},
    {"kick_solo_copies": 2},
    {"kick_solo_copies": 4},
    {"kick_solo_copies": 12},
    {"kick_pair_copies": 2},
    {"kick_pair_copies": 6},
    {"four_two_solo_copies": 2},
    {"four_two_solo_copies": 12},
    {"four_two_pair_copies": 2},
    {"kick_adjacent": True},
    {"kick_rocket": True},
    {"kick_rocket_min": 2},
    {"kick_joker_pair": True},
]


def loosened(rules: Rules, looser: dict[str, Any]) -> Rules:
    """The rules with switches loosened, or as they are where that would tighten or contradict."""
    for name, value in looser.items():
        if name.startswith("min_") and 0 < getattr(rules, name) < value:
            return rules
        if name.endswith("copies") and getattr(rules, name) > value:
            return rules
    try:
        return rules.replace(**looser)
    except RulesError:
        return rules


@pytest.mark.parametrize("name", sorted(PRESETS))
@pytest.mark.parametrize("looser", LOOSER)
def test_law_5_a_looser_switch_removes_no_move(name: str, looser: dict[str, Any]) -> None:
    # bodies are counted by the cards alone, so the words are the same too
    loose = memoryview(all_moves(loosened(PRESETS[name], looser)))
    assert set(memoryview(moves_of(name))) <= set(loose)


@given(positions(), st.sampled_from(LOOSER))
def test_law_5_nor_one_of_any_hand(position: Position, looser: dict[str, Any]) -> None:
    hand, _, rules = position
    loose = loosened(rules, looser)
    assert set(legal_moves(hand, rules=rules)) <= set(legal_moves(hand, rules=loose))


def order(move: Move) -> tuple[int, int, int, int]:
    rank = -1 if move.rank is None else int(move.rank)
    return move.kind, move.length, rank, int(move.kickers) or int(move.cards)


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_law_6_all_moves_are_in_order(name: str) -> None:
    keys = [order(move) for move in moves_of(name)]
    assert keys == sorted(set(keys))


@given(positions())
def test_law_6_lists_are_in_order_without_duplicates(position: Position) -> None:
    keys = [order(move) for move in legal_moves(*position)]
    assert keys == sorted(set(keys))


DIGEST = """
import hashlib, ddz
moves = b"".join(bytes(ddz.all_moves(rules)) for rules in ddz.RULES.values())
print(hashlib.sha256(moves).hexdigest())
"""


def test_law_6_the_order_is_the_same_in_every_process() -> None:
    moves = b"".join(bytes(memoryview(all_moves(rules))) for rules in RULES.values())
    here = hashlib.sha256(moves).hexdigest()
    for seed in ("0", "1"):
        run = subprocess.run(
            [sys.executable, "-c", DIGEST],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        )
        assert run.stdout.strip() == here
