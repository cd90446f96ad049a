"""The perft suites: the engine at every depth, the slow reference where trees are small."""

from __future__ import annotations

from collections import Counter

import pytest

from ddz import RULES, Rules, State, perft
from perft_suite import DATA, Position, positions, rules_of, table_of
from table_reference import perft as slow_perft

SUITE = [position for path in sorted(DATA.glob("*.perft")) for position in positions(path)]
SMALL = 1_000  # leaves


def state_of(position: Position) -> State:
    """The position on the table of the engine."""
    rules = Rules.parse(position.rules)
    if position.kitty is None:
        return State.from_hands(position.hands, rules=rules, landlord=position.seat)
    return State.from_hands(position.hands, position.kitty, rules=rules, first=position.seat)


@pytest.mark.parametrize("position", SUITE, ids=str)
def test_engine(position: Position) -> None:
    state = state_of(position)
    assert [perft(state, d) for d in range(1, len(position.leaves) + 1)] == list(position.leaves)


@pytest.mark.parametrize("position", SUITE, ids=str)
def test_reference(position: Position) -> None:
    for depth, leaves in enumerate(position.leaves, 1):
        if leaves <= SMALL:
            assert slow_perft(table_of(position), depth) == leaves


def test_rules() -> None:
    for position in SUITE:
        rules = Rules.parse(position.rules)
        theirs = rules_of(position.rules)
        assert all(getattr(rules, name) == value for name, value in vars(theirs).items())


def test_every_preset_has_three_positions() -> None:
    found = Counter(position.rules.split()[0] for position in SUITE if position.kitty is None)
    assert set(found) == set(RULES)
    assert min(found.values()) >= 3
    assert len(set(SUITE)) == len(SUITE) >= 50
