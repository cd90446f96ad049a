"""The words of a whole deal of Zipai: stages, what happens, how it ends, views and events.

`ddz.zipai.State` is the deal itself.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple, TypedDict

from ddz.zipai._tiles import Meld, Tile

__all__ = ["ENDS", "KINDS", "SOURCES", "Event", "Happening", "Result", "Stage", "View", "fold"]


class Stage(StrEnum):
    """What the seat to act is asked. One question holds all its choices at one stage."""

    TURN = "turn"
    """Nobody is asked: a tile will be turned. Only in the views of `State.events`."""
    TIANHU = "tianhu"
    """The dealer: win with the tiles as dealt (天胡), or pass."""
    DISCARD = "discard"
    """Which tile to discard."""
    WIN = "win"
    """Win with the tile on offer, or pass."""
    PENG = "peng"
    """Peng it, or pass."""
    EAT = "eat"
    """Eat it in one of several ways, or pass."""
    OVER = "over"


SOURCES: Final = (None, "self", "other", "discard")
"""Where a winning tile comes from, by its number in arrays: nowhere (the tiles win as they stand),
one's own draw, turned by another, or discarded."""

KINDS: Final = (
    "long",
    "replace",
    "show",
    "turn",
    "discard",
    "peng",
    "wei",
    "chou_wei",
    "pao",
    "ti",
    "eat",
    "dead",
    "no_discard",
    "xianggong",
    "win",
    "chouzhuang",
)
"""What may happen: a four is set aside face down (龙), a replacement tile taken, a four shown, a
tile turned or discarded, an entry, a turned tile that nobody claims, an entry without a discard
(重跑, or no tile left), 相公, a win, and the end of the stock (臭庄)."""

ENDS: Final = ("tianhu", "dihu", "discard", "self_draw", "turned", "chouzhuang")
"""How a deal may end: 天胡, 地胡, on a later discard, by one's own draw (自摸), on a tile that
another turned, or without a win (臭庄)."""


class Happening(NamedTuple):
    """Something that happened at the table, forced entries included; a pass is nothing.

    >>> str(Happening("turn", 1, Tile.S5)), str(Happening("win", 2, None, (), 24))
    ('turn 1 五', 'win 2 - 24')
    """

    kind: str
    """One of `KINDS`."""
    seat: int | None
    tile: Tile | None
    melds: tuple[Meld, ...] = ()
    """What an eat lays."""
    hu: int | None = None
    """Of a win."""

    def __str__(self) -> str:
        words = [self.kind]
        if self.seat is not None:
            words.append(str(self.seat))
        if self.tile is not None or self.kind == "win":
            words.append("-" if self.tile is None else str(self.tile))
        words += [str(meld.tiles) for meld in self.melds]
        return " ".join(words if self.hu is None else [*words, str(self.hu)])


class Result(NamedTuple):
    """How a deal ended."""

    winner: int | None
    """The seat; None after 臭庄."""
    how: str
    """One of `ENDS`."""
    hu: int
    piles: int
    """What every other seat pays (垛数)."""
    scores: tuple[int, ...]
    next_dealer: int


class View(TypedDict):
    """What one seat sees, or somebody at no seat: plain values for JSON.

    Tiles and melds are texts, seats numbers. Nothing here depends on tiles that the seat cannot
    see, and nothing shows whether another seat was asked.
    """

    viewer: int | None
    version: int
    """The number of events so far, the deal the first."""
    rules: str
    """As `ZipaiRules.parse` reads them."""
    stage: str
    """A `Stage`: what the viewer is asked; else `discard`, `turn` or `over`, or `claim` while a
    tile is on offer."""
    seat: int | None
    """The viewer if he is asked, else who is to discard or to turn; None while a tile is on offer
    to others."""
    legal: list[str]
    """What the viewer may do if he is asked."""
    dealer: int
    hands: list[str | None]
    """By seat; None if hidden. The winner's hand is shown."""
    counts: list[int]
    """Tiles in each hand."""
    exposed: list[list[str]]
    """The melds laid out, the viewer's own hidden fours included."""
    face_down: list[int]
    """How many fours each seat has set aside and not shown."""
    lying: list[str]
    """The unclaimed tiles before each seat."""
    offered: str | None
    """The tile on offer; after a win, the tile that won."""
    giver: int | None
    """Who turned or discarded it."""
    turned: bool
    """Whether it was turned from the stock."""
    stock: int
    """How many tiles are left in it."""
    xianggong: list[int]
    """The seats that are 相公."""
    dead: str | None
    """The kinds that are dead (臭字) for the viewer."""
    happenings: list[str]
    """What happened, each as `str(Happening)`; fours and replacement tiles that the viewer cannot
    see are written without their tile."""
    how: str | None
    """How the deal ended."""
    winner: int | None
    piles: int | None
    scores: list[int] | None


class Event(TypedDict):
    """What changed in a view."""

    version: int
    """Of the view after it."""
    seat: int | None
    """To whom it happened; None of the deal and of what only the viewer is asked."""
    happening: str | None
    """What happened, as in the view."""
    changes: View
    """The items of the view that changed (the first event of a deal has all)."""


def fold(view: View | None, event: Event) -> View:
    """Return a view with an event's changes; None is the view before the deal.

    Folding an event again changes nothing.

    >>> from ddz.zipai import State
    >>> state = State.deal(7)
    >>> state = state.play(state.legal_actions()[0])
    >>> view = None
    >>> for event in state.events(0, seat=1):
    ...     view = fold(view, event)
    >>> view == state.view(1)
    True
    """
    return event["changes"] if view is None else View(**{**view, **event["changes"]})
