"""Every hand of n cards: one integer that exercises every kind on every hand.

The sums of small hands run always; `make exhaustive` runs the rest with a progress bar.
"""

from __future__ import annotations

import time
from types import ModuleType

import pytest
from rich.progress import Progress

from ddz import RULES, Hand

# (preset, cards): hands, leads, sum of squares
SUMS = {
    ("classic", 5): (10_270, 54_673, 296_033),
    ("pagat", 5): (10_270, 54_673, 296_033),
    ("openspiel", 5): (10_270, 54_673, 296_033),
    ("douzero", 5): (10_270, 54_673, 296_033),
    ("onestraw", 5): (10_270, 54_673, 296_033),
    ("botzone", 5): (10_270, 54_673, 296_033),
    ("classic", 10): (1_226_875, 22_175_904, 450_897_000),
    ("pagat", 10): (1_226_875, 21_825_376, 432_995_382),
    ("openspiel", 10): (1_226_875, 19_350_900, 325_607_936),
    ("douzero", 10): (1_226_875, 22_194_628, 451_980_454),
    ("onestraw", 10): (1_226_875, 22_208_633, 452_745_511),
    ("botzone", 10): (1_226_875, 21_845_079, 434_104_641),
    ("four-player", 5): (11_388, 57_143, 286_933),
    ("four-player-wheel", 5): (11_388, 57_145, 286_955),
    ("four-player", 8): (296_634, 2_504_082, 21_286_994),
    ("four-player-wheel", 8): (296_634, 2_505_952, 21_321_302),
}
SLOW_SUMS = {
    ("four-player", 10): (1_731_561, 19_513_500, 222_719_894),
    ("four-player-wheel", 10): (1_731_561, 19_550_266, 223_605_922),
    ("classic", 12): (4_846_010, 140_011_948, 4_586_637_088),
    ("pagat", 12): (4_846_010, 136_300_279, None),
    ("openspiel", 12): (4_846_010, 110_634_046, None),
    ("douzero", 12): (4_846_010, 140_189_111, None),
    ("onestraw", 12): (4_846_010, 140_457_016, None),
    ("botzone", 12): (4_846_010, 136_503_328, None),
}
# Every preset of one deck; rlcard's rules are those of classic
ONE_DECK = ("classic", "pagat", "openspiel", "douzero", "onestraw", "botzone")
HANDS = {17: 58_684_015, 20: 153_009_740}
# (preset, cards): the most leads of one hand, where a published search found it
MOST = {
    ("classic", 17): 215,
    ("pagat", 17): 213,
    ("classic", 20): 519,
    ("pagat", 20): 497,
    ("openspiel", 20): 521,
}


def sums(walk: ModuleType, name: str, cards: int, check: bool, bar: bool) -> tuple[int, ...]:
    """Walk in parts, by the number of 3s and 4s, so that a bar can move."""
    totals = [0, 0, 0, 0, 0]
    most = 4 * RULES[name].decks
    parts = [(a, b) for a in range(most + 1) for b in range(most + 1) if a + b <= cards]
    with Progress(disable=not bar) as progress:
        for a, b in progress.track(parts, description=f"{name}, {cards} cards"):
            start = Hand.from_counts([a, b] + [0] * 13)
            part = walk.sums(RULES[name], start, 2, cards - a - b, check)
            for i in (0, 1, 2, 4):
                totals[i] += part[i]
            totals[3] = max(totals[3], part[3])
    return tuple(totals)


@pytest.mark.parametrize(("name", "cards"), SUMS)
def test_sums(walk: ModuleType, name: str, cards: int) -> None:
    hands, leads, squares, _, differing = sums(walk, name, cards, True, False)
    assert (hands, leads, squares) == SUMS[name, cards]
    assert differing == 0


@pytest.mark.slow
@pytest.mark.parametrize(("name", "cards"), SLOW_SUMS)
def test_slow_sums(walk: ModuleType, name: str, cards: int) -> None:
    hands, leads, squares, _, differing = sums(walk, name, cards, True, True)
    assert (hands, leads) == SLOW_SUMS[name, cards][:2]
    assert SLOW_SUMS[name, cards][2] in (squares, None)
    assert differing == 0


@pytest.mark.slow
@pytest.mark.parametrize("cards", HANDS)
@pytest.mark.parametrize("name", ONE_DECK)
def test_every_hand(walk: ModuleType, name: str, cards: int) -> None:
    start = time.process_time()
    hands, leads, squares, most, _ = sums(walk, name, cards, False, True)
    seconds = time.process_time() - start
    print(
        f"{name}, {cards} cards: {hands:,} hands, {leads:,} leads, {squares:,} sum of squares, "
        f"most {most}, {seconds:.1f} s"
    )
    assert hands == HANDS[cards]
    assert most == MOST.get((name, cards), most)
