"""`State` beside the slow reference: the same questions, events and results."""

from __future__ import annotations

import random
from typing import Any

from ddz.zipai import Action, ActionKind, State, Tile, ZipaiRules
from zipai_table_reference import RefTable, RefTableRules
from zipai_text import action_text, event_text

_RENAMED = {
    "hu_run_123": "hu_123",
    "hu_run_2710": "hu_2710",
    "hu_run_1510": "hu_1510",
    "must_zhuai": "forced_wei",
    "break_zhao": "break_kan",
    "break_peng": "break_exposed",
    "pao_peng_on_discard": "discard_pao",
    "self_draw_bonus": "self_bonus",
}
RED_POINTS = ((0, 0, 2), (1, 1, 2), (10, 12, 2), (13, 80, 3))


def rules_of(changes: dict[str, Any]) -> ZipaiRules:
    """The rules that the reference's field names say."""
    fields: dict[str, Any] = {}
    for name, value in changes.items():
        if name == "break_ti":
            fields["forced_ti"] = not value
        elif name == "red_points":
            fields["red_factors"] = RED_POINTS if value else ()
        else:
            fields[_RENAMED.get(name, name)] = tuple(value) if isinstance(value, list) else value
    return ZipaiRules(**fields)


def rules_like(reference: RefTableRules) -> ZipaiRules:
    """The rules of a reference."""
    return rules_of(vars(reference))


def text_of(action: Action) -> str:
    """An action as the scenarios write it."""
    if action.kind == ActionKind.DISCARD:
        return f"discard {action.tile}"
    if action.kind == ActionKind.EAT:
        return " ".join(["eat", *sorted(_ordered(meld.tiles) for meld in action.melds)])
    return str(action.kind)


def _ordered(tiles: Any) -> str:
    return "".join(str(tile) for tile in sorted(tiles))


def events_of(state: State) -> list[str]:
    """What happened, as the scenarios write it."""
    found = []
    for one in state.happenings:
        words = [one.kind, *([] if one.seat is None else [str(one.seat)])]
        if one.kind == "win" or one.tile is not None:
            words.append("-" if one.tile is None else str(one.tile))
        words += sorted(_ordered(meld.tiles) for meld in one.melds)
        found.append(" ".join([*words, *([] if one.hu is None else [str(one.hu)])]))
    return found


def result_of(state: State) -> dict[str, Any] | None:
    """How it ended, as the scenarios write it."""
    result = state.result
    return None if result is None else {**result._asdict(), "scores": list(result.scores)}


class StateDriver:
    """A State spoken to in text."""

    def __init__(self, scenario: dict[str, Any]) -> None:
        self.state = State.from_hands(
            scenario["hands"], scenario["stock"], scenario["dealer"], rules_of(scenario["rules"])
        )

    def seat(self) -> int | None:
        return self.state.seat

    def legal(self) -> list[str]:
        return [text_of(action) for action in self.state.legal_actions()]

    def play(self, action: str) -> None:
        legal = self.state.legal_actions()
        self.state = self.state.play(next(one for one in legal if text_of(one) == action))

    def events(self) -> list[str]:
        return events_of(self.state)

    def result(self) -> dict[str, Any] | None:
        return result_of(self.state)


def deal_both(rng: random.Random, reference: RefTableRules, dealer: int) -> tuple[State, RefTable]:
    """The same deal for both."""
    state = State.deal(rng, rules_like(reference), dealer)
    hands, stock = state.dealt
    table = RefTable(
        [[int(tile) for tile in hand] for hand in hands],
        [int(tile) for tile in stock],
        dealer,
        reference,
    )
    return state, table


def compare(state: State, table: RefTable) -> None:
    """The same question, and the same events so far."""
    assert state.seat == table.seat, str(state)
    assert str(state.stage) == table.stage, str(state)
    ours = sorted(text_of(action) for action in state.legal_actions())
    assert ours == sorted(action_text(action) for action in table.legal_actions()), str(state)
    assert state.version == 1 + len(table.events), str(state)
    assert [list(map(int, hand)) for hand in state.hands] == [
        [tile for tile in range(20) for _ in range(hand[tile])] for hand in table.hands
    ], str(state)
    assert state.xianggong == tuple(table.xianggong), str(state)
    assert [set(map(int, tiles)) for tiles in state.dead] == table.dead, str(state)
    assert state.stock == tuple(Tile(tile) for tile in table.stock), str(state)


def compare_end(state: State, table: RefTable) -> None:
    """The same events and the same result."""
    assert events_of(state) == [event_text(event) for event in table.events], str(state)
    assert table.result is not None
    assert result_of(state) == {**table.result._asdict(), "scores": list(table.result.scores)}


def step_both(rng: random.Random, state: State, table: RefTable, win: float) -> State:
    """Play both to the end in the same way, taking wins with a probability."""
    while not state.is_over:
        compare(state, table)
        legal = state.legal_actions()
        wins = legal[0].kind == ActionKind.WIN
        action = rng.choice(legal)
        if wins:
            action = legal[0] if rng.random() < win else legal[1]
        text = text_of(action)
        table.play(next(one for one in table.legal_actions() if action_text(one) == text))
        state = state.play(action)
    compare(state, table)
    compare_end(state, table)
    return state
