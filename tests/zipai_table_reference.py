"""A slow and independent reference for a whole deal of Zipai.

It is written from the rules of the game only and imports nothing from `ddz`. The deal is one
generator (`_deal`) that reads top to bottom like the rules: wherever somebody has a choice it
yields the seat and its legal actions and gets the action back.

Tiles are 0..19 and melds (kind, tiles) as in `zipai_reference`. Seats are 0..players-1, the next
seat is (seat + 1) % players; "in order from s" means s, s + 1, ...

Actions: ("discard", tile), ("peng",), ("eat", melds), ("win",), ("pass",).

## The phases, and who is asked what

 0. Setup, nobody is asked. In order from the dealer every four of a kind is set aside (`long`),
    ascending. Then in order from the dealer each seat takes its replacements (`replace`): while it
    took fewer than m - 1 tiles, m its fours set aside. A four completed so is set aside at once.
    The dealer takes the last tile of the stock, the others the first.
 1. `tianhu`: if the dealer's tiles win as they stand: win | pass.
 2. `discard`: the dealer discards any tile of which it holds one or two.
 3. After a discard of seat d:
    a. `win`: only on the dealer's first discard, in order from d + 1, each seat that wins
       (source `discard`): win | pass. The first win ends the deal.
    b. The seat that holds three of it, or an exposed wei of it, executes the pao.
    c. `peng`: in order from d + 1 each seat with exactly two of it: peng | pass.
    d. `eat`: seat d + 1: every lay-out | pass.
    e. Nobody: the tile stays before d, and d + 1 turns a tile (4).
 4. A turn of seat t. If the stock is empty the deal ends undecided. Else t shows its hidden fours
    (`show`), then the first tile of the stock is turned (`turn`), then:
    a. If t holds three of it or an exposed wei of it (ti), or exactly two of it (wei): if t wins
       with it (source `self`) `win`: t: win | pass; after a pass the ti or wei is executed.
       Nobody else is asked anything about this tile.
    b. `win`: in order from t each seat that wins (source `self` for t, `other` for the rest):
       win | pass. The first win ends the deal.
    c. The seat that holds three of it, or an exposed wei or peng of it, executes the pao.
    d. `peng`: in order from t + 1 each seat with exactly two of it: peng | pass.
    e. `eat`: t, then t + 1: every lay-out | pass.
    f. Nobody: the tile lies dead before t (`dead`), and t + 1 turns a tile (4).
 5. After an entry of seat s (its hidden fours are shown just before it): a ti or pao that makes
    two or more fours of s (peng raised to pao and fours set aside count) has no discard
    (`no_discard`) and s + 1 turns a tile (4). Otherwise s is asked for a `discard` as in 2, which
    is offered as in 3 without 3a. If s has no tile it may discard it becomes `xianggong`
    (once), has no discard (`no_discard`), and s + 1 turns a tile (4).

One question holds every choice of one seat at one stage; nobody is asked where passing is the only
choice; a discard is asked even where one tile only may go. A pass leaves no event.

## Choices made where the rules leave freedom

 * Declining a win, then a peng, then an eat of one tile are three questions.
 * A drawer who wins on a forced ti or wei is asked before the meld is laid out: the win counts the
   tile as that meld (a stinking wei where the peng of its kind was refused).
 * Tianhu is a question of its own before the first discard, not one of the discards.
 * A dealer of seven kan who declines tianhu (or lacks min_hu) has no tile to discard: it becomes
   `xianggong` as after a forced wei, and the next seat turns. There is no dihu then.
 * A winner of a complete hand who passes on a forced wei and has no tile left becomes `xianggong`
   like one who could not win.
 * A `xianggong` seat stays so; a later pao or ti of it has no discard, as all it holds is kan.
 * A kind is dead for a seat that was asked peng or eat of it and took neither. The marks are set
   when the tile's offers end, before the claimant lays its meld. A wei stinks where the refused
   offers included a peng; dead kinds of the switches below make none stink.
 * A stinking wei is never raised: the refused tile and its three are all there are.
 * `own_discards_dead`: the kind is dead for the discarder at once.
 * `passed_kinds_dead`: the kind of an unclaimed turned tile is dead for the drawer and the next
   seat, of an unclaimed discard for the next seat, whether they were asked or not.
 * `must_zhuai` and `break_ti` off and on widen the drawer's own win only: nobody else may win on a
   tile of which the drawer makes a wei or ti.
 * `split_kan` concerns counting only: no tile of a kan is discarded or eaten.
 * Fours set aside are shown just before the event that shows them (`turn`, entry or win).
 * Wins on later discards (`discard_wins="all"`) get no bonus; the first discard is dihu in any
   case.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from zipai_reference import (
    FOURS,
    KINDS,
    RED_NUMBERS,
    Group,
    RefRules,
    ref_best_hu,
    ref_eats,
    ref_piles,
)

Action = tuple[Any, ...]
Event = tuple[Any, ...]
Question = tuple[int, str, tuple[Action, ...]]  # the seat, the stage, the legal actions
Asking = Generator[Question, Action, int]  # ends with the seat that turns the next tile

WIN: Action = ("win",)
PENG: Action = ("peng",)
PASS: Action = ("pass",)


@dataclass(frozen=True, kw_only=True)
class RefTableRules(RefRules):
    """The rules of counting and those of the table."""

    players: int = 3
    discard_wins: str = "first"
    """Which discards win: `none`, `first` (dihu) or `all`."""
    own_discards_dead: bool = False
    passed_kinds_dead: bool = False


SHAOYANG = RefTableRules()
SHAOYANG_FOUR = RefTableRules(players=4, melds=5, min_hu=6)


class Result(NamedTuple):
    """How a deal ended; without a winner everything but `how`, `scores` and the dealer is 0."""

    winner: int | None
    how: str
    """`tianhu`, `dihu`, `discard`, `self_draw`, `turned` or `chouzhuang`."""
    hu: int
    piles: int
    scores: tuple[int, ...]
    next_dealer: int


class RefTable:
    """One deal: `seat`, `stage` and `legal_actions()` say who is asked what, `play` answers.

    Args:
        hands: the dealt tiles of each seat in any order.
        stock: the other tiles; the first is drawn first, the dealer's replacements come from the
            end.
        dealer: the seat that has one tile more.
        rules: the rules.
    """

    def __init__(
        self,
        hands: Sequence[Sequence[int]],
        stock: Sequence[int],
        dealer: int = 0,
        rules: RefTableRules = SHAOYANG,
    ) -> None:
        self.rules = rules
        self.dealer = dealer
        self.hands = [[list(hand).count(tile) for tile in range(KINDS)] for hand in hands]
        self.stock = list(stock)
        seats = range(rules.players)
        self.melds: list[list[Group]] = [[] for _ in seats]  # fours set aside included
        self.hidden: list[list[int]] = [[] for _ in seats]  # kinds of fours not shown yet
        self.lying: list[list[int]] = [[] for _ in seats]  # unclaimed tiles before each seat
        self.dead: list[set[int]] = [set() for _ in seats]  # kinds neither eaten nor penged
        self.refused: list[set[int]] = [set() for _ in seats]  # of those, the refused pengs
        self.xianggong = [False for _ in seats]
        self.events: list[Event] = []
        self.offered: int | None = None  # the tile that is turned or discarded right now
        self.result: Result | None = None
        self.seat: int | None = None
        self.stage = ""
        self._check()
        self._legal: tuple[Action, ...] = ()
        self._questions = self._deal()
        self._go_on(None)

    def legal_actions(self) -> list[Action]:
        """Return what the seat that is asked may answer; nothing when the deal is over."""
        return list(self._legal)

    def play(self, action: Action) -> None:
        """Answer for the seat that is asked.

        Raises:
            ValueError: the action is not legal.
        """
        if action not in self._legal:
            raise ValueError(f"{action} is none of {self._legal}")
        self._go_on(action)

    def tiles(self) -> list[int]:
        """Return all tiles wherever they are, ascending."""
        found = [*self.stock, *([] if self.offered is None else [self.offered])]
        for hand, melds, lying in zip(self.hands, self.melds, self.lying, strict=True):
            found += [tile for tile in range(KINDS) for _ in range(hand[tile])]
            found += [tile for _, tiles in melds for tile in tiles]
            found += lying
        return sorted(found)

    def _check(self) -> None:
        every = self.tiles()
        if every != [tile for tile in range(KINDS) for _ in range(4)]:
            raise ValueError("not the 80 tiles")
        small = sum(self.hands[(self.dealer + 1) % self.rules.players])
        for seat, hand in enumerate(self.hands):
            if sum(hand) != small + (seat == self.dealer):
                raise ValueError(f"seat {seat} has {sum(hand)} tiles")

    def _go_on(self, action: Action | None) -> None:
        try:
            question = next(self._questions) if action is None else self._questions.send(action)
            self.seat, self.stage, self._legal = question
        except StopIteration:
            self.seat, self.stage, self._legal = None, "over", ()

    # The deal, phase by phase.

    def _deal(self) -> Generator[Question, Action, None]:
        self._set_fours_aside()
        if self._wins(self.dealer, None, "none"):
            answer = yield self.dealer, "tianhu", (WIN, PASS)
            if answer == WIN:
                self._end(self.dealer, "tianhu", "none")
                return
        turner = yield from self._discard(self.dealer, first=True)
        while self.result is None:
            turner = yield from self._turn(turner)

    def _set_fours_aside(self) -> None:
        for seat in self._from(self.dealer):
            self._set_aside(seat)
        for seat in self._from(self.dealer):
            taken = 0
            while taken < len(self.hidden[seat]) - 1:
                tile = self.stock.pop(-1 if seat == self.dealer else 0)
                taken += 1
                self.events.append(("replace", seat, tile))
                self.hands[seat][tile] += 1
                self._set_aside(seat)

    def _set_aside(self, seat: int) -> None:
        for tile in range(KINDS):
            if self.hands[seat][tile] == 4:
                self.hands[seat][tile] = 0
                self.melds[seat].append(("ti", (tile,) * 4))
                self.hidden[seat].append(tile)
                self.events.append(("long", seat, tile))

    def _turn(self, seat: int) -> Asking:
        if not self.stock:
            self._end_undecided()
            return seat
        self._show_fours(seat)
        tile = self.offered = self.stock.pop(0)
        self.events.append(("turn", seat, tile))
        forced = self._forced_by_own_draw(seat, tile)
        if forced:
            if (yield from self._offer_win([seat], seat, turned=True)):
                return seat
            return (yield from self._enter_same(seat, forced))
        return (yield from self._offer(seat, turned=True, winners=self._from(seat)))

    def _discard(self, seat: int, first: bool = False) -> Asking:
        loose = [tile for tile in range(KINDS) if self.hands[seat][tile] in (1, 2)]
        if not loose:
            if not self.xianggong[seat]:
                self.xianggong[seat] = True
                self.events.append(("xianggong", seat))
            self.events.append(("no_discard", seat))
            return self._next(seat)
        _, tile = yield seat, "discard", tuple(("discard", tile) for tile in loose)
        self.hands[seat][tile] -= 1
        self.offered = tile
        self.events.append(("discard", seat, tile))
        if self.rules.own_discards_dead:
            self.dead[seat].add(tile)
        wins = self.rules.discard_wins
        winning = wins == "all" or (wins == "first" and first)
        winners = self._from(seat)[1:] if winning else []
        return (yield from self._offer(seat, turned=False, winners=winners, first=first))

    def _offer(
        self, giver: int, *, turned: bool, winners: list[int], first: bool = False
    ) -> Asking:
        """Offer a tile that its drawer need not take, or a discard."""
        tile = self._tile()
        if (yield from self._offer_win(winners, giver, turned=turned, first=first)):
            return giver
        for seat in self._from(giver):
            if (turned or seat != giver) and self._must_pao(seat, tile, turned):
                return (yield from self._enter_same(seat, "pao"))
        claim: tuple[int, Action] | None = None
        declined: dict[int, set[str]] = {}
        for stage, seat, actions in self._claims(giver, tile, turned):
            answer = yield seat, stage, (*actions, PASS)
            if answer != PASS:
                claim = seat, answer
                break
            declined.setdefault(seat, set()).add(stage)
        self._mark_dead(tile, declined, claim)
        if claim is None:
            return self._unclaimed(giver, tile, turned)
        seat, action = claim
        if action == PENG:
            return (yield from self._enter_same(seat, "peng"))
        return (yield from self._enter_eat(seat, action[1]))

    def _offer_win(
        self, seats: list[int], giver: int, *, turned: bool, first: bool = False
    ) -> Generator[Question, Action, bool]:
        """Ask the seats that win with the tile; return whether one does."""
        for seat in seats:
            source = "discard" if not turned else "self" if seat == giver else "other"
            if self._wins(seat, self._tile(), source):
                answer = yield seat, "win", (WIN, PASS)
                if answer == WIN:
                    how = {"self": "self_draw", "other": "turned"}.get(source, "discard")
                    self._end(seat, "dihu" if first else how, source)
                    return True
        return False

    def _claims(self, giver: int, tile: int, turned: bool) -> list[tuple[str, int, list[Action]]]:
        """The optional claims in the order they are asked: (stage, seat, actions)."""
        claims = []
        for seat in self._from(giver)[1:]:
            if self._may_peng(seat, tile):
                claims.append(("peng", seat, [PENG]))
        for seat in self._from(giver)[:2] if turned else [self._next(giver)]:
            eats = self._eats(seat, tile)
            if eats:
                claims.append(("eat", seat, eats))
        return claims

    def _unclaimed(self, giver: int, tile: int, turned: bool) -> int:
        self.lying[giver].append(tile)
        self.offered = None
        if turned:
            self.events.append(("dead", giver, tile))
        if self.rules.passed_kinds_dead:
            for seat in self._from(giver)[:2] if turned else [self._next(giver)]:
                self.dead[seat].add(tile)
        return self._next(giver)

    def _mark_dead(
        self, tile: int, declined: dict[int, set[str]], claim: tuple[int, Action] | None
    ) -> None:
        for seat, stages in declined.items():
            if claim is None or seat != claim[0]:
                self.dead[seat].add(tile)
                if "peng" in stages:
                    self.refused[seat].add(tile)

    # Entries.

    def _enter_same(self, seat: int, kind: str) -> Asking:
        """Lay a peng, wei, stinking wei, pao or ti of the tile, with all its like of the seat."""
        tile = self._tile()
        size = 4 if kind in FOURS else 3
        self._show_fours(seat)
        self.hands[seat][tile] = 0
        self.melds[seat] = [meld for meld in self.melds[seat] if meld[1] != (tile,) * 3]
        self.melds[seat].append((kind, (tile,) * size))
        self.offered = None
        self.events.append((kind, seat, tile))
        fours = sum(kind in FOURS for kind, _ in self.melds[seat])
        if size == 4 and fours >= 2:
            self.events.append(("no_discard", seat))
            return self._next(seat)
        return (yield from self._discard(seat))

    def _enter_eat(self, seat: int, melds: tuple[Group, ...]) -> Asking:
        tile = self._tile()
        self._show_fours(seat)
        self._lay(self.hands[seat], tile, melds)
        self.melds[seat] += melds
        self.offered = None
        self.events.append(("eat", seat, tile, melds))
        return (yield from self._discard(seat))

    def _lay(self, hand: list[int], tile: int, melds: tuple[Group, ...]) -> None:
        """Take the tiles of melds out of a hand that gets a tile for them."""
        hand[tile] += 1
        for _, tiles in melds:
            for member in tiles:
                hand[member] -= 1

    def _show_fours(self, seat: int) -> None:
        for tile in self.hidden[seat]:
            self.events.append(("show", seat, tile))
        self.hidden[seat] = []

    # What a seat may or must do with a tile.

    def _wins(self, seat: int, tile: int | None, source: str) -> bool:
        return not self.xianggong[seat] and self._hu(seat, tile, source) is not None

    def _hu(self, seat: int, tile: int | None, source: str) -> int | None:
        refused = tile in self.refused[seat]
        return ref_best_hu(
            self.hands[seat], self.melds[seat], tile, source, self.rules, refused=refused
        )

    def _forced_by_own_draw(self, seat: int, tile: int) -> str:
        if self.hands[seat][tile] == 3 or self._has(seat, ("wei",), tile):
            return "ti"
        if self.hands[seat][tile] == 2:
            return "chou_wei" if tile in self.refused[seat] else "wei"
        return ""

    def _must_pao(self, seat: int, tile: int, turned: bool) -> bool:
        raised = ["wei"]
        if turned or self.rules.pao_peng_on_discard:
            raised.append("peng")
        return self.hands[seat][tile] == 3 or self._has(seat, raised, tile)

    def _may_peng(self, seat: int, tile: int) -> bool:
        hand = list(self.hands[seat])
        if self.xianggong[seat] or tile in self.dead[seat] or hand[tile] != 2:
            return False
        hand[tile] = 0
        return _may_discard(hand)

    def _eats(self, seat: int, tile: int) -> list[Action]:
        if self.xianggong[seat] or tile in self.dead[seat]:
            return []
        legal: list[Action] = []
        for melds in ref_eats(self.hands[seat], tile, self.rules):
            hand = list(self.hands[seat])
            self._lay(hand, tile, melds)
            if _may_discard(hand):
                legal.append(("eat", melds))
        return legal

    def _has(self, seat: int, kinds: Sequence[str], tile: int) -> bool:
        return any(kind in kinds and tiles == (tile,) * 3 for kind, tiles in self.melds[seat])

    # The end.

    def _end(self, seat: int, how: str, source: str) -> None:
        hu = self._hu(seat, self.offered, source)
        assert hu is not None
        self._show_fours(seat)
        self.events.append(("win", seat, self.offered, hu))
        bonus = {
            "tianhu": self.rules.tianhu_bonus,
            "dihu": self.rules.dihu_bonus,
            "self_draw": self.rules.self_draw_bonus,
        }.get(how, 0)
        piles = ref_piles(hu, bonus, self.rules, self._red_tiles(seat))
        scores = [-piles for _ in self.hands]
        scores[seat] = piles * (self.rules.players - 1)
        self.result = Result(seat, how, hu, piles, tuple(scores), seat)

    def _end_undecided(self) -> None:
        self.events.append(("chouzhuang",))
        scores = (0,) * self.rules.players
        self.result = Result(None, "chouzhuang", 0, 0, scores, self._next(self.dealer))

    def _red_tiles(self, seat: int) -> int:
        tiles = [tile for tile in range(KINDS) for _ in range(self.hands[seat][tile])]
        tiles += [tile for _, meld in self.melds[seat] for tile in meld]
        tiles += [] if self.offered is None else [self.offered]
        return sum(tile % 10 + 1 in RED_NUMBERS for tile in tiles)

    def _tile(self) -> int:
        assert self.offered is not None
        return self.offered

    def _next(self, seat: int) -> int:
        return (seat + 1) % self.rules.players

    def _from(self, seat: int) -> list[int]:
        return [(seat + step) % self.rules.players for step in range(self.rules.players)]


def _may_discard(hand: list[int]) -> bool:
    return any(count in (1, 2) for count in hand)
