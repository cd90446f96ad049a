"""A slow and independent reference for whole deals of Dou Dizhu: auction, play and score.

It is written from the rules of the game and from the names of the fields of a rule set, not from
the engine: it imports nothing from `ddz`. A table is one plain mutable object that is played
forward; which combinations there are and what beats what it asks of `reference`.

Where the rules leave freedom, this file chooses:

The auction
* The quota of bombs counts *levels*, not their values: the caller of 5 in (5, 10, 15) has one.
* A seat "after the full call" is a seat that had no turn in the auction. So without an auction
  (a given landlord, or `auction="none"`) nobody has a limit.
* With `quota_landlord="level"` the landlord is limited as any other seat would be.
* Forced calls bind at every turn, also at the second turn of a circular auction. A call was
  forced when the obligation left the caller fewer choices than the auction alone.
* North's "two red jokers" is two or more; "four jokers" is all jokers of the game; an eight is
  eight or more equal cards. An opener who must exceed the lowest level of a one-level auction
  has no such call: the obligation lapses.
* After the full call only seats that have had no turn may snatch. Without an auction of levels
  (`first-call`) the call 1 is the full call. The one who is outbid by a snatch keeps the quota
  of his call.

The optional phases
* The phases never go back: when a peasant declines a draw the others are not asked any more and
  the deal goes on with the next phase.
* `talk` is asked of every landlord when `draw_rule` is on; only `draw` needs a forced call.
* Claims: the first who claims ends the deal, at the plain value of the level.
* `open` is asked after a snatch, too, although `snatch_open` has shown the hands.
* A given landlord starts in `play`: no optional phase is asked; the value is 1.

The score
* A snatcher's terms are 3 and 2 units in all, or from each peasant, whatever the number of
  peasants and the payouts.
* A declined eight doubles once for a side, however many its holders were. Each of its doublings
  (declined, played last) is one event with factor 2, also with `double_mode="add"`.
* A loss that scores nothing (a declined eight, `no_lose`) makes the whole deal score nothing.
* `no_lose` asks for a bomb of exactly seven cards or the rocket, whatever doubles.
* With `double_each=False` the one factor is that of the first doubling play.
* Spring is of a hand played to the end, not of a claim or a surrender.
* `score_scale` is the least factor that makes every table of the rule set whole.
"""

from __future__ import annotations

import dataclasses
import functools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import reference
from reference import BLACK, RED, Counts, Reading

Action: TypeAlias = "int | str | Reading"

PASS = "pass"

CHOICES = {
    "snatch": ("snatch", "decline"),
    "draw": ("draw", "look"),
    "talk": ("play", "propose", "surrender"),
    "answer": ("accept", "decline"),
    "claim": ("claim", "decline"),
    "open": ("open", "decline"),
}

KINDS = (
    "solo",
    "pair",
    "trio",
    "trio_solo",
    "trio_pair",
    "solo_chain",
    "pair_chain",
    "trio_chain",
    "trio_solo_chain",
    "trio_pair_chain",
    "four_two_solo",
    "four_two_pair",
    "bomb",
    "rocket",
    "four_chain",
)


