"""Physical cards: the 54, 108 or 162 distinct cards that a server deals.

A card is an integer. Each deck has 54: four of each rank from 3 to 2, so that `card // 4` is the
rank and `card % 4` the suit, then 52 the black joker and 53 the red one. Further decks follow at
54 and 108. Botzone numbers the cards of its one deck in the same way.

Rules and moves know no suits; this module goes between.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, MutableSequence
from enum import IntEnum
from typing import Any, Final, Protocol, SupportsIndex

from ddz._core import Hand, Move, Rank
from ddz.errors import DdzError, IllegalMoveError, Reason, integer, shown
from ddz.rules import RULES, Rules

__all__ = ["Suit", "card", "deal", "hand", "rank", "suit", "take", "text"]

DECK: Final = 54
MOST_DECKS: Final = 3


class Suit(IntEnum):
    """The suits, in the order of card numbers."""

    HEARTS = 0
    DIAMONDS = 1
    SPADES = 2
    CLUBS = 3

    def __str__(self) -> str:
        return "♥♦♠♣"[self.value]

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


class Shuffler(Protocol):
    """What can shuffle a list in place: `random.Random`, or a numpy generator."""

    def shuffle(self, x: MutableSequence[Any], /) -> object:
        """Shuffle in place."""


def _checked(number: SupportsIndex) -> int:
    return integer(number, "a card", 0, DECK * MOST_DECKS - 1)


def card(rank: Rank, suit: Suit | None = None, deck: int = 0) -> int:
    """Return the number of a card.

    Args:
        rank: its rank.
        suit: its suit; None of a joker.
        deck: which deck, 0 to 2.

    Raises:
        DdzError: a joker with a suit, another card without one, or no such deck.
        TypeError: not a Rank, not a Suit, or not an integer.

    >>> card(Rank.FOUR, Suit.SPADES), card(Rank.RED_JOKER), card(Rank.THREE, Suit.HEARTS, 1)
    (6, 53, 54)
    """
    if not isinstance(rank, Rank) or not isinstance(suit, Suit | None):
        raise TypeError(f"a card has a Rank and a Suit, not {shown(rank)} and {shown(suit)}")
    deck = integer(deck, "a deck", 0, MOST_DECKS - 1)
    joker = rank in (Rank.BLACK_JOKER, Rank.RED_JOKER)
    if joker != (suit is None):
        raise DdzError("a joker has no suit" if joker else f"the suit of the {rank} is missing")
    if suit is None:
        return DECK * deck + 52 + (rank - Rank.BLACK_JOKER)
    return DECK * deck + 4 * rank + suit


def rank(card: SupportsIndex) -> Rank:
    """Return the rank of a card.

    Raises:
        DdzError: not 0 to 161.
        TypeError: not an integer.

    >>> rank(6), rank(107)
    (<Rank.FOUR: 1>, <Rank.RED_JOKER: 14>)
    """
    number = _checked(card) % DECK
    return Rank(number // 4 if number < 52 else number - 39)


def suit(card: SupportsIndex) -> Suit | None:
    """Return the suit of a card, None of a joker.

    Raises:
        DdzError: not 0 to 161.
        TypeError: not an integer.

    >>> suit(6), suit(53)
    (<Suit.SPADES: 2>, None)
    """
    number = _checked(card) % DECK
    return Suit(number % 4) if number < 52 else None


def text(cards: Iterable[SupportsIndex]) -> str:
    """Return cards for people: suit and rank, jokers as B and R.

    Raises:
        DdzError, TypeError: as `rank` raises them.

    >>> text([6, 29, 53])
    '♠4 ♦T R'
    """
    names = []
    for number in cards:
        shown = suit(number)
        names.append(f"{'' if shown is None else shown}{rank(number)}")
    return " ".join(names)


def hand(cards: Iterable[SupportsIndex]) -> Hand:
    """Return the ranks of cards.

    Args:
        cards: distinct card numbers.

    Raises:
        DdzError: a number that is no card, or one that comes twice.
        TypeError: not an integer.

    >>> hand([0, 6, 53])
    Hand('34R')
    """
    seen: set[int] = set()
    counts = [0] * 15
    if isinstance(cards, bytes | bytearray | memoryview):
        raise TypeError(f"cards are integers, not {shown(cards)}")
    for number in cards:
        found = _checked(number)
        if found in seen:
            raise DdzError(f"the card {found} comes twice")
        seen.add(found)
        counts[rank(found)] += 1
    return Hand.from_counts(counts)


def take(cards: Iterable[SupportsIndex], move: Move | Hand) -> tuple[int, ...]:
    """Pick the cards to play for a move.

    Of equal ranks the cards that come first in `cards` are picked: the caller's order is the
    caller's preference.

    Args:
        cards: the distinct cards a player holds, the ones to part with first.
        move: what is played.

    Returns:
        The cards in the order of `cards`.

    Raises:
        IllegalMoveError: cards are missing; the message names them, the reason is "not in hand".
        DdzError, TypeError: as `hand` raises them.

    >>> take([3, 0, 1, 6], Move.parse("33"))
    (3, 0)
    """
    if not isinstance(move, Move | Hand):
        raise TypeError(f"a Move or a Hand is taken, not {shown(move)}")
    wanted = move.cards if isinstance(move, Move) else move
    # read once, as an iterator can be, and no more than there are cards
    mine = [_checked(number) for number in itertools.islice(cards, DECK * MOST_DECKS + 1)]
    held = hand(mine)
    if not wanted <= held:
        missing = Hand.from_counts(
            [max(0, n - m) for n, m in zip(wanted.counts, held.counts, strict=True)]
        )
        raise IllegalMoveError(f"{missing} is missing for {move}", Reason.NOT_IN_HAND)
    left = list(wanted.counts)
    picked = []
    for number in mine:
        found = rank(number)
        if left[found]:
            left[found] -= 1
            picked.append(number)
    return tuple(picked)


def deal(rng: Shuffler, rules: Rules = RULES["classic"]) -> tuple[tuple[int, ...], ...]:
    """Shuffle and deal.

    Args:
        rng: what shuffles: `random.Random(seed)`, or `numpy.random.default_rng(seed)`.
        rules: how many decks, jokers, seats and cards.

    Returns:
        The cards of each seat in ascending order, then those of the kitty.

    Raises:
        TypeError: what cannot shuffle, or no Rules.

    >>> import random
    >>> hands = deal(random.Random(7))
    >>> [len(cards) for cards in hands], sorted(sum(hands, ())) == list(range(54))
    ([17, 17, 17, 3], True)
    """
    if not hasattr(rng, "shuffle") or not isinstance(rules, Rules):
        raise TypeError(f"deal takes a shuffler and Rules, not {shown(rng)} and {shown(rules)}")
    pack = [number for number in range(DECK * rules.decks) if rules.jokers or number % DECK < 52]
    rng.shuffle(pack)
    ends = [rules.hand_cards * seat for seat in range(rules.players + 1)]
    hands = [tuple(sorted(pack[a:b])) for a, b in itertools.pairwise(ends)]
    kitty = pack[ends[-1] : ends[-1] + rules.kitty_cards]
    return (*hands, tuple(sorted(kitty)))
