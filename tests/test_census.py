"""How many moves there are: published and independently counted tables, exactly."""

from __future__ import annotations

from collections import Counter

import pytest

from ddz import CARDS_MASK, RULES, Kind, all_moves, count_moves, legal_moves

# kinds in the order of Kind, pass left out: hands up to 20 cards (one deck) and 33 (two)
CENSUS = {
    "classic": [15, 13, 13, 182, 156, 36, 52, 45, 21_822, 2_939, 1_326, 858, 13, 1, 0],
    "pagat": [15, 13, 13, 182, 156, 36, 52, 45, 7_161, 2_939, 1_170, 858, 13, 1, 0],
    "openspiel": [15, 13, 13, 182, 156, 36, 52, 45, 22_588, 2_939, 0, 0, 13, 1, 0],
    "douzero": [15, 13, 13, 182, 156, 36, 52, 45, 24_721, 2_939, 1_339, 858, 13, 1, 0],
    # a bomb is two pairs: 726 + 2,100 + 3,726 planes with pairs
    "onestraw": [15, 13, 13, 182, 156, 36, 52, 45, 24_721, 6_552, 1_339, 1_014, 13, 1, 0],
    # space shuttles: 38 bare, 17,105 with solos, 3,630 with pairs
    "botzone": [
        15,
        13,
        13,
        182,
        156,
        36,
        52,
        45,
        8_044,
        2_939,
        1_183 + 17_105,
        858 + 3_630,
        13,
        1,
        38,
    ],
    "four-player": [15, 15, 13, 0, 182, 36, 55, 65, 0, 7_504, 0, 0, 65, 1, 0],
    "four-player-wheel": [15, 15, 13, 0, 182, 53, 76, 65, 0, 7_504, 0, 0, 65, 1, 0],
    "four-player-wheel-north": [15, 15, 13, 0, 182, 0, 76, 65, 0, 7_504, 0, 0, 65, 1, 0],
}
READINGS_AND_CARD_SETS = {
    "classic": (27_471, 27_471),
    "rlcard": (27_471, 27_471),
    "pagat": (12_654, 12_654),
    "openspiel": (26_053, 25_661),
    "douzero": (30_383, 29_984),
    "onestraw": (34_152, 33_675),
    "botzone": (34_323, 34_323),
    "four-player": (7_951, 7_951),
    "four-player-wheel": (7_989, 7_989),
    "four-player-wheel-south": (7_989, 7_989),
    "four-player-wheel-north": (7_936, 7_936),
}


@pytest.mark.parametrize("name", CENSUS)
def test_kinds(name: str) -> None:
    kinds = Counter(move.kind for move in all_moves(RULES[name]))
    assert [kinds[kind] for kind in Kind if kind != Kind.PASS] == CENSUS[name]


@pytest.mark.parametrize("name", RULES)
def test_readings_and_card_sets(name: str) -> None:
    moves = all_moves(RULES[name])
    card_sets = {int(move) & CARDS_MASK for move in moves}
    assert (len(moves), len(card_sets)) == READINGS_AND_CARD_SETS[name]


@pytest.mark.parametrize("name", RULES)
def test_no_card_set_has_more_than_two_readings_of_a_kind(name: str) -> None:
    readings = Counter((int(move) & CARDS_MASK, move.kind) for move in all_moves(RULES[name]))
    several = sum(n == 2 for n in readings.values())
    assert max(readings.values()) <= 2
    assert several == {"openspiel": 383, "douzero": 390, "onestraw": 468}.get(name, 0)


def by_length(name: str, kind: Kind) -> list[int]:
    lengths = Counter(move.length for move in all_moves(RULES[name]) if move.kind == kind)
    return [lengths[length] for length in sorted(lengths)]


def test_lengths() -> None:
    assert by_length("classic", Kind.SOLO_CHAIN) == [8, 7, 6, 5, 4, 3, 2, 1]
    assert by_length("four-player-wheel", Kind.SOLO_CHAIN) == [10, 9, 8, 7, 6, 5, 4, 3, 1]
    assert by_length("classic", Kind.PAIR_CHAIN) == [10, 9, 8, 7, 6, 5, 4, 3]
    assert by_length("four-player", Kind.PAIR_CHAIN) == [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]
    assert by_length("four-player-wheel", Kind.PAIR_CHAIN) == [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 1]
    assert by_length("classic", Kind.TRIO_SOLO_CHAIN) == [968, 3_282, 7_184, 10_388]
    assert by_length("pagat", Kind.TRIO_SOLO_CHAIN) == [847, 2_100, 2_646, 1_568]
    assert by_length("openspiel", Kind.TRIO_SOLO_CHAIN) == [968, 3_300, 7_344, 10_976]
    assert by_length("botzone", Kind.TRIO_SOLO_CHAIN) == [858, 2_200, 2_970, 2_016]
    assert by_length("onestraw", Kind.TRIO_PAIR_CHAIN) == [726, 2_100, 3_726]
    assert by_length("four-player", Kind.TRIO_PAIR_CHAIN) == [847, 2_100, 2_646, 1_568, 343]
    assert by_length("botzone", Kind.FOUR_TWO_SOLO) == [1_183, 7_865, 9_240]


@pytest.mark.parametrize(
    ("switch", "plain", "wheel"),
    [
        ({"kick_joker_pair": False}, 3_857, 3_895),
        ({"kick_rocket": True}, 9_079, 9_117),
        ({"kick_pair_copies": 2}, 25_660, 25_698),
    ],
)
def test_two_deck_switches(switch: dict[str, int], plain: int, wheel: int) -> None:
    assert len(all_moves(RULES["four-player"].replace(**switch))) == plain
    assert len(all_moves(RULES["four-player-wheel"].replace(**switch))) == wheel


