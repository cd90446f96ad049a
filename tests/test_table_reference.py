"""Whole deals beside the slow reference, which was written from the rules alone."""

from __future__ import annotations

import dataclasses
import random
from typing import Any

import pytest

import reference
from ddz import RULES, Hand, Move, Phase, Rules, RulesError, State, perft
from table_reference import TABLE_PRESETS, RefTable, order
from table_reference import perft as slow_perft

FOUR = {"players": 4, "decks": 2, "hand_cards": 25, "kitty_cards": 8}
SWITCHES: dict[str, list[Any]] = {
    "auction": ["circular", "single", "quasi", "first-call", "none"],
    "levels": [(1, 2, 3), (1, 2, 3, 4), (5, 10, 15), (2,)],
    "on_all_pass": ["redeal", "end"],
    "forced": ["off", "south", "north"],
    "count_eight_as_two": [False, True],
    "snatch": ["off", "total", "per-farmer"],
    "draw_rule": [False, True],
    "eight_rule": ["bomb", "claim"],
    "open_play": [False, True],
    "bomb_quota": [False, True],
    "quota_landlord": ["none", "level"],
    "quota_passed": [True, False],
    "quota_rocket": [True, False],
    "double_sizes": [(), (4,), (6, 7, 8), (7,), tuple(range(4, 13))],
    "double_rocket": [True, False],
    "double_each": [True, False],
    "double_mode": ["mul", "add"],
    "bomb_factor": [1, 2, 3],
    "rocket_factor": [2, 8],
    "spring": [False, True],
    "anti_spring": [False, True],
    "spring_factor": [2, 16],
    "open_factor": [2, 3],
    "eight_last": [False, True],
    "no_lose": ["off", "landlord", "either"],
    "payout_win": [0, 1, 4],
    "payout_lose": [0, 2],
}


def table_rules(rng: random.Random) -> Rules:
    """A preset with the switches of the table drawn at random."""
    base = rng.choice(list(RULES.values()))
    while True:
        changes = {
            key: rng.choice(values) for key, values in SWITCHES.items() if rng.random() < 0.5
        }
        try:
            return base.replace(**changes)
        except RulesError:
            continue


def clumped_deal(rng: random.Random, rules: Rules, most: int) -> tuple[list[Hand], Hand]:
    """Hands of at most `most` cards from a pack that was shuffled in blocks of equal cards."""
    ranks = [r for r in range(13) for _ in range(4 * rules.decks)]
    ranks += [r for r in (13, 14) for _ in range(rules.decks if rules.jokers else 0)]
    blocks = []
    while ranks:
        size = rng.choice([1, 1, 2, 3, 4, 8])
        blocks.append([ranks.pop() for _ in range(min(size, len(ranks)))])
    rng.shuffle(blocks)
    pack = [rank for block in blocks for rank in block]
    dealt = []
    for n in [rng.randint(min(4, most), most) for _ in range(rules.players)]:
        dealt.append(pack[:n])
        pack = pack[n:]
    dealt.append(pack[: rng.choice([0, rules.kitty_cards])])
    hands = [Hand.from_counts([cards.count(rank) for rank in range(15)]) for cards in dealt]
    return hands[:-1], hands[-1]


def named(action: Any) -> Any:
    """An action of the engine as the reference has it."""
    if isinstance(action, Move):
        if not action:
            return "pass"
        assert action.rank is not None
        return reference.Reading(
            str(action.kind),
            action.length,
            int(action.rank),
            action.cards.counts,
            action.body.counts,
        )
    return str(action) if isinstance(action, str) else action


def compare(state: State, table: RefTable) -> None:
    """Everything that both can tell."""
    assert state.phase == table.phase
    assert state.seat == table.seat
    assert state.landlord == table.landlord
    assert [hand.counts for hand in state.hands] == table.hands
    assert named(state.to_beat) == (table.to_beat or "pass")
    assert state.to_beat_seat == table.to_beat_seat
    assert list(state.bombs_used) == table.bombs_used
    assert list(state.quotas) == table.quotas
    assert state.is_over == table.is_over
    assert [(seat, named(action)) for seat, action in state.history] == table.history
    if state.landlord is not None:
        assert state.stake().level == table.value
    if state.is_over:
        assert list(state.scores()) == table.scores()
        won = {"out", "claim", "surrender"}
        winner = "landlord" if table.landlord_won else "peasants"
        assert state.winner == (winner if table.ending in won else None)


