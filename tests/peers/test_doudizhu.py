"""The preset `onestraw` beside the real engine of that author, the package `doudizhu`.

It is one table of card sets, each with its readings, and two ways to compare. What differs is
computed exactly:

* W1: `cards_greater` lets any reading of a card set beat any reading of another, while
  `list_greater_cards` answers the highest reading of each kind alone. We answer the reading that
  was played.
* W2: `list_greater_cards` lets every bomb answer the rocket; `cards_greater` does not.
"""

from __future__ import annotations

import functools
import itertools
import random
from collections import Counter, defaultdict

import numpy as np
import pytest

import reference
from ddz import PASS, RULES, Hand, Kind, Move, Rank, beats, classify, legal_moves
from strategies import any_bar, any_group, any_hand, any_position, moves_of, reading_of

pytest.importorskip("doudizhu", reason="the package doudizhu is not installed")

from doudizhu import engine

RULE_SET = RULES["onestraw"]
DATA: dict[str, list[tuple[str, int]]] = engine.Doudizhu.DATA
TEXT_OF_RANK: dict[Rank, str] = dict(zip(Rank, engine.CARDS, strict=True))
RANK_OF_TEXT = {text: rank for rank, text in TEXT_OF_RANK.items()}


@pytest.fixture(autouse=True)
def _quicker(monkeypatch: pytest.MonkeyPatch) -> None:
    """It counts the cards of its whole table again in every call; here it remembers them."""
    monkeypatch.setattr(engine, "str2cardmap", functools.cache(engine.str2cardmap))


def written(cards: Hand) -> str:
    return "-".join(TEXT_OF_RANK[rank] for rank in cards)


def read(text: str) -> Hand:
    return Hand("".join(str(RANK_OF_TEXT[card]) for card in text.split("-")))


def entry(move: Move) -> tuple[str, int]:
    """A reading as its table has it: the type with its length, and the lowest rank, from 0 or 1."""
    if move.kind == Kind.ROCKET:
        return "rocket", 0
    assert move.rank is not None
    name = str(move.kind) if move.length == 1 else f"{move.kind}_{move.length}"
    return name, move.rank - move.length + 1 + bool(move.kickers)


def test_every_reading() -> None:
    theirs = Counter((read(text), found) for text, entries in DATA.items() for found in entries)
    assert theirs == Counter((move.cards, entry(move)) for move in moves_of("onestraw"))
    assert theirs.total() == engine.Doudizhu.TOTAL == 34_152
    assert len(DATA) == 33_675


@pytest.mark.parametrize(("ranks", "cards"), [(15, 20), (9, 16), (5, 13)])
def test_leads(ranks: int, cards: int) -> None:
    """All entries of its table that a hand holds."""
    sets = [read(text) for text in DATA]
    counts = np.array([found.counts for found in sets])
    rng = random.Random(f"doudizhu leads {ranks}")
    for _ in range(1000):
        hand = any_hand(rng, RULE_SET, rng.randint(1, cards), ranks)
        held = np.flatnonzero(np.all(counts <= np.array(hand.counts), axis=1))
        theirs = {(sets[i], found) for i in held for found in DATA[written(sets[i])]}
        moves = legal_moves(hand, rules=RULE_SET)
        assert {(move.cards, entry(move)) for move in moves} == theirs
        assert len(moves) == len(theirs)


def test_answers(capsys: pytest.CaptureFixture[str]) -> None:
    """To moves of every kind, and to all card sets of several readings."""
    rng = random.Random("doudizhu answers")
    found: Counter[str] = Counter()
    for hand, bar in (any_position(rng, RULE_SET, 17) for _ in range(1800)):
        if bar:
            compare(hand, bar.cards, found)
    for _ in range(1600):
        hand, bar = any_bar(rng, "onestraw")
        compare(hand, bar.cards, found)
    several = [text for text in DATA if len(DATA[text]) > 1]
    for text in several:
        compare(any_hand(rng, RULE_SET, 20, rng.choice([6, 9])), read(text), found)
    with capsys.disabled():
        print(f"\ndoudizhu, answers: {dict(+found)}")
    assert len(several) == 468
    assert found["positions"] > 3000
    for kind in Kind:
        if kind not in (Kind.PASS, Kind.FOUR_CHAIN):
            assert found[f"to {kind}"] > 50
    assert found["W1, missing"] > 100
    assert found["W2, extra"] > 30


def compare(hand: Hand, cards: Hand, found: Counter[str]) -> None:
    """Ours are the right answers to every reading; theirs are those to the highest of a type."""
    expected: defaultdict[str, set[Hand]] = defaultdict(set)
    answered: dict[str, set[Hand]] = {}
    for bar in classify(cards, RULE_SET):  # the highest reading of a kind comes first
        skip, *moves = legal_moves(hand, bar, RULE_SET)
        assert skip == PASS
        right = reference.answers(hand.counts, reading_of(bar), RULE_SET)
        assert {reading_of(move) for move in moves} == right, (hand, bar)
        name, _ = entry(bar)
        ours = {move.cards for move in moves}
        if name in answered:
            assert answered[name] <= ours
            found["W1, missing"] += len(ours - answered[name])
            continue
        answered[name] = ours
        for move in moves:
            expected[entry(move)[0]].add(move.cards)
        found[f"to {bar.kind}"] += 1
    if "rocket" in answered:
        assert not expected
        bombs = {Hand(str(rank) * 4) for rank in Rank if hand[rank] == 4}
        expected["bomb"] |= bombs
        found["W2, extra"] += len(bombs)
    theirs = engine.Doudizhu.list_greater_cards(written(cards), written(hand))
    assert {name: Counter(map(read, texts)) for name, texts in theirs.items()} == {
        name: Counter(sets) for name, sets in expected.items() if sets
    }
    found["positions"] += 1


def test_greater() -> None:
    """Any reading of a card set beats any reading of another (W1), be it the same card set."""
    rng = random.Random("doudizhu greater")
    pairs = [tuple(rng.choices(any_group(rng, "onestraw"), k=2)) for _ in range(10_000)]
    pairs += [tuple(rng.choices(moves_of("onestraw"), k=2)) for _ in range(10_000)]
    several = [move for move in moves_of("onestraw") if len(classify(move.cards, RULE_SET)) > 1]
    pairs += [(move, move) for move in several]
    won = 0
    for move, other in pairs:
        theirs, _ = engine.Doudizhu.cards_greater(written(move.cards), written(other.cards))
        readings = classify(move.cards, RULE_SET), classify(other.cards, RULE_SET)
        ours = [beats(a, b, RULE_SET) for a, b in itertools.product(*readings)]
        right = itertools.starmap(right_beats, itertools.product(*readings))
        assert ours == list(right)
        assert theirs == any(ours), (move, other)
        won += theirs
    assert len(pairs) // 10 < won < len(pairs) // 2


def right_beats(move: Move, other: Move) -> bool:
    return reference.beats(reading_of(move), reading_of(other), RULE_SET)
