"""The slow reference for deals of Zipai: scripted scenarios and the laws of a deal."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from zipai_reference import FOURS, KINDS, tiles_of
from zipai_scenarios import SCENARIOS, Scenario, run
from zipai_table_reference import (
    PASS,
    SHAOYANG,
    SHAOYANG_FOUR,
    RefTable,
    RefTableRules,
)
from zipai_text import action_text, event_text

DEALS = 200


class ReferenceDriver:
    """The reference spoken to in text."""

    def __init__(self, scenario: Scenario) -> None:
        changes: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in scenario["rules"].items()
        }
        self.table = RefTable(
            [tiles_of(hand) for hand in scenario["hands"]],
            tiles_of(scenario["stock"]),
            scenario["dealer"],
            RefTableRules(**changes),
        )

    def seat(self) -> int | None:
        return self.table.seat

    def legal(self) -> list[str]:
        return [action_text(action) for action in self.table.legal_actions()]

    def play(self, action: str) -> None:
        legal = self.table.legal_actions()
        self.table.play(next(found for found in legal if action_text(found) == action))

    def events(self) -> list[str]:
        return [event_text(event) for event in self.table.events]

    def result(self) -> dict[str, Any] | None:
        if self.table.result is None:
            return None
        return {**self.table.result._asdict(), "scores": list(self.table.result.scores)}


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario["name"])
def test_scenario(scenario: Scenario) -> None:
    run(scenario, ReferenceDriver(scenario))


def test_scenarios_are_many_and_named_once() -> None:
    names = [scenario["name"] for scenario in SCENARIOS]
    assert len(names) >= 40
    assert len(names) == len(set(names))


@pytest.mark.parametrize(
    "scenario",
    [scenario for scenario in SCENARIOS if scenario["name"].startswith("switch")],
    ids=lambda scenario: scenario["name"],
)
def test_a_switch_makes_the_difference(scenario: Scenario) -> None:
    with pytest.raises((AssertionError, StopIteration)):
        run(scenario, ReferenceDriver({**scenario, "rules": {}}))


def dealt(rng: random.Random, dealer: int, rules: RefTableRules) -> RefTable:
    """A table with shuffled tiles."""
    assert rules.melds is not None
    deck = [tile for tile in range(KINDS) for _ in range(4)]
    rng.shuffle(deck)
    hands = []
    for seat in range(rules.players):
        size = 3 * rules.melds - 1 + (seat == dealer)
        hands.append(deck[:size])
        deck = deck[size:]
    return RefTable(hands, deck, dealer, rules)


def check_laws(table: RefTable) -> None:
    """What holds at every question."""
    assert table.tiles() == [tile for tile in range(KINDS) for _ in range(4)]
    assert table.rules.melds is not None
    for seat, hand in enumerate(table.hands):
        fours = sum(kind in FOURS for kind, _ in table.melds[seat])
        size = sum(hand) + sum(len(tiles) for _, tiles in table.melds[seat])
        over = table.xianggong[seat]
        full = seat == table.seat and table.stage in ("discard", "tianhu")
        if table.result is not None and table.result.how == "tianhu":
            full = seat == table.dealer
        due = fours + 1 if over else max(fours - 1, 0) + full
        assert size == 3 * table.rules.melds - 1 + due
        assert max(hand) <= 3
    if table.result is None:
        legal = table.legal_actions()
        assert len(legal) == len(set(legal)) >= 1
        assert (PASS in legal) == (table.stage != "discard")
        assert PASS not in legal[:-1]
    else:
        assert table.legal_actions() == []
        assert sum(table.result.scores) == 0


def random_rules(rng: random.Random) -> RefTableRules:
    """Either preset with some switches."""
    flags = ("use_2710", "use_1510", "mixed", "must_zhuai", "break_zhao", "break_peng", "break_ti")
    more = ("split_kan", "pao_peng_on_discard", "own_discards_dead", "passed_kinds_dead")
    players = rng.choice([3, 4])
    switches: dict[str, Any] = {name: rng.random() < 0.5 for name in (*flags, *more)}
    return RefTableRules(
        players=players,
        melds=7 if players == 3 else 5,
        min_hu=rng.choice([0, 6, 10, 15]),
        discard_wins=rng.choice(["none", "first", "all"]),
        pair_rule=rng.choice(["strict", "optional"]),
        **switches,
    )


def play_out(rng: random.Random, table: RefTable, win: float) -> None:
    """Play at random, taking wins only sometimes, and check every question."""
    while table.result is None:
        check_laws(table)
        legal = table.legal_actions()
        wins = [action for action in legal if action == ("win",)]
        table.play(wins[0] if wins and rng.random() < win else rng.choice(legal))
    check_laws(table)


@pytest.mark.parametrize("win", [1.0, 0.0])
@pytest.mark.parametrize("rules", [SHAOYANG, SHAOYANG_FOUR], ids=["shaoyang", "four"])
def test_random_deals(rules: RefTableRules, win: float) -> None:
    rng = random.Random(f"deals {rules.players} {win}")
    ends: Counter[str] = Counter()
    for number in range(DEALS // 2):
        table = dealt(rng, number % rules.players, rules)
        play_out(rng, table, win)
        assert table.result is not None
        ends[table.result.how] += 1
    assert ends["turned"] > 0
    assert ends["self_draw"] > 0
    assert ends["chouzhuang"] > 0


def test_random_deals_of_random_rules() -> None:
    rng = random.Random("any rules")
    for number in range(DEALS // 2):
        rules = random_rules(rng)
        play_out(rng, dealt(rng, number % rules.players, rules), rng.random())


def test_the_same_answers_give_the_same_deal() -> None:
    logs = []
    for _ in range(2):
        rng = random.Random("twice")
        table = dealt(rng, 1, SHAOYANG)
        play_out(rng, table, 0.5)
        logs.append(table.events)
    assert logs[0] == logs[1]


def test_an_illegal_action_is_refused() -> None:
    table = dealt(random.Random("illegal"), 0, SHAOYANG)
    with pytest.raises(ValueError, match="none of"):
        table.play(PASS)


def test_not_the_80_tiles() -> None:
    with pytest.raises(ValueError, match="80 tiles"):
        RefTable([[0] * 21, [1] * 20, [2] * 20], [3] * 19)
    deck = [tile for tile in range(KINDS) for _ in range(4)]
    with pytest.raises(ValueError, match="seat 0 has 20"):
        RefTable([deck[:20], deck[20:40], deck[40:60]], deck[60:])