def play_beside(state: State, table: RefTable, rng: random.Random) -> None:
    """Play a deal at random to its end, comparing at every step."""
    compare(state, table)
    while not state.is_over:
        actions = list(state.legal_actions())
        theirs = table.legal_actions()
        assert [named(action) for action in actions] == theirs, str(state)
        # a pass is one of few choices: take it less often, so that bombs are played too
        action = rng.choice(actions[1:] if len(actions) > 1 and rng.random() < 0.3 else actions)
        state = state.play(action)
        table.play(named(action))
        compare(state, table)


def test_the_presets_are_the_same() -> None:
    assert list(RULES) == list(TABLE_PRESETS)
    for name, rules in TABLE_PRESETS.items():
        for field in dataclasses.fields(rules):
            assert getattr(RULES[name], field.name) == getattr(rules, field.name), field.name
    ours = {field.name for field in dataclasses.fields(Rules)}
    assert ours == {field.name for field in dataclasses.fields(TABLE_PRESETS["classic"])}


@pytest.mark.parametrize("name", RULES)
def test_deals_of_presets(name: str) -> None:
    rules = RULES[name]
    for seed in range(8 if rules.decks == 1 else 3):
        state = State.deal(seed, rules)
        hands = [hand.counts for hand in state.hands]
        if state.landlord is not None:
            hands[state.landlord] = (state.hands[state.landlord] - state.kitty).counts
        table = RefTable(hands, state.kitty.counts, rules, state.first)
        play_beside(state, table, random.Random(seed))


@pytest.mark.parametrize("name", RULES)
def test_clumped_deals_of_presets(name: str) -> None:
    rng = random.Random(f"clumped {name}")
    for _ in range(60):
        beside_from_hands(rng, RULES[name])


def test_clumped_deals_of_any_switches() -> None:
    rng = random.Random("any table")
    for _ in range(900):
        beside_from_hands(rng, table_rules(rng))


@pytest.mark.slow
def test_many_clumped_deals_of_any_switches() -> None:
    rng = random.Random("any table, many")
    for _ in range(20_000):
        beside_from_hands(rng, table_rules(rng))


def beside_from_hands(rng: random.Random, rules: Rules) -> None:
    hands, kitty = clumped_deal(rng, rules, rng.choice([5, 9, 14]))
    counts = [hand.counts for hand in hands]
    seat = rng.randrange(rules.players)
    if rng.random() < 0.15:
        state = State.from_hands(hands, kitty, rules=rules, landlord=seat)
        play_beside(state, RefTable(counts, kitty.counts, rules, seat, landlord=seat), rng)
    else:
        state = State.from_hands(hands, kitty, rules=rules, first=seat)
        play_beside(state, RefTable(counts, kitty.counts, rules, seat), rng)


def test_every_phase_is_reached() -> None:
    rng = random.Random("any table")
    seen = set()
    for _ in range(900):
        rules = table_rules(rng)
        hands, kitty = clumped_deal(rng, rules, 9)
        state = State.from_hands(hands, kitty, rules=rules, first=0)
        seen.add(state.phase)
        while not state.is_over:
            state = state.play(rng.choice(state.legal_actions()))
            seen.add(state.phase)
    assert seen == set(Phase)


def test_perft_of_small_deals() -> None:
    rng = random.Random("perft")
    for _ in range(60):
        rules = table_rules(rng)
        hands, kitty = clumped_deal(rng, rules, 4)
        state = State.from_hands(hands, kitty, rules=rules, first=0)
        table = RefTable([hand.counts for hand in hands], kitty.counts, rules, 0)
        for depth in range(4):
            assert perft(state, depth) == slow_perft(table, depth), (depth, str(state))


def test_the_orders_of_moves_agree() -> None:
    leads = State.from_hands(["3334445566BR2222", "3", "4"], landlord=0).legal_actions()
    keys = [order(named(move)) for move in leads]
    assert keys == sorted(keys)