@dataclass(frozen=True, kw_only=True)
class TableRules:
    """The fields of a rule set that this file and `reference` read; the defaults are classic."""

    players: int = 3
    decks: int = 1
    jokers: bool = True
    hand_cards: int = 17
    kitty_cards: int = 3

    trio_solo: bool = True
    trio_pair: bool = True
    trio_solo_chain: bool = True
    trio_pair_chain: bool = True
    four_two_solo: bool = True
    four_two_pair: bool = True
    min_solo_chain: int = 5
    min_pair_chain: int = 3
    min_trio_chain: int = 2
    min_four_chain: int = 0
    wheel: bool = False
    wheel_max: int = 14
    wheel_both_ends: bool = False
    kick_solo_copies: int = 3
    kick_pair_copies: int = 1
    four_two_solo_copies: int = 2
    four_two_pair_copies: int = 1
    kick_adjacent: bool = False
    kick_rocket: bool = False
    kick_rocket_min: int = 2
    kick_joker_pair: bool = True
    rocket_over: int = 12

    levels: tuple[int, ...] = (1, 2, 3)
    auction: str = "circular"
    first_bidder: str = "faceup"
    on_all_pass: str = "redeal"
    kitty_public: bool = True
    double_sizes: tuple[int, ...] = tuple(range(4, 13))
    double_rocket: bool = True
    bomb_factor: int = 2
    rocket_factor: int = 2
    spring_factor: int = 2
    open_factor: int = 2
    spring: bool = False
    anti_spring: bool = False
    double_each: bool = True
    double_mode: str = "mul"
    bomb_quota: bool = False
    quota_landlord: str = "none"
    quota_passed: bool = True
    quota_rocket: bool = True
    forced: str = "off"
    count_eight_as_two: bool = False
    snatch: str = "off"
    snatch_open: bool = True
    open_play: bool = False
    eight_rule: str = "bomb"
    eight_last: bool = False
    no_lose: str = "off"
    draw_rule: bool = False
    payout_win: int = 0
    payout_lose: int = 0

    @property
    def max_cards(self) -> int:
        """The landlord's hand."""
        return self.hand_cards + self.kitty_cards

    def replace(self, **changes: Any) -> TableRules:
        """Return these rules with some fields changed."""
        return dataclasses.replace(self, **changes)


def _presets() -> dict[str, TableRules]:
    classic = TableRules()
    given = {"auction": "none", "first_bidder": "seat0"}
    wings = {"kick_solo_copies": 4, "kick_adjacent": True, "kick_rocket": True}
    four = TableRules(
        players=4,
        decks=2,
        hand_cards=25,
        kitty_cards=8,
        trio_solo=False,
        trio_solo_chain=False,
        four_two_solo=False,
        four_two_pair=False,
        kitty_public=False,
        double_sizes=(6, 7, 8),
    )
    wheel = four.replace(
        wheel=True,
        rocket_over=7,
        auction="quasi",
        bomb_quota=True,
        kitty_public=True,
        double_sizes=(7,),
        double_each=False,
        eight_rule="claim",
    )
    return {
        "classic": classic,
        "pagat": classic.replace(kick_solo_copies=1, four_two_solo_copies=1),
        "rlcard": classic.replace(**given, double_sizes=(), double_rocket=False),
        "douzero": classic.replace(**given, **wings),
        "openspiel": classic.replace(
            four_two_solo=False,
            four_two_pair=False,
            kick_adjacent=True,
            on_all_pass="end",
            spring=True,
            anti_spring=True,
        ),
        "onestraw": classic.replace(**wings, kick_pair_copies=2, four_two_pair_copies=2),
        "botzone": classic.replace(
            min_four_chain=2,
            kick_solo_copies=1,
            four_two_solo_copies=1,
            kick_rocket=True,
            auction="single",
            first_bidder="seat0",
            on_all_pass="end",
        ),
        "four-player": four,
        "four-player-wheel": wheel,
        "four-player-wheel-south": wheel.replace(levels=(1, 2, 3, 4), forced="south"),
        "four-player-wheel-north": wheel.replace(
            min_solo_chain=0,
            bomb_quota=False,
            forced="north",
            open_play=True,
            no_lose="either",
            draw_rule=True,
        ),
    }


TABLE_PRESETS = _presets()


