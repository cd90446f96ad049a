"""What can go wrong, and how `ddz` says so."""

from __future__ import annotations

from enum import Enum, StrEnum
from operator import index
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ddz._core import Move


class DdzError(ValueError):
    """The base of every error `ddz` raises for a bad value.

    Wrong *types* raise the usual `TypeError`.
    """


class ParseError(DdzError):
    """A text that is not what it should be: a hand, a move, rules, a state, tiles.

    Attributes:
        column: where in the text, counted from 1.
    """

    column: int

    def __init__(self, message: str, column: int) -> None:
        super().__init__(message, column)
        self.column = column

    def __str__(self) -> str:
        return f"column {self.column}: {self.args[0]}"


class RecordError(ParseError):
    """A deal record that is not well-formed, or that breaks the rules it names.

    Attributes:
        line: where in the text, counted from 1; 0 = the record was not read from a text.
        column: where in that line, counted from 1.
        token: which token of the movetext, counted from 1 without comments; 0 = none.
        reason: why a play is refused; None where the record is wrong in another way.
    """

    line: int
    token: int
    reason: Reason | None

    def __init__(
        self, message: str, line: int, column: int, token: int = 0, reason: Reason | None = None
    ) -> None:
        super().__init__(message, column)
        self.args = (message, line, column, token, reason)
        self.line = line
        self.token = token
        self.reason = reason

    def __str__(self) -> str:
        place = [f"line {self.line}, column {self.column}"] if self.line else []
        place += [f"token {self.token}"] if self.token else []
        return f"{', '.join(place)}: {self.args[0]}" if place else str(self.args[0])


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
    NOT_YOUR_TURN = "not your turn"
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
    except Exception:  # too deep, or what the value's own code raises
        text = f"a value of the type {type(value).__name__}"
        if type(value) is int:  # Python refuses to write very large ones
            text = f"an integer of {value.bit_length()} bits"
    return text if len(text) <= 80 else f"{text[:60]}... ({len(text)} characters)"


def integer(value: object, what: str, low: int, high: int) -> int:
    """Return an integer of any type, numpy's too, that must lie in a range.

    Raises:
        TypeError: no integer; a bool or a member of an enum is none.
        DdzError: outside the range.
    """
    try:
        if isinstance(value, bool | Enum):
            raise TypeError
        number = index(value)  # type: ignore[arg-type]
    except TypeError as error:
        raise TypeError(f"{what} is an integer, not {shown(value)}") from error
    if not low <= number <= high:
        raise DdzError(f"{what} is {low} to {high}, not {shown(number)}")
    return number
