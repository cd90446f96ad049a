"""Rules as values, and the switches one by one."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import random
from pathlib import Path
from typing import Any

import pytest

from ddz import (
    RULES,
    AmbiguousMoveError,
    Hand,
    Kind,
    Move,
    Rules,
    RulesError,
    all_moves,
    beats,
    classify,
    judge,
    legal_moves,
)
from ddz._packed import PackedRules
from ddz.rules import TABLE_FIELDS
from strategies import any_rules

CLASSIC = RULES["classic"]
FOUR = RULES["four-player"]
WHEEL = RULES["four-player-wheel"]


def test_presets() -> None:
    assert list(RULES) == [
        "classic",
        "pagat",
        "rlcard",
        "douzero",
        "openspiel",
        "onestraw",
        "botzone",
        "four-player",
        "four-player-wheel",
        "four-player-wheel-south",
        "four-player-wheel-north",
    ]
    assert [(rules.players, rules.decks) for rules in RULES.values()] == [(3, 1)] * 7 + [(4, 2)] * 4
    assert {rules.max_cards for rules in RULES.values()} == {20, 33}
    with pytest.raises(TypeError):
        RULES["mine"] = CLASSIC  # type: ignore[index]


def test_a_rule_set_is_a_value() -> None:
    rng = random.Random("rules")
    for rules in [*RULES.values(), *[any_rules(rng) for _ in range(200)]]:
        legal_moves("345", rules=rules)  # the packed form must not show
        assert eval(repr(rules)) == rules
        assert hash(eval(repr(rules))) == hash(rules)
        for again in (pickle.loads(pickle.dumps(rules)), copy.copy(rules), copy.deepcopy(rules)):
            assert again == rules
            assert legal_moves("345", rules=again) == legal_moves("345", rules=rules)
        assert rules.replace() == rules
        assert Rules(**rules.differences()) == rules
        assert rules.differences(rules) == {}
    with pytest.raises(dataclasses.FrozenInstanceError):
        CLASSIC.decks = 2  # type: ignore[misc]
    assert repr(RULES["pagat"]) == "Rules(kick_solo_copies=1, four_two_solo_copies=1)"
    assert repr(CLASSIC) == "Rules()"


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"decks": 0}, "decks"),
        ({"decks": 4}, "decks"),
        ({"decks": True}, "decks"),
        ({"decks": 1.0}, "decks"),
        ({"decks": "1"}, "decks"),
        ({"decks": None}, "decks"),
        ({"players": 1}, "players"),
        ({"players": 9}, "players"),
        ({"wheel": 1}, "wheel"),
        ({"trio_solo": None}, "trio_solo"),
        ({"min_solo_chain": 1}, "min_solo_chain"),
        ({"min_solo_chain": 13}, "min_solo_chain"),
        ({"min_solo_chain": -1}, "min_solo_chain"),
        ({"kick_solo_copies": 0}, "kick_solo_copies"),
        ({"kick_solo_copies": 13}, "kick_solo_copies"),
        ({"kick_rocket_min": 1}, "kick_rocket_min"),
        ({"rocket_over": 2}, "rocket_over"),
        ({"hand_cards": 18}, "deck has 54"),
        ({"jokers": False}, "deck has 52"),
        ({"hand_cards": 10**30}, "hand_cards"),
        ({"min_trio_chain": 0}, "min_trio_chain"),
        ({"wheel_both_ends": True}, "wheel_both_ends"),
        ({"wheel": True, "wheel_max": 13, "wheel_both_ends": True}, "wheel_both_ends"),
        ({"wheel": True, "min_pair_chain": 2}, "at least 3"),
        ({"decks": 2, "hand_cards": 25, "kitty_cards": 8}, None),
        (
            {
                "decks": 2,
                "hand_cards": 25,
                "kitty_cards": 8,
                "min_four_chain": 2,
                "four_two_pair_copies": 2,
            },
            "5 readings",
        ),
    ],
)
def test_contradictions(changes: dict[str, Any], word: str | None) -> None:
    if word is None:
        CLASSIC.replace(**changes)
        return
    with pytest.raises(RulesError, match=word):
        CLASSIC.replace(**changes)


def test_unknown_switches() -> None:
    with pytest.raises(TypeError):
        CLASSIC.replace(kick_core=True)
    with pytest.raises(TypeError):
        Rules(True)  # type: ignore[call-arg]


def texts(rules: Rules, cards: str) -> list[str]:
    return [f"{move:+}" for move in classify(cards, rules)]


@pytest.mark.parametrize(
    ("rules", "changes", "cards", "before", "after"),
    [
        (CLASSIC, {"trio_solo": False}, "3334", ["333+4"], []),
        (CLASSIC, {"trio_pair": False}, "33344", ["333+44"], []),
        (CLASSIC, {"trio_solo_chain": False}, "33344456", ["333444+56"], []),
        (CLASSIC, {"trio_pair_chain": False}, "3334445566", ["333444+5566"], []),
        (CLASSIC, {"four_two_solo": False}, "333345", ["3333+45"], []),
        (CLASSIC, {"four_two_pair": False}, "33334455", ["3333+4455"], []),
        (CLASSIC, {"min_solo_chain": 0}, "34567", ["34567"], []),
        (CLASSIC, {"min_solo_chain": 6}, "34567", ["34567"], []),
        (CLASSIC, {"min_pair_chain": 4}, "334455", ["334455"], []),
        (CLASSIC, {"min_pair_chain": 2}, "3344", [], ["3344"]),
        (CLASSIC, {"min_trio_chain": 3}, "33344456", ["333444+56"], []),
        (CLASSIC, {"min_four_chain": 2}, "33334444", [], ["33334444"]),
        (CLASSIC, {"min_four_chain": 2}, "333344445678", [], ["33334444+5678"]),
        (CLASSIC, {"wheel": True}, "A2345", [], ["345A2"]),
        (CLASSIC, {"wheel": True}, "223344", [], ["334422"]),
        (CLASSIC, {"wheel": True}, "333222", [], []),
        (WHEEL, {"wheel_max": 5}, "A23456", ["3456A2"], []),
        (WHEEL, {"wheel_max": 5}, "345678", ["345678"], ["345678"]),
        (WHEEL, {"wheel_both_ends": True}, "A23456789TJQKA", [], ["3456789TJQKAA2"]),
        (CLASSIC, {"kick_solo_copies": 1}, "33344455", ["333444+55"], []),
        (CLASSIC, {"kick_solo_copies": 2}, "333444555777", ["333444555+777"], []),
        (CLASSIC, {"kick_solo_copies": 4}, "3334445556667777", [], []),
        (CLASSIC, {"kick_solo_copies": 4}, "3334445556668888", [], ["333444555666+8888"]),
        (CLASSIC, {"four_two_solo_copies": 1}, "333344", ["3333+44"], []),
        (CLASSIC, {"kick_pair_copies": 2}, "3334445555", [], ["333444+5555"]),
        (CLASSIC, {"four_two_pair_copies": 2}, "33334444", [], ["4444+3333", "3333+4444"]),
        (
            CLASSIC,
            {"kick_adjacent": True},
            "333444555666",
            ["333444555666"],
            ["333444555666", "444555666+333", "333444555+666"],
        ),
        (CLASSIC, {"kick_rocket": True}, "333444BR", [], ["333444+BR"]),
        (CLASSIC, {"kick_rocket": True, "kick_rocket_min": 3}, "333444BR", [], []),
        (
            CLASSIC,
            {"kick_rocket": True, "kick_rocket_min": 3},
            "333444555BR6",
            [],
            ["333444555+6BR"],
        ),
        (CLASSIC, {"kick_rocket": True}, "3333BR", [], ["3333+BR"]),
        (FOUR, {"kick_rocket": True}, "333444BBRR", [], ["333444+BBRR"]),
        (FOUR, {"kick_joker_pair": False}, "333BB", ["333+BB"], []),
        (FOUR, {"kick_joker_pair": False}, "BB", ["BB"], ["BB"]),
        (CLASSIC, {"hand_cards": 4, "kitty_cards": 0}, "34567", ["34567"], []),
    ],
)
def test_a_switch(
    rules: Rules, changes: dict[str, Any], cards: str, before: list[str], after: list[str]
) -> None:
    assert texts(rules, cards) == before
    assert texts(rules.replace(**changes), cards) == after


def test_rocket_over() -> None:
    order = ["BBRR", "33333333", "3333333", "333333", "33333", "3333"]
    for over in range(3, 9):
        rules = FOUR.replace(rocket_over=over)
        by_strength = order[1:]
        by_strength.insert(8 - over, "BBRR")
        for i, strong in enumerate(by_strength):
            for weak in by_strength[i + 1 :]:
                assert beats(strong, weak, rules)
                assert not beats(weak, strong, rules)
            assert beats(strong, "34567", rules)


def test_a_deck_without_jokers() -> None:
    rules = CLASSIC.replace(jokers=False, players=4, hand_cards=12, kitty_cards=4)
    kinds = {move.kind for move in all_moves(rules)}
    assert Kind.ROCKET not in kinds
    assert not any(Hand("B") <= move.cards for move in all_moves(rules))
    with pytest.raises(ValueError, match="the deck 0"):
        legal_moves("3B", rules=rules)


def test_three_decks() -> None:
    rules = Rules(decks=3, players=6, hand_cards=26, kitty_cards=6)
    assert beats("333333333333", "BBBRRR", rules.replace(rocket_over=11))
    assert beats("BBBRRR", "222222222222", rules)
    assert len([m for m in all_moves(rules) if m.kind == Kind.BOMB]) == 13 * 9


def test_the_six_ways_to_treat_solo_kickers() -> None:
    """Copies of one rank capped at 1, 2, 3 or not, times the rocket: all independent."""
    sizes = {
        (copies, rocket): len(
            [
                move
                for move in all_moves(CLASSIC.replace(kick_solo_copies=copies, kick_rocket=rocket))
                if move.kind == Kind.TRIO_SOLO_CHAIN
            ]
        )
        for copies in (1, 2, 3, 12)
        for rocket in (False, True)
    }
    assert sizes[1, False] == 7_161
    assert sizes[1, True] == 8_044
    assert sizes[3, False] == 21_822
    assert len(set(sizes.values())) == 8
    for copies in (1, 2, 3):
        for rocket in (False, True):
            more = 12 if copies == 3 else copies + 1
            assert sizes[copies, rocket] < sizes[more, rocket]


def test_judge_asks_for_the_reading() -> None:
    rules = RULES["openspiel"]
    with pytest.raises(AmbiguousMoveError, match="3 ways") as asked:
        judge("333444555666", rules=rules)
    assert [f"{move:+}" for move in asked.value.moves] == [
        "333444555666",
        "444555666+333",
        "333444555+666",
    ]
    for move in asked.value.moves:
        assert judge(move, rules=rules) == move
    assert judge("333444555+666", rules=rules) == Move.parse("333444555+666")
    # where only one of the readings beats, nothing is asked
    played = judge("444555666777", "44455566689T", rules)
    assert played == Move.parse("555666777+444")


def test_every_switch_is_documented() -> None:
    text = (Path(__file__).parent.parent / "docs" / "rules.md").read_text(encoding="utf-8")
    for field in dataclasses.fields(Rules):
        assert f"`{field.name}`" in text
    for name in RULES:
        assert f"`{name}`" in text


class Spy:
    """Rules that note which fields are read."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.read: set[str] = set()

    def __getattr__(self, name: str) -> Any:
        self.read.add(name)
        return getattr(self.rules, name)


def test_moves_do_not_ask_about_the_table() -> None:
    """Rules that differ in table fields only share the C form of their moves."""
    spy = Spy(Rules(kick_rocket=True, wheel=True))
    PackedRules(spy)  # type: ignore[arg-type]
    fields = {field.name for field in dataclasses.fields(Rules)}
    assert spy.read & fields == fields - TABLE_FIELDS - {"players", "hand_cards", "kitty_cards"}
