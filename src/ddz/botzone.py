"""The requests of Botzone's FightTheLandlord, and the responses to them.

A bot reads one line of JSON and writes one: `print(read_request(input()).respond(choose))`. Cards
are the numbers of `ddz.cards`, seats are Botzone's 0 to 2, and the rules are `RULES["botzone"]`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, SupportsIndex

from ddz import cards as physical
from ddz._core import PASS, Hand, Move
from ddz._verbs import judge
from ddz.errors import DdzError, integer, shown
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

    def respond(self, answer: Move | SupportsIndex) -> str:
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
            if isinstance(answer, Move):
                raise TypeError(f"asked for a bid, not for {shown(answer)}")
            bid = integer(answer, "a bid", 0, 3)
            _check_bid(bid, self.bids)
            return json.dumps({"response": bid})
        if not isinstance(answer, Move):
            raise TypeError(f"asked for a play, not for {shown(answer)}")
        judge(answer, self.to_beat, RULES["botzone"], self.hand)
        return json.dumps({"response": list(physical.take(self.cards, answer))})


def read_request(request: str | Mapping[str, Any]) -> Turn:
    """Read what Botzone sends: the requests so far and the own responses to all but the last.

    The whole deal is checked: sizes, the order of bids, who held and played which card, and that
    every play was legal.

    Args:
        request: the line of JSON, or what it stands for.

    Raises:
        DdzError: not such a request, or one that contradicts itself; the message names the place.

    >>> own = list(range(17))
    >>> read_request({"requests": [{"own": own, "bid": [0]}], "responses": []}).bids
    (0,)
    """
    asked, answered = _turns(request)
    first = next((i for i, one in enumerate(asked) if not _PLAY.isdisjoint(one)), len(asked))
    own: list[int] | None = None
    bids: tuple[int, ...] = ()
    for number, one in enumerate(asked[:first]):
        own = _cards(_get(one, "own", f"requests[{number}]"), f"requests[{number}].own", 17)
        bids = _bids(one.get("bid", []), f"requests[{number}].bid")
        if number < len(answered):
            bid = _small(answered[number], f"responses[{number}]", 3)
            _check_bid(bid, bids, f"responses[{number}]")
    if first == len(asked):
        return Turn(cards=tuple(sorted(own or ())), bids=bids)

    deal = _begin(asked[first], f"requests[{first}]", own)
    if first:
        _check_landlord(deal, bids, answered[first - 1])
    for later, one in enumerate(asked[first + 1 :], first + 1):
        for key in ("own", "publiccard", "landlord", "pos", "finalbid"):
            if key in one and one[key] != asked[first].get(key, one[key]):
                raise DdzError(f"requests[{later}].{key} differs from that of requests[{first}]")
    for player, cards, place in _plays(asked[first:], answered[first:], deal):
        deal.play(player, cards, place)
    if deal.over:
        raise DdzError("asked for a play, but the deal is over")
    return Turn(
        cards=tuple(sorted(deal.held)),
        seat=deal.seat,
        landlord=deal.landlord,
        kitty=tuple(deal.kitty),
        final_bid=deal.final_bid,
        history=tuple(deal.history),
        to_beat=deal.to_beat,
    )


class _Deal:
    """A deal as one seat sees it, from the landlord's first play on."""

    def __init__(
        self, seat: int, landlord: int, own: list[int], kitty: list[int], final_bid: int | None
    ) -> None:
        self.seat = seat
        self.landlord = landlord
        self.kitty = kitty
        self.final_bid = final_bid
        self.held = set(own)
        self.dealt = frozenset(own)
        self.played: set[int] = set()
        self.left = [20 if player == landlord else 17 for player in range(3)]
        self.history: list[tuple[int, Move]] = []
        self.to_beat = PASS
        self.passed = 0

    @property
    def over(self) -> bool:
        return 0 in self.left

    def play(self, player: int, cards: list[int], place: str) -> None:
        """Do a play, once all that is known of it has been checked."""
        if self.over:
            raise DdzError(f"{place}: the deal is over")
        if player == self.seat:
            strange = set(cards) - self.held
            what = "not among the own cards"
        else:
            known = self.dealt if player == self.landlord else self.dealt.union(self.kitty)
            strange = set(cards) & (known | self.played)
            what = "held or played by somebody else"
        if strange:
            raise DdzError(f"{place}: {sorted(strange)} are {what}")
        if len(cards) > self.left[player]:
            raise DdzError(f"{place}: seat {player} has {self.left[player]} cards left")
        try:
            move = BOTZONE.read_move(cards, to_beat=self.to_beat)
        except DdzError as error:
            raise DdzError(f"{place}: {error}") from error
        self.held.difference_update(cards)
        self.played.update(cards)
        self.left[player] -= len(cards)
        self.history.append((player, move))
        self.passed = 0 if move else self.passed + 1
        self.to_beat = move or (PASS if self.passed == 2 else self.to_beat)


