"""pytest-benchmark cases, to compare two commits: `pytest benchmarks`."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

import ddz
from strategies import any_hand, moves_of

HANDS = 10_000


@pytest.mark.parametrize(("name", "cards"), [("classic", 20), ("classic", 10), ("four-player", 33)])
@pytest.mark.parametrize("verb", [ddz.legal_moves, ddz.count_moves])
def test_leads(
    benchmark: BenchmarkFixture, name: str, cards: int, verb: Callable[..., object]
) -> None:
    rules = ddz.RULES[name]
    rng = random.Random(f"{name} {cards}")
    hands = [any_hand(rng, rules, cards) for _ in range(HANDS)]
    benchmark(lambda: [verb(hand, ddz.PASS, rules) for hand in hands])


def test_answers(benchmark: BenchmarkFixture) -> None:
    rng = random.Random("answers")
    hands = [any_hand(rng, ddz.RULES["classic"], 17) for _ in range(HANDS)]
    to_beat = ddz.Move.parse("55")
    benchmark(lambda: [ddz.legal_moves(hand, to_beat) for hand in hands])


def test_classify(benchmark: BenchmarkFixture) -> None:
    rng = random.Random("classify")
    cards = [move.cards for move in rng.sample(list(moves_of("classic")), HANDS)]
    benchmark(lambda: [ddz.classify(hand) for hand in cards])


def test_beats(benchmark: BenchmarkFixture) -> None:
    rng = random.Random("beats")
    moves = rng.sample(list(moves_of("classic")), HANDS)
    benchmark(lambda: [ddz.beats(a, b) for a, b in zip(moves, reversed(moves), strict=True)])
