"""What a seat sees of a `State`, and what it has seen happen."""

from __future__ import annotations

from typing import Any, Final, cast

from ddz._core import Move
from ddz._state import State
from ddz.table import Choice, Event, Phase, View

_Step = tuple[Phase, int, Any]


def view_of(state: State, viewer: int | None) -> View:
    """The view of a seat, or of nobody's."""
    state = _as_seen(state, viewer)
    bare = _open_hands(state)
    return View(
        viewer=viewer,
        version=state.version,
        rules=str(state.rules),
        phase=str(state.phase),
        seat=state.seat,
        first=state.first,
        face_up=None if state.face_up is None else str(state.face_up),
        hands=[
            str(hand) if seat == viewer or seat in bare else None
            for seat, hand in enumerate(state.hands)
        ],
        counts=[len(hand) for hand in state.hands],
        kitty=str(state.kitty) if _sees_kitty(state, viewer) else None,
        landlord=state.landlord,
        bid=state.bid,
        to_beat=str(state.to_beat),
        to_beat_seat=state.to_beat_seat,
        history=[
            [seat, _plain(action)]
            for phase, seat, action in state._steps()
            if seat == viewer or not _is_private(phase, action)
        ],
        bombs_used=list(state.bombs_used),
        quotas=list(state.quotas),
        open_hands=bare,
        scores=list(state.scores()) if state.is_over else None,
    )


def events_of(state: State, since: int, viewer: int | None) -> list[Event]:
    """What changed in a seat's view after the version `since`, and what it was asked in private."""
    events: list[Event] = []
    before: dict[str, Any] = {}
    step: _Step | None = None
    for moment, step in _moments(state):
        if moment.version < since:
            continue
        private = step is not None and _is_private(step[0], step[2])
        view = dict(view_of(moment, viewer))
        changes = {key: value for key, value in view.items() if before.get(key, ...) != value}
        before = view
        if changes and (moment.version > since or (private and moment.version == since)):
            own = step is not None and (step[1] == viewer or not private)
            events.append(
                Event(
                    version=moment.version,
                    seat=step[1] if step and own else None,
                    action=_plain(step[2]) if step and own else None,
                    changes=cast(View, changes),
                )
            )
    return events


def _moments(state: State) -> list[tuple[State, _Step | None]]:
    """All states from the deal on, each with the step that led to it."""
    steps = state._steps()
    moment = state._begin()
    moments: list[tuple[State, _Step | None]] = [(moment, None)]
    for step in steps:
        moment = moment.play(step[2])
        moments.append((moment, step))
    return moments


# The questions that only their seats know of, and the answer that stays private, too
_PRIVATE: Final = {Phase.DRAW: Choice.LOOK, Phase.CLAIM: Choice.DECLINE}


def _is_private(phase: Phase, action: Any) -> bool:
    """Whether an action answers a question that only its seat knows of."""
    return phase in _PRIVATE and action == _PRIVATE[phase]


def _as_seen(state: State, viewer: int | None) -> State:
    """The state as if all private questions to others were answered.

    That the landlord may draw would tell that he was forced to call. All who hold eight of a kind
    see their question at once, though the table hears them in turn: else the later ones would
    learn that the earlier were asked.
    """
    while state.phase in _PRIVATE and state.seat != viewer:
        state = state.play(_PRIVATE[state.phase])
    return state


def _open_hands(state: State) -> list[int]:
    """The seats whose hands all see."""
    if state.snatched and state.rules.snatch_open:
        return list(range(state.rules.players))
    return [state.landlord] if state.opened and state.landlord is not None else []


def _sees_kitty(state: State, viewer: int | None) -> bool:
    return state.kitty_taken and (state.rules.kitty_public or viewer == state.landlord)


def _plain(action: int | Move | Choice) -> int | str:
    return action if isinstance(action, int) else str(action)