def _begin(one: Mapping[str, Any], where: str, own: list[int] | None) -> _Deal:
    """Read the first request for a play.

    In the game without an auction it names no seats: the landlord is 0, and who has played before
    tells the own seat.
    """
    if own is None and "pos" not in one and "landlord" not in one:
        before = _list(_get(one, "history", where), f"{where}.history")
        seat, landlord = (2 if before[:1] != [[]] else 1 if before[1:] != [[]] else 0), 0
    else:
        seat = _small(_get(one, "pos", where), f"{where}.pos", 2)
        landlord = _small(_get(one, "landlord", where), f"{where}.landlord", 2)
    kitty = _cards(_get(one, "publiccard", where), f"{where}.publiccard", 3)
    final_bid = one.get("finalbid")
    if final_bid is not None:
        final_bid = _small(final_bid, f"{where}.finalbid", 3)
    if own is None or "own" in one:
        told = _cards(_get(one, "own", where), f"{where}.own", 17, 20)
        if own is not None and not set(own) <= set(told) <= {*own, *kitty}:
            raise DdzError(f"{where}.own differs from the cards of the auction")
        own = told
    shared = set(own) & set(kitty)
    if seat == landlord and len(own) == 17 and not shared:
        own = own + kitty
    elif shared and not (seat == landlord and len(own) == 20 and len(shared) == 3):
        raise DdzError(f"{where}.publiccard: {sorted(shared)} are among the own cards")
    if len(own) != (20 if seat == landlord else 17):
        raise DdzError(f"{where}.own: {len(own)} cards do not go with seat {seat}")
    return _Deal(seat, landlord, own, kitty, final_bid)


def _bids(value: Any, where: str) -> tuple[int, ...]:
    """The bids of the seats before."""
    bids = tuple(_small(bid, "a bid", 3) for bid in _list(value, where))
    if len(bids) > 2:
        raise DdzError(f"{where}: at most two seats bid before, not {len(bids)}")
    for number, bid in enumerate(bids):
        _check_bid(bid, bids[:number], where)
    return bids


def _check_bid(bid: int, earlier: tuple[int, ...], where: str = "") -> None:
    if not (bid == 0 or max(earlier, default=0) < bid <= 3):
        place = f"{where}: " if where else ""
        raise DdzError(f"{place}after the bids {list(earlier)} a bid of {bid} is not legal")


def _check_landlord(deal: _Deal, bids: tuple[int, ...], own: int) -> None:
    """Refuse a landlord or a final bid that the bids known contradict."""
    known = max(*bids, own, 0)
    final = deal.final_bid
    mine = deal.seat == deal.landlord
    last = len(bids) == 2  # then all bids are known
    wrong = final is not None and (final < known or (final > known and (last or mine)))
    if own < known:
        wrong |= mine
    elif not mine:
        wrong |= last or own == 3 or own == final
    if known and wrong:  # where nobody is known to have bid, anyone may be landlord
        raise DdzError(
            f"after the bids {[*bids, own]} seat {deal.landlord} is no landlord with {final}"
        )


def _plays(
    asked: Sequence[Mapping[str, Any]], answered: Sequence[Any], deal: _Deal
) -> Iterator[tuple[int, list[int], str]]:
    """All plays from the landlord's first as (seat, cards, place): two of others, then the own."""
    for turn, one in enumerate(asked):
        place = f"history of play {turn + 1}"
        two = _list(_get(one, "history", place), place)
        if len(two) != 2:
            raise DdzError(f"{place}: two plays, not {len(two)}")
        for i, player in enumerate(((deal.seat + 1) % 3, (deal.seat + 2) % 3)):
            cards = _cards(two[i], f"{place}[{i}]")
            # before the first own play only the seats from the landlord on have played
            if turn or (player - deal.landlord) % 3 < (deal.seat - deal.landlord) % 3:
                yield player, cards, f"{place}[{i}]"
            elif cards:
                raise DdzError(f"{place}[{i}]: seat {player} comes after the landlord's first play")
        if turn < len(answered):
            cards = _cards(answered[turn], f"response to play {turn + 1}")
            yield deal.seat, cards, f"response to play {turn + 1}"


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
    return [item for item in value]  # a length may lie, and list() would believe it


def _cards(value: Any, where: str, *sizes: int) -> list[int]:
    """Distinct cards, of one of the sizes if some are given."""
    numbers = _list(value, where)
    try:
        BOTZONE.read_hand(numbers)
    except (DdzError, TypeError) as error:
        raise DdzError(f"{where}: {error}") from error
    if sizes and len(numbers) not in sizes:
        raise DdzError(f"{where}: {len(numbers)} cards, not {' or '.join(map(str, sizes))}")
    return numbers


def _small(value: Any, where: str, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        raise DdzError(f"{where} is 0 to {most}, not {shown(value)}")
    return value