class RefTable:
    """One deal, played forward.

    Args:
        hands: the cards of each seat, as text or as counts.
        kitty: the cards for the landlord.
        rules: an object with the fields of `TableRules`.
        first: the seat that opens the auction (without an auction: the landlord).
        landlord: if given there is no auction: he takes the kitty and leads.
    """

    def __init__(
        self,
        hands: Sequence[str | Counts],
        kitty: str | Counts,
        rules: Any,
        first: int,
        landlord: int | None = None,
    ) -> None:
        if len(hands) != rules.players:
            raise ValueError(f"{len(hands)} hands for {rules.players} players")
        self.rules = rules
        self.players: int = rules.players
        self.hands = [_counts(hand) for hand in hands]
        self.kitty = _counts(kitty)
        jokers = rules.decks if rules.jokers else 0
        deck = (4 * rules.decks,) * 13 + (jokers, jokers)
        for rank, cards in enumerate(zip(*self.hands, self.kitty, strict=True)):
            if sum(cards) > deck[rank]:
                raise ValueError(f"{sum(cards)} cards {reference.RANKS[rank]} in a deck")
        self.first = first
        self.phase = "auction"
        self.seat: int | None = first
        self.history: list[tuple[int, Action]] = []

        self.landlord: int | None = None
        self.value = 0  # of the landlord's level
        self.calls: list[tuple[int, int]] = []
        self.forced_call = False
        self.to_ask: list[int] = []  # seats still to be asked in an optional phase
        self.snatched = False
        self.opened = False
        self.declined_eight: set[int] = set()

        self.plays: list[tuple[int, Reading]] = []  # without the passes
        self.to_beat: Reading | None = None
        self.to_beat_seat: int | None = None
        self.bombs_used = [0] * self.players

        self.ending = ""  # out, claim, surrender, draw, all-pass
        self.landlord_won = False
        self.out: int | None = None

        if landlord is not None:
            self._take_kitty(landlord, 1)
            self._start_play()
        elif rules.auction == "none":
            self._take_kitty(first, 1)
            self._after_kitty()

    def copy(self) -> RefTable:
        """Return a table that can be played on without changing this one."""
        other = object.__new__(RefTable)
        for name, value in vars(self).items():
            other.__dict__[name] = value.copy() if isinstance(value, (list, set)) else value
        return other

    def legal_actions(self) -> list[Action]:
        """Return everything the seat to act may do; nothing when the deal is over."""
        if self.phase == "auction":
            return list(self._legal_calls())
        if self.phase == "play":
            return self._legal_plays()
        return list(CHOICES.get(self.phase, ()))

    def play(self, action: Action) -> None:
        """Let the seat to act do something.

        Raises:
            ValueError: it is not legal.
        """
        if action not in self.legal_actions():
            raise ValueError(f"{action!r} is not legal in {self.phase}")
        assert self.seat is not None
        self.history.append((self.seat, action))
        {
            "auction": self._call,
            "snatch": self._snatch,
            "draw": self._draw,
            "talk": self._talk,
            "answer": self._answer,
            "claim": self._claim,
            "open": self._open,
            "play": self._put,
        }[self.phase](self.seat, action)  # type: ignore[operator]

    @property
    def is_over(self) -> bool:
        """Whether nobody can do anything: finished, or thrown in to be dealt again."""
        return self.phase in ("over", "redeal")

    def _next(self, seat: int) -> int:
        return (seat + 1) % self.players

    def _seats_from(self, seat: int) -> list[int]:
        """All seats in turn order, this one first."""
        return [(seat + i) % self.players for i in range(self.players)]

    def _end(self, ending: str) -> None:
        self.phase, self.seat, self.ending = "over", None, ending

    # ----------------------------------------------------------------------- auction

    def _levels(self) -> tuple[int, ...]:
        return (1,) if self.rules.auction == "first-call" else tuple(self.rules.levels)

    def _high(self) -> int:
        return max((call for _, call in self.calls), default=0)

    def _legal_calls(self) -> list[int]:
        options = self._calls_of_the_auction()
        obliged = self._obligation(options)
        return obliged or options

    def _calls_of_the_auction(self) -> list[int]:
        higher = [level for level in self._levels() if level > self._high()]
        if self.rules.auction == "quasi" and not self.calls:
            return higher  # the opener holds the lowest level and cannot give it up
        return [0, *higher]

    def _obligation(self, options: list[int]) -> list[int]:
        """The calls that the hand of the seat to act leaves him; all of them, or none, if free."""
        assert self.seat is not None
        hand = self.hands[self.seat]
        bombs = count_bombs(hand, self.rules)
        full = self._levels()[-1]
        must_call_full = must_raise = False
        if self.rules.forced == "south":
            must_call_full = bombs >= 3
        elif self.rules.forced == "north":
            must_call_full = bombs >= 3 or hand[BLACK] + hand[RED] >= 3
            must_raise = bombs >= 2 or hand[RED] >= 2
        if must_call_full:
            return [call for call in options if call == full]
        if must_raise:
            quasi_opener = self.rules.auction == "quasi" and not self.calls
            above = self._levels()[0] if quasi_opener else self._high()
            return [call for call in options if call > above]
        return options

    def _call(self, seat: int, call: int) -> None:
        if call and len(self._legal_calls()) < len(self._calls_of_the_auction()):
            self.forced_call = True
        elif call:
            self.forced_call = False  # the call that stands is a free one
        self.calls.append((seat, call))
        high = self._high()
        if call == self._levels()[-1]:
            self._after_full_call(seat)
        elif self._auction_is_over():
            if high:
                self._auction_won(self._caller_of(high), high)
            elif self.rules.on_all_pass == "end":
                self._end("all-pass")
            else:
                self.phase, self.seat, self.ending = "redeal", None, "all-pass"
        else:
            self.seat = self._next(seat)

    def _auction_is_over(self) -> bool:
        if self.rules.auction != "circular":
            return len(self.calls) == self.players
        if self._high() == 0:
            return len(self.calls) == self.players
        last = [call for _, call in self.calls[-(self.players - 1) :]]
        return len(last) == self.players - 1 and not any(last)

    def _caller_of(self, level: int) -> int:
        return next(seat for seat, call in self.calls if call == level)

    def _after_full_call(self, seat: int) -> None:
        had_a_turn = {caller for caller, _ in self.calls}
        later = [s for s in self._seats_from(seat) if s not in had_a_turn]
        if self.rules.snatch != "off" and later:
            self._ask("snatch", later)
        else:
            self._auction_won(seat, self._high())

    def _ask(self, phase: str, seats: list[int]) -> None:
        """Go to an optional phase in which these seats are asked one after another."""
        self.phase = phase
        self.seat, self.to_ask = seats[0], seats[1:]

    def _snatch(self, seat: int, action: str) -> None:
        if action == "snatch":
            self.snatched = True
            self.forced_call = False
            self._auction_won(seat, self._high())
        elif self.to_ask:
            self._ask("snatch", self.to_ask)
        else:
            self._auction_won(self._caller_of(self._high()), self._high())

    def _auction_won(self, seat: int, value: int) -> None:
        if self.rules.draw_rule and self.forced_call:
            self.landlord, self.value = seat, value
            self._ask("draw", [seat])
        else:
            self._take_kitty(seat, value)
            self._after_kitty()

    # --------------------------------------------------------- between auction and play

    def _draw(self, seat: int, action: str) -> None:
        if action == "draw":
            self._end("draw")
        else:
            self._take_kitty(seat, self.value)
            self._after_kitty()

    def _take_kitty(self, seat: int, value: int) -> None:
        self.landlord, self.value = seat, value
        self.hands[seat] = _plus(self.hands[seat], self.kitty)

    def _after_kitty(self) -> None:
        assert self.landlord is not None
        if self.rules.draw_rule:
            self._ask("talk", [self.landlord])
        else:
            self._ask_claims()

    def _talk(self, seat: int, action: str) -> None:
        if action == "surrender":
            lower = [level for level in self._levels() if level < self.value]
            self.value = max(lower, default=self.value)
            self.landlord_won = False
            self._end("surrender")
        elif action == "propose":
            self._ask("answer", self._seats_from(seat)[1:])
        else:
            self._ask_claims()

    def _answer(self, seat: int, action: str) -> None:
        if action == "decline":
            self._ask_claims()
        elif self.to_ask:
            self._ask("answer", self.to_ask)
        else:
            self._end("draw")

    def _ask_claims(self) -> None:
        assert self.landlord is not None
        holders = [s for s in self._seats_from(self.landlord) if max(self.hands[s]) >= 8]
        if self.rules.eight_rule == "claim" and holders:
            self._ask("claim", holders)
        else:
            self._ask_open()

    def _claim(self, seat: int, action: str) -> None:
        if action == "claim":
            self.landlord_won = seat == self.landlord
            self._end("claim")
            return
        self.declined_eight.add(seat)
        if self.to_ask:
            self._ask("claim", self.to_ask)
        else:
            self._ask_open()

    def _ask_open(self) -> None:
        assert self.landlord is not None
        if self.rules.open_play:
            self._ask("open", [self.landlord])
        else:
            self._start_play()

    def _open(self, seat: int, action: str) -> None:
        self.opened = action == "open"
        self._start_play()

    # -------------------------------------------------------------------------- play

    def _start_play(self) -> None:
        self.phase, self.seat = "play", self.landlord

    def quota(self, seat: int) -> int | None:
        """How many bombs a seat may play in all; None = any number."""
        if not self.rules.bomb_quota or self.landlord is None:
            return None
        if seat == self.landlord and self.rules.quota_landlord == "none":
            return None
        own = [call for caller, call in self.calls if caller == seat]
        if not own:  # no auction, or a full call before his turn
            return None
        if max(own) == 0:
            return 1 if self.rules.quota_passed else None
        return self._levels().index(max(own)) + 1

    @property
    def quotas(self) -> list[int | None]:
        """The quota of every seat."""
        return [self.quota(seat) for seat in range(self.players)]

    def _costs_quota(self, move: Reading) -> bool:
        return move.kind == "bomb" or (move.kind == "rocket" and bool(self.rules.quota_rocket))

    def _legal_plays(self) -> list[Action]:
        assert self.seat is not None
        quota = self.quota(self.seat)
        spent = quota is not None and self.bombs_used[self.seat] >= quota
        moves: list[Action] = [] if self.to_beat is None else [PASS]
        for move in leads_in_order(self.hands[self.seat], self.rules):
            if self.to_beat is not None and not reference.beats(move, self.to_beat, self.rules):
                continue
            if spent and self._costs_quota(move):
                continue
            moves.append(move)
        return moves

    def _put(self, seat: int, action: Action) -> None:
        if isinstance(action, Reading):
            self.hands[seat] = _minus(self.hands[seat], action.counts)
            self.plays.append((seat, action))
            self.to_beat, self.to_beat_seat = action, seat
            if self._costs_quota(action):
                self.bombs_used[seat] += 1
            if not any(self.hands[seat]):
                self.out = seat
                self.landlord_won = seat == self.landlord
                self._end("out")
                return
        self.seat = self._next(seat)
        if self.seat == self.to_beat_seat:  # all others have passed
            self.to_beat = self.to_beat_seat = None

    # ------------------------------------------------------------------------- score

    def factors(self) -> list[tuple[str, int]]:
        """Return the doubling events of the deal so far, each with its factor."""
        events = []
        if self.opened:
            events.append(("open", self.rules.open_factor))
        doubling = [self._doubling(move) for _, move in self.plays]
        doubling = [event for event in doubling if event]
        events += doubling if self.rules.double_each else doubling[:1]  # type: ignore[arg-type]
        if self.ending == "out":
            events += self._factors_at_the_end()
        return events

    def _doubling(self, move: Reading) -> tuple[str, int] | None:
        if move.kind == "bomb" and sum(move.counts) in self.rules.double_sizes:
            return ("bomb", self.rules.bomb_factor)
        if move.kind == "rocket" and self.rules.double_rocket:
            return ("rocket", self.rules.rocket_factor)
        return None

    def _factors_at_the_end(self) -> list[tuple[str, int]]:
        events = []
        by_landlord = [seat == self.landlord for seat, _ in self.plays]
        if self.landlord_won and self.rules.spring and all(by_landlord):
            events.append(("spring", self.rules.spring_factor))
        if not self.landlord_won and self.rules.anti_spring and by_landlord.count(True) == 1:
            events.append(("anti-spring", self.rules.spring_factor))
        if any(self._won(seat) for seat in self.declined_eight):
            events.append(("eight", 2))
        last = self.plays[-1][1]
        if self.rules.eight_last and last.kind == "bomb" and sum(last.counts) >= 8:
            events.append(("eight-last", 2))
        return events

    def _won(self, seat: int) -> bool:
        return (seat == self.landlord) == self.landlord_won

    def stake(self) -> int:
        """Return the value of the level times (or plus) the doublings."""
        factors = [factor for _, factor in self.factors()]
        if self.rules.double_mode == "add":
            return self.value * (1 + sum(factor - 1 for factor in factors))
        return self.value * math.prod(factors)

    def scores(self) -> list[int]:
        """Return the points of every seat, times `score_scale`; they sum to zero.

        Raises:
            ValueError: the deal is not over.
        """
        if not self.is_over:
            raise ValueError("the deal is not over")
        if self.ending in ("draw", "all-pass") or self._loss_is_free():
            return [0] * self.players
        win, lose = _units(self.rules, self.snatched)
        units = win if self.landlord_won else -lose
        peasants = self.players - 1
        total = self.stake() * units * score_scale(self.rules)
        assert total % peasants == 0
        return [
            total if seat == self.landlord else -total // peasants for seat in range(self.players)
        ]

    def _loss_is_free(self) -> bool:
        """Whether the losing side loses nothing."""
        if self.ending != "out":
            return False
        if any(not self._won(seat) for seat in self.declined_eight):
            return True
        if self.rules.no_lose == "off":
            return False
        if self.rules.no_lose == "landlord" and self.landlord_won:
            return False
        return any(
            not self._won(seat)
            and (move.kind == "rocket" or (move.kind == "bomb" and sum(move.counts) == 7))
            for seat, move in self.plays
        )


