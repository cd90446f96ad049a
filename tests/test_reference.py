"""The core against the slow reference, which was written from the rules alone."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings

import reference
from ddz import Hand, Move, Rules, beats, classify, count_moves, legal_moves
from strategies import PRESETS, any_position, any_rules, moves_of, positions, reading_of

TRIPLES = 21_000


def check(hand: Hand, to_beat: Move, rules: Rules) -> None:
    ours = legal_moves(hand, to_beat, rules)
    assert count_moves(hand, to_beat, rules) == len(ours)
    if to_beat:
        assert not ours[0]
        ours = ours[1:]
        theirs = reference.answers(hand.counts, reading_of(to_beat), rules)
    else:
        theirs = reference.leads(hand.counts, rules)
    readings = {reading_of(move) for move in ours}
    assert readings == theirs, (hand, to_beat, rules)
    assert len(readings) == len(ours)


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_positions_of_presets(name: str) -> None:
    rng = random.Random(f"positions {name}")
    rules = PRESETS[name]
    for _ in range(TRIPLES // 2 // len(PRESETS)):
        check(*any_position(rng, rules, 14), rules)
    for _ in range(60):
        check(*any_position(rng, rules, rules.max_cards), rules)


@settings(max_examples=600)
@given(positions(most=13))
def test_any_position(position: tuple[Hand, Move, Rules]) -> None:
    check(*position)


def test_positions_of_any_switches() -> None:
    rng = random.Random("any switches")
    for _ in range(TRIPLES // 2 // 7):
        rules = any_rules(rng)
        for _ in range(7):
            check(*any_position(rng, rules, 13), rules)


def test_positions_of_larger_hands_of_any_switches() -> None:
    rng = random.Random("any switches, larger hands")
    for _ in range(200):
        rules = any_rules(rng)
        check(*any_position(rng, rules, 34), rules)


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_readings_of_cards(name: str) -> None:
    """`classify` on moves of every rule set and on cards that are nearly moves."""
    rng = random.Random(f"readings {name}")
    rules = PRESETS[name]
    others = [other for other in PRESETS if PRESETS[other].decks == rules.decks]
    for _ in range(1500):
        move = rng.choice(moves_of(rng.choice(others)))
        counts = list(move.cards.counts)
        if rng.random() < 0.5:
            counts[rng.randrange(15)] += rng.choice([-1, 1])
        try:
            hand = Hand.from_counts(counts)
            theirs = reference.readings(hand.counts, rules)
        except ValueError:
            continue
        assert [reading_of(reading) for reading in classify(hand, rules) if reading] == theirs


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_beats_of_all_classes(name: str) -> None:
    """All pairs of one move of each (kind, length, rank), bombs of each size too."""
    rules = PRESETS[name]
    one = {(m.kind, m.length, m.rank, len(m)): m for m in moves_of(name)}
    pairs = [(move, reading_of(move)) for move in one.values()]
    for move, reading in pairs:
        for other, other_reading in pairs:
            assert beats(move, other, rules) == reference.beats(reading, other_reading, rules)


def beats_on_random_pairs(name: str, n: int) -> None:
    rules = PRESETS[name]
    rng = random.Random(f"pairs {name}")
    pairs = [(move, reading_of(move)) for move in moves_of(name)]
    groups: dict[tuple[str, int], list[tuple[Move, reference.Reading]]] = {}
    for pair in pairs:
        groups.setdefault(pair[1][:2], []).append(pair)
    won = 0
    for _ in range(n):
        move, reading = rng.choice(pairs)
        other, other_reading = rng.choice(groups[reading[:2]] if rng.random() < 0.5 else pairs)
        result = beats(move, other, rules)
        assert result == reference.beats(reading, other_reading, rules)
        won += result
    assert n // 10 < won < n // 2


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_beats_of_random_pairs(name: str) -> None:
    beats_on_random_pairs(name, 100_000)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(PRESETS))
def test_beats_of_a_million_pairs(name: str) -> None:
    beats_on_random_pairs(name, 1_000_000)
