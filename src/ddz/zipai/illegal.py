"""Which rule a person broke (失手), for servers that let people err.

The table offers legal actions only and makes forced entries itself; where people do that by hand,
`explain_illegal` says what is wrong with what one of them did.
"""

from __future__ import annotations

from enum import Enum
from typing import Final, SupportsIndex

from ddz.errors import shown
from ddz.zipai._action import Action, ActionKind
from ddz.zipai._state import State, seat_of
from ddz.zipai._tiles import MeldKind, Tile
from ddz.zipai._verbs import eats
from ddz.zipai.table import Stage

__all__ = ["BrokenRule", "explain_illegal"]


class BrokenRule(Enum):
    """A rule that an action breaks: its Chinese and its English name.

    >>> BrokenRule.NO_PAO.chinese, str(BrokenRule.NO_PAO)
    ('不开招', 'did not lay the pao of a kan')
    """

    NO_PAO = ("不开招", "did not lay the pao of a kan")
    NO_TI = ("不倾", "did not lay the ti")
    NO_RUN = ("不跑", "did not raise an exposed meld to a pao")
    NO_WEI = ("逃拽", "did not lay the wei")
    SPLIT_KAN = ("拆坎", "split a kan or a set-aside four")
    DEAD_TILE = ("吃臭字", "ate or penged a dead kind")
    NOT_LAID_OUT = ("吃牌不摆", "ate without laying out the other copies")
    CANNOT_LAY_OUT = ("违例吃牌", "ate a tile whose other copies cannot be laid out")
    DISCARD_AFTER_RUN = ("重跑打字", "discarded after a second or later meld of four")
    UNDER_MIN_HU = ("不够胡数", "fewer hu than a win needs")
    NOT_COMPLETE = ("未成牌", "the hand is not complete")
    XIANGGONG = ("相公", "had no tile to discard before and may not win, peng or eat")
    NOT_OFFERED = ("不能如此", "the action is not offered here")

    @property
    def chinese(self) -> str:
        """The Chinese name."""
        return self.value[0]

    def __str__(self) -> str:
        """The English name."""
        return self.value[1]


_FORCED: Final = {
    MeldKind.WEI: BrokenRule.NO_WEI,
    MeldKind.CHOU_WEI: BrokenRule.NO_WEI,
    MeldKind.TI: BrokenRule.NO_TI,
    MeldKind.PAO: BrokenRule.NO_RUN,
}


def explain_illegal(
    state: State, seat: SupportsIndex, action: Action, tile: Tile | None = None
) -> BrokenRule | None:
    """Name the rule that a seat breaks by an action.

    A pass also stands for leaving undone what is forced by the tile on offer, or by the last tile
    if the table has just made the entry for the seat. Where an entry has no discard (重跑) the
    table has gone on already: name the tile then. A discard by a seat whose second or later meld
    of four was the last entry is 重跑打字.

    Args:
        state: the deal at the moment when the person acts.
        seat: who acts, whether asked or not.
        action: what he does.
        tile: the tile that a pass is about; None = the last.

    Returns:
        A BrokenRule; None if the action breaks none: it is legal now, or a pass of a seat that is
        not asked and that nothing forces.

    Raises:
        DdzError: no such seat.
        TypeError: another type.

    >>> from ddz.zipai import State, Action
    >>> state = State.deal(2026)
    >>> kan = next(tile for tile in state.hands[0] if state.hands[0][tile] == 3)
    >>> explain_illegal(state, 0, Action.discard(kan)).chinese
    '拆坎'
    """
    if not isinstance(state, State):
        raise TypeError(f"explain_illegal takes a State, not {shown(state)}")
    if not isinstance(action, Action):
        raise TypeError(f"explain_illegal takes an Action, not {shown(action)}")
    if tile is not None and not isinstance(tile, Tile):
        raise TypeError(f"tile is a Tile, not {shown(tile)}")
    who = seat_of(seat, len(state.hands))
    about_now = action.kind != ActionKind.PASS or tile in (None, state.offered)
    if about_now and who == state.seat and action in state.legal_actions():
        return None
    if action.kind == ActionKind.PASS:
        return _pass(state, who, tile)
    return {
        ActionKind.DISCARD: _discard,
        ActionKind.PENG: _peng,
        ActionKind.EAT: _eat,
        ActionKind.WIN: _win,
    }[action.kind](state, who, action)


def _pass(state: State, seat: int, tile: Tile | None) -> BrokenRule | None:
    if tile is not None and tile != state.offered:
        return _forced_before(state, seat, tile)
    entry = _forced_before(state, seat, None) or _forced_now(state, seat)
    if entry is None and seat == state.seat:
        return BrokenRule.NOT_OFFERED
    return entry


def _forced_now(state: State, seat: int) -> BrokenRule | None:
    """What the tile on offer forces a seat to lay."""
    kind = state._forced(seat)
    if kind is None or state.offered is None:
        return None
    held = state.hands[seat][state.offered]
    return BrokenRule.NO_PAO if kind == MeldKind.PAO and held == 3 else _FORCED[kind]


