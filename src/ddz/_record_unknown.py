"""Cards for the unknown hands of a record, with which its plays are possible.

The seat of every play is known without the cards, and a deal shows what its seats played: so
possession is checked by count, and each play against the cards that are left in the deck.
"""

from __future__ import annotations

import re
from operator import add, sub
from typing import TYPE_CHECKING, Final

from ddz._core import Hand
from ddz.errors import Reason, RecordError
from ddz.notation import SYMBOLS
from ddz.rules import Rules

if TYPE_CHECKING:
    from ddz.record import Record, Token

PLAY: Final = re.compile(f"-|[{SYMBOLS}]+([+][{SYMBOLS}]+)?")
NONE: Final = (0,) * 15


def guess(record: Record) -> tuple[tuple[Hand, ...], Hand]:
    """Return the hands and the kitty of a record, unknown cards replaced.

    Raises:
        RecordError: a play with more cards than its seat, or the deck, can have.
    """
    parts = [*record.hands, record.kitty]
    if all(isinstance(part, Hand) for part in parts):
        return tuple(map(Hand, record.hands)), Hand(record.kitty)
    deal = _Unknown(record)
    for seat, token in _plays(record, deal.landlord):
        deal.see(seat, token)
    *hands, kitty = deal.filled()
    return tuple(hands), kitty


class _Unknown:
    """What the unknown parts of a deal must hold; the kitty is the part after the hands."""

    def __init__(self, record: Record) -> None:
        self.players = record.rules.players
        parts = [*record.hands, record.kitty]
        self.sizes = [part if isinstance(part, int) else 0 for part in parts]
        self.known = [part.counts if isinstance(part, Hand) else NONE for part in parts]
        self.needed = [[0] * 15 for _ in parts]
        self.played = [[0] * 15 for _ in range(self.players)]
        self.landlord = _landlord(record)
        self.deck = _deck(record.rules)
        if record.face_up is not None and self.sizes[record.first or 0]:
            self.needed[record.first or 0][record.face_up] = 1

    def see(self, seat: int, token: Token) -> None:
        """Take note of a play."""
        for card in token.text:
            if card in SYMBOLS:
                self.played[seat][SYMBOLS.index(card)] += 1
        parts = [seat, self.players] if seat == self.landlord else [seat]
        unknown = [part for part in parts if self.sizes[part]]
        if not unknown:
            return  # the table knows these cards
        for rank in range(15):
            held = sum(self.known[part][rank] + self.needed[part][rank] for part in parts)
            self._need(unknown, rank, self.played[seat][rank] - held)
        if any(sum(self.needed[part]) > self.sizes[part] for part in unknown):
            cards = f"{sum(self.sizes[part] for part in unknown)} unknown cards"
            _refuse(token, f"seat {seat} had only {cards}", Reason.NOT_IN_HAND)
        if any(left < 0 for left in self._left()):
            message = "with this play more cards of a rank are seen than the deck has"
            _refuse(token, message, Reason.NOT_IN_DECK)

    def _need(self, parts: list[int], rank: int, missing: int) -> None:
        """Let the parts hold further cards of a rank: the last of them what is too much."""
        for part in parts:
            room = self.sizes[part] - sum(self.needed[part])
            now = max(0, missing if part == parts[-1] else min(missing, room))
            self.needed[part][rank] += now
            missing -= now

    def _left(self) -> tuple[int, ...]:
        """The cards of the deck that nobody is known to have."""
        left = self.deck
        for cards in (*self.known, *self.needed):
            left = tuple(map(sub, left, cards))
        return left

    def filled(self) -> list[Hand]:
        """All parts, the unknown cards spread evenly and jokers last: few bombs if any."""
        left = list(self._left())
        wanting = [size - sum(cards) for size, cards in zip(self.sizes, self.needed, strict=True)]
        while any(wanting):
            for part, cards in enumerate(self.needed):
                if wanting[part]:
                    beside = self._beside(part)
                    rank = min(
                        (rank for rank in range(15) if left[rank]),
                        key=lambda rank: (rank > 12, cards[rank] + beside[rank], -left[rank]),
                    )
                    cards[rank] += 1
                    left[rank] -= 1
                    wanting[part] -= 1
        return [
            Hand.from_counts(map(add, known, needed))
            for known, needed in zip(self.known, self.needed, strict=True)
        ]

    def _beside(self, part: int) -> tuple[int, ...]:
        """What joins a part: the kitty the landlord's hand."""
        if part == self.players and self.landlord is not None:
            return tuple(map(add, self.known[self.landlord], self.needed[self.landlord]))
        return NONE


def _deck(rules: Rules) -> tuple[int, ...]:
    jokers = rules.decks if rules.jokers else 0
    return (4 * rules.decks,) * 13 + (jokers, jokers)


def _refuse(token: Token, message: str, reason: Reason) -> None:
    line, column, number = token.place
    raise RecordError(message, line, column, number, reason)


def _landlord(record: Record) -> int | None:
    """The landlord, as the calls tell; None if nobody called yet."""
    first = record.first or 0
    if record.landlord is not None:
        return record.landlord
    if record.rules.auction == "none":
        return first
    if not record.sections:
        return None
    calls = [int(t.text) if re.fullmatch("[0-9]{1,9}", t.text) else 0 for t in record.sections[0]]
    if not any(calls):
        return None
    caller = first + calls.index(max(calls))
    if len(record.sections) > 1:
        answers = [token.text for token in record.sections[1]]
        if "snatch" in answers:
            caller += 1 + answers.index("snatch")
    return caller % record.rules.players


def _plays(record: Record, landlord: int | None) -> list[tuple[int, Token]]:
    """The plays and their seats: the turn passes on with every play and every pass."""
    auction = record.landlord is None and record.rules.auction != "none"
    if landlord is None or len(record.sections) <= auction:
        return []
    last = record.sections[-1]
    if not all(PLAY.fullmatch(token.text) for token in last):
        return []
    return [((landlord + i) % record.rules.players, token) for i, token in enumerate(last)]
