"""The words of a deal: its phases, what is chosen in them, stakes, views and events.

`ddz.State` is the deal itself.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple, TypedDict

__all__ = ["Choice", "Event", "Factor", "Phase", "Stake", "View", "fold"]


class Phase(StrEnum):
    """The phases of a deal in their order; most appear only when a rule asks for them."""

    AUCTION = "auction"
    SNATCH = "snatch"
    DRAW = "draw"
    TALK = "talk"
    ANSWER = "answer"
    CLAIM = "claim"
    OPEN = "open"
    PLAY = "play"
    REDEAL = "redeal"
    OVER = "over"


class Choice(StrEnum):
    """The actions of all phases but the auction and play."""

    SNATCH = "snatch"
    DRAW = "draw"
    LOOK = "look"
    PLAY = "play"
    PROPOSE = "propose"
    SURRENDER = "surrender"
    ACCEPT = "accept"
    DECLINE = "decline"
    CLAIM = "claim"
    OPEN = "open"


class Factor(NamedTuple):
    """Something that changes the stake of a deal, and by how much."""

    name: str
    """`open`, `bombs`, `rockets`, `spring`, `eight` (one was held and played on), `eight last`,
    or `saved` with 0: the losing side cannot lose."""
    value: int


class Stake(NamedTuple):
    """What a deal is worth, and why.

    With `double_mode="mul"` the value is the level times all factors, with `"add"` the level times
    1 and what each factor has above 1. The landlord wins or loses `Rules.payouts` times the value
    in all.
    """

    value: int
    level: int
    factors: tuple[Factor, ...]

    def __str__(self) -> str:
        parts = [f"{factor.value} ({factor.name})" for factor in self.factors]
        return " x ".join([str(self.level), *parts]) + f" = {self.value}"


class View(TypedDict):
    """What one seat sees, or somebody at no seat: plain values for JSON.

    The phases draw and claim are in the view of the seat that is asked alone. The others see the
    deal as if it had answered look or decline; that it draws or claims, all see.

    Cards are texts as `str(Hand)` writes them, moves as `str(Move)`, seats numbers. Nothing here
    depends on cards that the seat cannot see.
    """

    viewer: int | None
    version: int
    """The number of public events so far."""
    rules: str
    """As `Rules.parse` reads them."""
    phase: str
    seat: int | None
    """Who is to act."""
    first: int
    """Who began the auction."""
    face_up: str | None
    """The card that was dealt face up to the seat `first`."""
    hands: list[str | None]
    """By seat; None if hidden."""
    counts: list[int]
    """Cards in each hand."""
    kitty: str | None
    """None while hidden."""
    landlord: int | None
    bid: int
    """The highest call, 0 = none."""
    to_beat: str
    """`-` for the leader."""
    to_beat_seat: int | None
    history: list[list[int | str]]
    """`[seat, action]` of all actions that the seat knows of; in the auction numbers."""
    bombs_used: list[int]
    quotas: list[int | None]
    """How many bombs each seat may play; None = any number."""
    open_hands: list[int]
    """The seats whose hands all see."""
    scores: list[int] | None
    """When the deal is over."""


class Event(TypedDict):
    """What changed in a view."""

    version: int
    """Of the view after it."""
    seat: int | None
    """Who acted; None of the deal and of what only the viewer is asked."""
    action: int | str | None
    changes: View
    """The items of the view that changed (the first event of a deal has all)."""


def fold(view: View | None, event: Event) -> View:
    """Return a view with an event's changes; None is the view before the deal.

    Folding an event again changes nothing.

    >>> from ddz import State
    >>> state = State.deal(7).play(3)
    >>> view = None
    >>> for event in state.events(0, seat=1):
    ...     view = fold(view, event)
    >>> view == state.view(1)
    True
    """
    return event["changes"] if view is None else View(**{**view, **event["changes"]})