def _forced_before(state: State, seat: int, tile: Tile | None) -> BrokenRule | None:
    """What the table has laid for a seat: the last thing that happened, or the last of a tile."""
    past = [one for one in state.happenings if one.kind not in ("no_discard", "xianggong")]
    if tile is not None:
        while past and past[-1].tile != tile:
            past.pop()
    if not past or past[-1].seat != seat:
        return None
    last = past[-1]
    if last.kind in ("wei", "chou_wei"):
        return BrokenRule.NO_WEI
    if last.kind == "ti":
        return BrokenRule.NO_TI
    if last.kind == "pao":
        laid_before = any(
            one.seat == seat and one.tile == last.tile and one.kind in ("peng", "wei")
            for one in past
        )
        return BrokenRule.NO_RUN if laid_before else BrokenRule.NO_PAO
    return None


def _discard(state: State, seat: int, action: Action) -> BrokenRule | None:
    tile = action.tile
    assert tile is not None
    if state.hands[seat][tile] == 3 or tile in state.face_down[seat]:
        return BrokenRule.SPLIT_KAN
    if not state.hands[seat][tile]:
        return BrokenRule.NOT_OFFERED
    if _ran_again(state, seat):
        return BrokenRule.DISCARD_AFTER_RUN
    return BrokenRule.NOT_OFFERED


def _ran_again(state: State, seat: int) -> bool:
    """Whether the last entry was a seat's second or later meld of four; one turn may follow it."""
    turns = 0
    for one in reversed(state.happenings):
        turns += one.kind == "turn"
        if one.kind in ("pao", "ti"):
            return one.seat == seat and turns <= 1 and not _must_discard(state, seat)
        if one.kind in ("peng", "wei", "chou_wei", "eat", "discard") or turns > 1:
            return False
    return False


def _must_discard(state: State, seat: int) -> bool:
    return state.stage == Stage.DISCARD and state.seat == seat


def _claimable(state: State, seat: int) -> Tile | None:
    """The tile on offer, if a seat did not discard it."""
    own_discard = seat == state.giver and not state.turned
    return None if state.is_over or own_discard else state.offered


def _barred(state: State, seat: int) -> BrokenRule | None:
    """Why a seat may neither peng nor eat the tile on offer."""
    if state.xianggong[seat]:
        return BrokenRule.XIANGGONG
    return BrokenRule.DEAD_TILE if state.offered in state.dead[seat] else None


def _peng(state: State, seat: int, action: Action) -> BrokenRule | None:
    tile = _claimable(state, seat)
    if tile is None or seat == state.giver or state.hands[seat][tile] < 2:
        return BrokenRule.NOT_OFFERED
    if state.hands[seat][tile] == 3:
        return BrokenRule.NO_PAO
    return _barred(state, seat) or BrokenRule.NOT_OFFERED


def _eat(state: State, seat: int, action: Action) -> BrokenRule | None:
    tile = _claimable(state, seat)
    if tile is None or not all(meld.tiles[tile] for meld in action.melds):
        return BrokenRule.NOT_OFFERED
    assert state.giver is not None
    if (seat - state.giver) % len(state.hands) > 1:
        return BrokenRule.NOT_OFFERED
    return _barred(state, seat) or _lay_out(state, seat, action, tile) or BrokenRule.NOT_OFFERED


def _lay_out(state: State, seat: int, action: Action, tile: Tile) -> BrokenRule | None:
    """What is wrong with the melds of an eat; None if they are legal or need other tiles."""
    hand = state.hands[seat]
    needed = _counts(action)
    needed[tile] -= 1
    if any(count > held for count, held in zip(needed, hand.counts, strict=True)):
        return None
    legal = eats(hand, tile, state.rules)
    if hand[tile] == 3 or not legal:
        return BrokenRule.CANNOT_LAY_OUT
    if any(count and held == 3 for count, held in zip(needed, hand.counts, strict=True)):
        return BrokenRule.SPLIT_KAN
    return BrokenRule.NOT_LAID_OUT if needed[tile] < hand[tile] else None


def _counts(action: Action) -> list[int]:
    counts = [0] * 20
    for meld in action.melds:
        for tile, count in enumerate(meld.tiles.counts):
            counts[tile] += count
    return counts


def _win(state: State, seat: int, action: Action) -> BrokenRule | None:
    if state.is_over:
        return BrokenRule.NOT_OFFERED
    if state.xianggong[seat]:
        return BrokenRule.XIANGGONG
    if not state._may_win(seat) or state.best_hu(seat) is not None:
        return BrokenRule.NOT_OFFERED
    complete = state.best_hu(seat, min_hu=0)
    return BrokenRule.NOT_COMPLETE if complete is None else BrokenRule.UNDER_MIN_HU