def score_scale(rules: Any) -> int:
    """Return the least number that makes every score of these rules whole."""
    amounts = [*_units(rules, False)]
    if rules.snatch != "off":
        amounts += _units(rules, True)
    peasants = rules.players - 1
    return math.lcm(*(peasants // math.gcd(amount, peasants) for amount in amounts))


def _units(rules: Any, snatched: bool) -> tuple[int, int]:
    """What the landlord wins and loses in all, in units."""
    peasants = rules.players - 1
    if snatched:
        each = peasants if rules.snatch == "per-farmer" else 1
        return 3 * each, 2 * each
    return rules.payout_win or peasants, rules.payout_lose or peasants


def count_bombs(hand: Counts, rules: Any) -> int:
    """Return how many bombs a hand has for the forced calls."""
    bombs = 0
    for n in hand[:13]:
        if n >= 8 and rules.count_eight_as_two:
            bombs += 2
        elif n >= 4:
            bombs += 1
    if rules.jokers and hand[BLACK] == hand[RED] == rules.decks:
        bombs += 1
    return bombs


def order(move: Reading) -> tuple[int, int, int, int]:
    """The order of moves: by kind, length, rank, and the kickers as a number."""
    kickers = _minus(move.counts, move.body)
    return (
        KINDS.index(move.kind),
        move.length,
        move.rank,
        sum(n << 4 * r for r, n in enumerate(kickers)),
    )


@functools.lru_cache(maxsize=20_000)
def leads_in_order(hand: Counts, rules: Any) -> tuple[Reading, ...]:
    """Return the leads of a hand, sorted (kept, as a tree asks for the same hands often)."""
    return tuple(sorted(reference.leads(hand, rules), key=lambda m: (order(m), m.counts)))


def perft(table: RefTable, depth: int) -> int:
    """Count the leaves of the tree of actions; a finished deal counts once at every depth."""
    if depth == 0 or table.is_over:
        return 1
    if depth == 1:
        return len(table.legal_actions())
    leaves = 0
    for action in table.legal_actions():
        after = table.copy()
        after.play(action)
        leaves += perft(after, depth - 1)
    return leaves


def text_of(counts: Counts) -> str:
    """Write cards as characters."""
    return "".join(n * rank for n, rank in zip(counts, reference.RANKS, strict=True))


def _counts(cards: str | Counts) -> Counts:
    return reference.counts_of(cards) if isinstance(cards, str) else tuple(cards)


def _plus(a: Counts, b: Counts) -> Counts:
    return tuple(x + y for x, y in zip(a, b, strict=True))


def _minus(a: Counts, b: Counts) -> Counts:
    return tuple(x - y for x, y in zip(a, b, strict=True))