def test_another_engine_by_switches() -> None:
    """A known engine: kickers of different ranks, the rocket among three and more."""
    rules = RULES["pagat"].replace(kick_rocket=True, kick_rocket_min=3)
    assert len(all_moves(rules)) == 13_526


# Leads by kind of fixed hands
S, P, T, TS, TP = Kind.SOLO, Kind.PAIR, Kind.TRIO, Kind.TRIO_SOLO, Kind.TRIO_PAIR
SC, PC, TC, TSC, TPC = (
    Kind.SOLO_CHAIN,
    Kind.PAIR_CHAIN,
    Kind.TRIO_CHAIN,
    Kind.TRIO_SOLO_CHAIN,
    Kind.TRIO_PAIR_CHAIN,
)
F1, F2, BOMB, ROCKET = Kind.FOUR_TWO_SOLO, Kind.FOUR_TWO_PAIR, Kind.BOMB, Kind.ROCKET
HANDS = [
    (
        "3344455667JJQQKAA2BR",
        "classic",
        {S: 12, P: 7, T: 1, TS: 11, TP: 6, SC: 1, PC: 3, ROCKET: 1},
    ),
    (
        "3445555678TTTJQQKA2B",
        "classic",
        {S: 13, P: 4, T: 2, TS: 24, TP: 6, SC: 4, F1: 69, F2: 3, BOMB: 1},
    ),
    (
        "3445555678TTTJQQKA2B",
        "pagat",
        {S: 13, P: 4, T: 2, TS: 24, TP: 6, SC: 4, F1: 66, F2: 3, BOMB: 1},
    ),
    (
        "33344455566677788BR2",
        "classic",
        {S: 9, P: 6, T: 5, TS: 40, TP: 25, SC: 3, PC: 10, TC: 10, TSC: 217, TPC: 27, ROCKET: 1},
    ),
    (
        "33344455566677788BR2",
        "pagat",
        {S: 9, P: 6, T: 5, TS: 40, TP: 25, SC: 3, PC: 10, TC: 10, TSC: 132, TPC: 27, ROCKET: 1},
    ),
    ("333444555666", "classic", {S: 4, P: 4, T: 4, TS: 12, TP: 12, PC: 3, TC: 6, TSC: 9, TPC: 3}),
    ("333444555666", "pagat", {S: 4, P: 4, T: 4, TS: 12, TP: 12, PC: 3, TC: 6, TSC: 3, TPC: 3}),
    ("33344455BR", "classic", {S: 5, P: 3, T: 2, TS: 8, TP: 4, PC: 1, TC: 1, TSC: 3, ROCKET: 1}),
    ("33344455BR", "pagat", {S: 5, P: 3, T: 2, TS: 8, TP: 4, PC: 1, TC: 1, TSC: 2, ROCKET: 1}),
    (
        "33344455666778899TTJJJJJQKKKK22RR",
        "four-player",
        {S: 13, P: 12, T: 5, TP: 55, SC: 28, PC: 28, TC: 1, TPC: 45, BOMB: 3},
    ),
    (
        "33344455666778899TTJJJJJQKKKK22RR",
        "four-player-wheel",
        {S: 13, P: 12, T: 5, TP: 55, SC: 36, PC: 36, TC: 1, TPC: 45, BOMB: 3},
    ),
    (
        "333444555BB66RR",
        "four-player",
        {S: 6, P: 6, T: 3, TP: 15, PC: 3, TC: 3, TPC: 10, ROCKET: 1},
    ),
    (
        "333444555BB66RR",
        "four-player-wheel",
        {S: 6, P: 6, T: 3, TP: 15, PC: 3, TC: 3, TPC: 10, ROCKET: 1},
    ),
    ("3333333388888888", "four-player", {S: 2, P: 2, T: 2, TP: 2, BOMB: 10}),
    ("3333333388888888", "four-player-wheel", {S: 2, P: 2, T: 2, TP: 2, BOMB: 10}),
    ("AA23456", "four-player", {S: 6, P: 1}),
    ("AA23456", "four-player-wheel", {S: 6, P: 1, SC: 3}),
]


@pytest.mark.parametrize(("hand", "name", "kinds"), HANDS)
def test_leads_by_kind(hand: str, name: str, kinds: dict[Kind, int]) -> None:
    assert Counter(move.kind for move in legal_moves(hand, rules=RULES[name])) == kinds


@pytest.mark.parametrize(
    ("hand", "name", "leads"),
    [
        ("34567888999TTTJJJQKA", "classic", 519),
        ("456789TJQQQKKKAAA", "classic", 215),
        ("3456789TJJJQQQKKKAAA", "pagat", 497),
        ("33444555666777888999TTTJJQQKKAA22", "four-player", 1_845),
        ("33444555666777888999TTTJJQQKKAA22", "four-player-wheel", 1_883),
        ("555666777888999TTTJJJQQKK", "four-player", 391),
    ],
)
def test_hands_of_the_most_leads(hand: str, name: str, leads: int) -> None:
    assert len(legal_moves(hand, rules=RULES[name])) == leads


def test_a_list_longer_than_any_fixed_buffer() -> None:
    rules = RULES["four-player-wheel"].replace(
        trio_solo=True, trio_solo_chain=True, four_two_solo=True, four_two_pair=True
    )
    hand = "333444555666777888999TTTJJJQKA2BR"
    assert len(legal_moves(hand, rules=rules)) == count_moves(hand, rules=rules) == 12_802
