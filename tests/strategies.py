"""Random rule sets, hands and moves, for hypothesis and for seeded loops."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import strategies as st

import reference
from ddz import PASS, RULES, Hand, Kind, Move, MoveList, Rules, RulesError, all_moves, legal_moves

PRESETS = {name: RULES[name] for name in RULES if name not in ("rlcard", "four-player-wheel-south")}
"""The presets that differ from each other in their moves."""

ONE_DECK = [name for name, rules in PRESETS.items() if rules.decks == 1]
TWO_DECKS = [name for name, rules in PRESETS.items() if rules.decks == 2]

_SWITCHES: dict[str, list[Any]] = {
    "trio_solo": [False, True],
    "trio_pair": [False, True],
    "trio_solo_chain": [False, True],
    "trio_pair_chain": [False, True],
    "four_two_solo": [False, True],
    "four_two_pair": [False, True],
    "min_solo_chain": [0, 3, 5, 6],
    "min_pair_chain": [0, 3, 4],
    "min_trio_chain": [2, 3],
    "min_four_chain": [0, 2, 3],
    "wheel": [False, True],
    "wheel_max": [5, 12, 13, 14],
    "wheel_both_ends": [False, True],
    "kick_solo_copies": [1, 2, 3, 4, 12],
    "kick_pair_copies": [1, 2, 4],
    "four_two_solo_copies": [1, 2, 4, 12],
    "four_two_pair_copies": [1, 2, 4],
    "kick_adjacent": [False, True],
    "kick_rocket": [False, True],
    "kick_rocket_min": [2, 3, 4],
    "kick_joker_pair": [False, True],
    "rocket_over": [3, 4, 6, 12],
}

_DEALS: list[dict[str, Any]] = [
    {},
    {"players": 4, "jokers": False, "hand_cards": 12, "kitty_cards": 4},
    {"players": 4, "decks": 2, "hand_cards": 25, "kitty_cards": 8},
    {"players": 4, "decks": 2, "hand_cards": 25, "kitty_cards": 8, "jokers": False},
    {"players": 2, "hand_cards": 5, "kitty_cards": 1},
    {"players": 6, "decks": 3, "hand_cards": 26, "kitty_cards": 6},
]


def any_rules(rng: random.Random) -> Rules:
    """A rule set with every switch drawn at random."""
    while True:
        values = {name: rng.choice(choices) for name, choices in _SWITCHES.items()}
        try:
            return Rules(**rng.choice(_DEALS), **values)
        except RulesError:
            continue


def any_hand(rng: random.Random, rules: Rules, cards: int, ranks: int = 15) -> Hand:
    """Cards drawn from the deck, of `ranks` ranks that lie side by side, on the wheel (A 2 3), or
    anywhere; one hand in five holds all jokers besides.
    """
    first = rng.randrange(16 - ranks)
    chosen = rng.choice(
        [
            list(range(first, first + ranks)),
            [(11 + place) % 13 for place in range(min(ranks, 13))],
            rng.sample(range(15), ranks),
        ]
    )
    joker = rules.decks if rules.jokers else 0
    counts = [0] * 15
    if rng.random() < 0.2 and cards > 2 * joker:
        counts[13] = counts[14] = joker
        cards -= 2 * joker
        chosen = [rank for rank in chosen if rank < 13]
    deck = [rank for rank in chosen for _ in range(4 * rules.decks if rank < 13 else joker)]
    for rank in rng.sample(deck, min(cards, len(deck))):
        counts[rank] += 1
    return Hand.from_counts(counts)


def any_position(rng: random.Random, rules: Rules, most: int = 14) -> tuple[Hand, Move]:
    """A hand, sparse or dense, and PASS or a move to beat."""
    hand = any_hand(rng, rules, rng.randint(1, most), rng.choice([2, 3, 4, 6, 9, 15]))
    if rng.random() < 0.4:
        return hand, PASS
    other = any_hand(rng, rules, rng.randint(1, most), rng.choice([1, 2, 3, 4, 6, 9, 15]))
    if rng.random() < 0.5:
        other = hand  # moves of the hand itself, so that the answers are of its kinds
    leads = legal_moves(other, rules=rules)
    kinds = sorted({move.kind for move in leads})
    kind = rng.choice(kinds) if kinds else None
    chosen = [move for move in leads if move.kind == kind]
    return hand, rng.choice(chosen) if chosen else PASS


def any_bar(rng: random.Random, name: str) -> tuple[Hand, Move]:
    """A move to beat, of any kind alike often, and a hand with a move of its kind and length."""
    alike = any_group(rng, name)
    rules = PRESETS[name]
    hand = holding(rng, deck_of(rules), rng.choice(alike).cards, rules.max_cards)
    return hand, rng.choice(alike)


def any_group(rng: random.Random, name: str) -> list[Move]:
    """The moves of one kind and length: any kind alike often, then any length."""
    groups = groups_of(name)
    kind = rng.choice(sorted({kind for kind, _ in groups}))
    return groups[rng.choice(sorted(key for key in groups if key[0] == kind))]


def deck_of(rules: Rules) -> Hand:
    """All cards of the game."""
    joker = rules.decks if rules.jokers else 0
    return Hand.from_counts([4 * rules.decks] * 13 + [joker, joker])


def holding(rng: random.Random, deck: Hand, held: Hand, cards: int) -> Hand:
    """A hand of at most so many cards that holds some, the others of few ranks or of many."""
    ranks = rng.sample(range(15), rng.choice([3, 6, 15]))
    others = [rank for rank in deck - held if rank in ranks]
    counts = list(held.counts)
    most = min(len(others), cards - len(held))
    for rank in rng.sample(others, rng.randint(0, most)):
        counts[rank] += 1
    return Hand.from_counts(counts)


def presets() -> st.SearchStrategy[str]:
    """The name of a preset."""
    return st.sampled_from(sorted(PRESETS))


def rule_sets() -> st.SearchStrategy[Rules]:
    """A preset, or any combination of switches."""
    return st.one_of(
        presets().map(PRESETS.__getitem__),
        st.integers(0, 2**32).map(lambda seed: any_rules(random.Random(seed))),
    )


@st.composite
def positions(draw: st.DrawFn, most: int = 20) -> tuple[Hand, Move, Rules]:
    """A hand, PASS or a move to beat, and the rules."""
    rules = draw(rule_sets())
    rng = random.Random(draw(st.integers(0, 2**32)))
    hand, to_beat = any_position(rng, rules, most)
    return hand, to_beat, rules


_moves: dict[str, MoveList] = {}


def moves_of(name: str) -> MoveList:
    """All moves of a preset, kept."""
    if name not in _moves:
        _moves[name] = all_moves(PRESETS[name])
    return _moves[name]


_groups: dict[str, dict[tuple[Kind, int], list[Move]]] = {}


def groups_of(name: str) -> dict[tuple[Kind, int], list[Move]]:
    """All moves of a preset by kind and length, kept."""
    if name not in _groups:
        groups: dict[tuple[Kind, int], list[Move]] = {}
        for move in moves_of(name):
            groups.setdefault((move.kind, move.length), []).append(move)
        _groups[name] = groups
    return _groups[name]


def reading_of(move: Move) -> reference.Reading:
    """A move other than PASS as the slow reference writes it."""
    assert move.rank is not None
    return reference.Reading(
        str(move.kind),
        move.length,
        int(move.rank),
        move.cards.counts,
        move.body.counts,
    )


def moves(name: str) -> st.SearchStrategy[Move]:
    """A move of a preset; short kinds as often as long ones."""
    groups = groups_of(name)
    return st.sampled_from(sorted(groups)).flatmap(lambda key: st.sampled_from(groups[key]))
