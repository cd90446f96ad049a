"""The requests of Botzone's FightTheLandlord, and the responses to them.

A bot reads one line of JSON and writes one: `print(read_request(input()).respond(choose))`. Cards
are the numbers of `ddz.cards`, seats are Botzone's 0 to 2, and the rules are `RULES["botzone"]`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from ddz import cards as physical
from ddz._core import PASS, Hand, Move
from ddz._verbs import judge
from ddz.errors import DdzError, shown
from ddz.notation import BOTZONE
from ddz.rules import RULES

__all__ = ["Turn", "read_request"]

MAX_TEXT: Final = 1 << 20
_PLAY: Final = {"history", "publiccard", "landlord", "pos"}  # what a request for a play has
MAX_TURNS: Final = 200  # a deal has fewer


@dataclass(frozen=True, kw_only=True)
class Turn:
    """What Botzone asks: a bid (`seat` is None) or a play.

    Attributes:
        cards: the cards held now, in ascending order.
        bids: the bids of the seats that came earlier, when asked for a bid.
        seat: the own seat.
        landlord: the landlord's seat.
        kitty: the three cards that the landlord took.
        final_bid: the landlord's bid, None if not told.
        history: all plays so far as (seat, move), passes included, from the landlord's first.
        to_beat: what a play must beat; PASS to lead.
    """

    cards: tuple[int, ...]
    bids: tuple[int, ...] = ()
    seat: int | None = None
    landlord: int | None = None
    kitty: tuple[int, ...] = ()
    final_bid: int | None = None
    history: tuple[tuple[int, Move], ...] = ()
    to_beat: Move = PASS

    @property
    def hand(self) -> Hand:
        """The cards held, as a Hand."""
        return physical.hand(self.cards)

    def respond(self, answer: Move | int) -> str:
        """Return the response as a line of JSON.

        Args:
            answer: a bid from 0 to 3 when asked for one, else a legal Move.

        Raises:
            IllegalMoveError: the move may not be played.
            DdzError: not a legal bid.
            TypeError: a bid instead of a move, or the other way round.

        >>> Turn(cards=(0, 1, 4, 53), seat=0, landlord=0).respond(Move.parse("33"))
        '{"response": [0, 1]}'
        """
        if self.seat is None:
            if isinstance(answer, bool) or not isinstance(answer, int):
                raise TypeError(f"asked for a bid, not for {shown(answer)}")
            if not (answer == 0 or max(self.bids, default=0) < answer <= 3):
                raise DdzError(f"after the bids {list(self.bids)} a bid of {answer} is not legal")
            return json.dumps({"response": answer})
        if not isinstance(answer, Move):
            raise TypeError(f"asked for a play, not for {shown(answer)}")
        judge(answer, self.to_beat, RULES["botzone"], self.hand)
        return json.dumps({"response": list(physical.take(self.cards, answer))})


def read_request(request: str | Mapping[str, Any]) -> Turn:
    """Read what Botzone sends: the requests so far and the own responses to all but the last.

    Args:
        request: the line of JSON, or what it stands for.

    Raises:
        DdzError: not such a request; the message names the place.

    >>> read_request('{"requests": [{"own": [0, 5, 53], "bid": [0]}], "responses": []}').bids
    (0,)
    """
    asked, answered = _turns(request)
    own = _cards(_get(asked[0], "own", "requests[0]"), "requests[0].own")
    first = next((i for i, one in enumerate(asked) if not _PLAY.isdisjoint(one)), None)
    if first is None:
        bids = tuple(_small(bid, "a bid", 3) for bid in _list(asked[-1].get("bid", []), "bid"))
        return Turn(cards=tuple(sorted(own)), bids=bids)

    begin = asked[first]
    where = f"requests[{first}]"
    seat = _small(_get(begin, "pos", where), f"{where}.pos", 2)
    landlord = _small(_get(begin, "landlord", where), f"{where}.landlord", 2)
    kitty = _cards(_get(begin, "publiccard", where), f"{where}.publiccard")
    final_bid = begin.get("finalbid")
    held = set(_cards(begin.get("own", own), f"{where}.own"))
    if seat == landlord:
        held.update(kitty)

    plays = _plays(asked[first:], answered[first:], (seat - landlord) % 3)
    history: list[tuple[int, Move]] = []
    to_beat = PASS
    passed = 0
    for number, (cards, place) in enumerate(plays):
        player = (landlord + number) % 3
        if player == seat:
            if not held.issuperset(cards):
                raise DdzError(f"{place}: {sorted(set(cards) - held)} are not among the own cards")
            held.difference_update(cards)
        try:
            move = BOTZONE.read_move(cards, to_beat=to_beat)
        except DdzError as error:
            raise DdzError(f"{place}: {error}") from error
        history.append((player, move))
        passed = 0 if move else passed + 1
        to_beat = move or (PASS if passed == 2 else to_beat)
    return Turn(
        cards=tuple(sorted(held)),
        seat=seat,
        landlord=landlord,
        kitty=tuple(kitty),
        final_bid=None if final_bid is None else _small(final_bid, "finalbid", 3),
        history=tuple(history),
        to_beat=to_beat,
    )


def _plays(
    asked: Sequence[Mapping[str, Any]], answered: Sequence[Any], before: int
) -> list[tuple[list[int], str]]:
    """All plays from the landlord's first with their places: two of the others, then the own."""
    plays = []
    for turn, one in enumerate(asked):
        place = f"history of play {turn + 1}"
        two = _list(_get(one, "history", place), place)
        if len(two) != 2:
            raise DdzError(f"{place}: two plays, not {len(two)}")
        # before the first own turn only `before` of the others have played
        for i in range(2 - before if turn == 0 else 0, 2):
            plays.append((_cards(two[i], f"{place}[{i}]"), f"{place}[{i}]"))
        if turn < len(answered):
            plays.append((_cards(answered[turn], "responses"), f"response to play {turn + 1}"))
    return plays


def _turns(request: str | Mapping[str, Any]) -> tuple[list[Mapping[str, Any]], list[Any]]:
    """The requests and the responses."""
    if isinstance(request, str):
        if len(request) > MAX_TEXT:
            raise DdzError(f"a request of {len(request)} characters is too long")
        try:
            request = json.loads(request)
        except (ValueError, RecursionError) as error:
            raise DdzError(f"not JSON: {error}") from error
    if not isinstance(request, Mapping):
        raise DdzError(f"a request is an object, not {type(request).__name__}")
    asked = _list(_get(request, "requests", "the request"), "requests")
    answered = _list(request.get("responses", []), "responses")
    if not 0 < len(asked) <= MAX_TURNS or len(answered) != len(asked) - 1:
        raise DdzError(f"{len(asked)} requests do not go with {len(answered)} responses")
    for number, one in enumerate(asked):
        if not isinstance(one, Mapping):
            raise DdzError(f"requests[{number}] is an object, not {type(one).__name__}")
    return asked, answered


def _get(one: Mapping[str, Any], key: str, where: str) -> Any:
    if key not in one:
        raise DdzError(f"{where} has no {key!r}")
    return one[key]


def _list(value: Any, where: str) -> list[Any]:
    if not isinstance(value, list | tuple):
        raise DdzError(f"{where} is a list, not {type(value).__name__}")
    return list(value)


def _cards(value: Any, where: str) -> list[int]:
    try:
        numbers = _list(value, where)
        BOTZONE.read_hand(numbers)
    except (DdzError, TypeError) as error:
        raise DdzError(f"{where}: {error}") from error
    return numbers


def _small(value: Any, where: str, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        raise DdzError(f"{where} is 0 to {most}, not {str(value)[:40]}")
    return value
