"""What a seat sees of a `State`, and what it has seen happen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from ddz.zipai._state import State
from ddz.zipai.table import Event, Happening, Stage, View

_PRIVATE = ("long", "replace")  # happenings whose tile only their seat sees


def view_of(state: State, viewer: int | None) -> View:
    """The view of a seat, or of nobody's."""
    return _view(state, viewer, _seen(state.happenings, viewer), state.version)


def events_of(state: State, since: int, viewer: int | None) -> list[Event]:
    """What changed in a seat's view after the version `since`, and what it was asked since."""
    moments = state._moments()
    seen = _seen(state.happenings, viewer)
    happened = state.happenings
    events: list[Event] = []
    before: dict[str, Any] = {}
    for version, moment, public in moments:
        if version < since:
            continue
        view = dict(_view(moment, viewer, seen[: version - 1], version))
        changes = {key: value for key, value in view.items() if before.get(key, ...) != value}
        known = not before and since > 0  # the moment that the player has seen
        before = view
        if not changes or known or (public and version == since):
            continue
        told = public and version > 1
        events.append(
            Event(
                version=version,
                seat=happened[version - 2].seat if told else None,
                happening=seen[version - 2] if told else None,
                changes=cast(View, changes),
            )
        )
    return events


def _view(state: State, viewer: int | None, seen: list[str], version: int) -> View:
    stage, seat = _asked(state, viewer)
    asked = viewer is not None and seat == viewer and stage == str(state.stage)
    own = None if viewer is None else "".join(map(str, state.dead[viewer]))
    result = state.result
    return View(
        viewer=viewer,
        version=version,
        rules=str(state.rules),
        stage=stage,
        seat=seat,
        legal=[str(action) for action in state.legal_actions()] if asked else [],
        dealer=state.dealer,
        hands=[
            str(hand) if who in (viewer, state.winner) else None
            for who, hand in enumerate(state.hands)
        ],
        counts=[len(hand) for hand in state.hands],
        exposed=_exposed(state, viewer),
        face_down=[len(tiles) for tiles in state.face_down],
        lying=["".join(map(str, tiles)) for tiles in state.lying],
        offered=None if state.offered is None else str(state.offered),
        giver=state.giver,
        turned=state.turned,
        stock=len(state.stock),
        xianggong=[who for who, is_one in enumerate(state.xianggong) if is_one],
        dead=own,
        happenings=seen,
        how=None if result is None else result.how,
        winner=state.winner,
        piles=None if result is None else result.piles,
        scores=None if result is None else list(result.scores),
    )


def _asked(state: State, viewer: int | None) -> tuple[str, int | None]:
    """The stage and the seat as the viewer may know them.

    Only discards are public: that a win is offered to the dealer, or who is asked about a tile,
    nobody else is told.
    """
    if state.seat is not None and state.seat == viewer and state.stage != Stage.TURN:
        return str(state.stage), viewer
    if state.is_over:
        return str(Stage.OVER), None
    if state.offered is not None:
        return "claim", None
    if state.stage == Stage.TURN:
        return str(Stage.TURN), state.seat
    return str(Stage.DISCARD), state.seat


def _exposed(state: State, viewer: int | None) -> list[list[str]]:
    """The melds of all seats without the fours that others have not shown."""
    shown = []
    for seat, melds in enumerate(state.exposed):
        hidden = [] if seat == viewer else [f"ti:{str(tile) * 4}" for tile in state.face_down[seat]]
        shown.append([text for text in map(str, melds) if text not in hidden])
    return shown


def _seen(happenings: Sequence[Happening], viewer: int | None) -> list[str]:
    """What happened as a seat may know it."""
    return [
        str(one._replace(tile=None) if one.kind in _PRIVATE and one.seat != viewer else one)
        for one in happenings
    ]
