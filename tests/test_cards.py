"""Physical cards."""

from __future__ import annotations

import itertools
import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ddz import DdzError, Hand, IllegalMoveError, Move, Rank, Reason, Rules, cards, legal_moves
from ddz.cards import Suit
from strategies import PRESETS, any_rules

NUMBERS = st.lists(st.integers(0, 161), unique=True, max_size=40)


def test_every_card() -> None:
    numbers = range(162)
    assert [cards.card(cards.rank(n), cards.suit(n), n // 54) for n in numbers] == list(numbers)
    assert cards.hand(range(54)) == Hand.from_counts([4] * 13 + [1, 1])
    assert cards.hand(numbers) == Hand.from_counts([12] * 13 + [3, 3])
    assert all(cards.rank(n) == n // 4 for n in range(52))
    assert (cards.rank(52), cards.rank(53)) == (Rank.BLACK_JOKER, Rank.RED_JOKER)
    assert cards.text([0, 1, 2, 3, 52, 53]) == "♥3 ♦3 ♠3 ♣3 B R"
    assert [str(suit) for suit in Suit] == ["♥", "♦", "♠", "♣"]


@given(NUMBERS, st.integers(0, 2**32))
def test_take_picks_the_first_cards(numbers: list[int], seed: int) -> None:
    rng = random.Random(seed)
    held = cards.hand(numbers)
    wanted = Hand.from_counts([rng.randint(0, n) for n in held.counts])
    taken = cards.take(numbers, wanted)
    assert cards.hand(taken) == wanted
    left = [n for n in numbers if n not in taken]
    assert [n for n in numbers if n in taken] == list(taken)
    for number in taken:
        earlier = numbers[: numbers.index(number)]
        assert not any(cards.rank(n) == cards.rank(number) for n in left if n in earlier)


def test_take_says_what_is_missing() -> None:
    with pytest.raises(IllegalMoveError, match="55B is missing") as refused:
        cards.take([0, 1, 4, 8], Move.parse("555+B"))
    assert refused.value.reason == Reason.NOT_IN_HAND
    assert cards.take([1, 0], Move.parse("3")) == (1,)
    assert cards.take(np.array([1, 0]), Move.parse("33")) == (1, 0)
    assert cards.take([], Hand()) == ()


@pytest.mark.parametrize(
    "rules", [*PRESETS.values(), *[any_rules(random.Random(seed)) for seed in range(30)]]
)
def test_deal(rules: Rules) -> None:
    hands = cards.deal(random.Random(1), rules)
    assert [len(hand) for hand in hands] == [rules.hand_cards] * rules.players + [rules.kitty_cards]
    dealt = [card for hand in hands for card in hand]
    assert len(set(dealt)) == len(dealt) <= rules.deck_cards
    assert hands == cards.deal(random.Random(1), rules) != cards.deal(random.Random(2), rules)
    assert cards.deal(np.random.default_rng(1), rules) == cards.deal(
        np.random.default_rng(1), rules
    )
    for hand in hands:
        assert list(hand) == sorted(hand)
        legal_moves(cards.hand(hand), rules=rules)  # the deck holds them


@pytest.mark.parametrize("number", [-1, 162, 10**30])
def test_what_is_no_card(number: int) -> None:
    for verb in (cards.rank, cards.suit, lambda n: cards.hand([n]), lambda n: cards.text([n])):
        with pytest.raises(DdzError):
            verb(number)


@pytest.mark.parametrize("number", [None, 1.0, "3", True, b"3", [3]])
def test_wrong_types(number: Any) -> None:
    for verb in (cards.rank, cards.suit, lambda n: cards.hand([n]), lambda n: cards.text([n])):
        with pytest.raises(TypeError):
            verb(number)


def test_wrong_cards() -> None:
    with pytest.raises(DdzError, match="comes twice"):
        cards.hand([1, 1])
    with pytest.raises(DdzError, match="no suit"):
        cards.card(Rank.BLACK_JOKER, Suit.HEARTS)
    with pytest.raises(DdzError, match="suit of the 3"):
        cards.card(Rank.THREE)
    with pytest.raises(DdzError, match="a deck is 0 to 2"):
        cards.card(Rank.THREE, Suit.HEARTS, 3)


def test_take_reads_an_iterator_once() -> None:
    assert cards.take(iter([0, 1, 4]), Move.parse("33")) == (0, 1)


def test_a_deck_is_an_integer() -> None:
    wrong: Any
    for wrong in (1.0, 1.5, True, "1", None):
        with pytest.raises(TypeError):
            cards.card(Rank.THREE, cards.Suit.HEARTS, wrong)


def test_no_more_cards_are_read_than_there_are() -> None:
    for endless in (itertools.repeat(0), range(10**12)):
        with pytest.raises(DdzError):
            cards.take(endless, Move.parse("3"))
    with pytest.raises(TypeError, match="cards are integers"):
        cards.hand(b"012")


def test_a_card_is_read_once() -> None:
    class Turning:
        numbers = iter([0, 99999])

        def __index__(self) -> int:
            return next(self.numbers)

    assert cards.take([Turning(), 1], Move.parse("33")) == (0, 1)
