"""What can go wrong, and how `ddz` says so."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ddz._core import Move


class DdzError(ValueError):
    """The base of every error `ddz` raises for a bad value.

    Wrong *types* raise the usual `TypeError`.
    """


class ParseError(DdzError):
    """A text that is no hand or no move.

    Attributes:
        column: where in the text, counted from 1.
    """

    column: int

    def __init__(self, message: str, column: int) -> None:
        super().__init__(message, column)
        self.column = column

    def __str__(self) -> str:
        return f"column {self.column}: {self.args[0]}"


class RulesError(DdzError):
    """A rule switch with an impossible value, or switches that contradict each other."""


class Reason(StrEnum):
    """Why a play is refused (`IllegalMoveError.reason`)."""

    NOT_IN_HAND = "not in hand"
    NOT_A_COMBINATION = "not a combination"
    DOES_NOT_BEAT = "does not beat"
    MUST_LEAD = "must lead"
    NOT_IN_DECK = "more cards than the deck"
    OVER_QUOTA = "no bomb left in the quota"
    NOT_OFFERED = "not offered"
    NOT_THIS_PHASE = "not in this phase"
    OVER = "the deal is over"


class IllegalMoveError(DdzError):
    """A play that the rules refuse.

    Attributes:
        reason: which rule refuses it.
    """

    reason: Reason

    def __init__(self, message: str, reason: Reason) -> None:
        super().__init__(message, reason)
        self.reason = reason

    def __str__(self) -> str:
        return str(self.args[0])


class AmbiguousMoveError(DdzError):
    """Cards that may be played in more than one way; the player must say which.

    Attributes:
        moves: the readings to choose from, strongest first.
    """

    moves: tuple[Move, ...]

    def __init__(self, message: str, moves: tuple[Move, ...]) -> None:
        super().__init__(message, moves)
        self.moves = moves

    def __str__(self) -> str:
        return str(self.args[0])


def shown(value: object) -> str:
    """Return a short `repr` of any value: messages do not grow with untrusted input."""
    try:
        text = repr(value)
    except ValueError:  # Python refuses to write very large integers
        text = f"an integer of {int.bit_length(value)} bits" if isinstance(value, int) else "?"
    return text if len(text) <= 80 else f"{text[:60]}... ({len(text)} characters)"
