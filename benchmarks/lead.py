"""How long the leads of fresh random hands take, in one loop in C and call by call.

    make bench

Every figure is CPU time, the best of several rounds, over 100,000 distinct hands.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

import ddz
from conftest import build_walk
from strategies import any_hand

HANDS = 100_000
ROUNDS = 5


def best(work: Callable[[], object]) -> float:
    """CPU seconds of the fastest round."""
    times = []
    for _ in range(ROUNDS):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def rows(name: str, cards: int) -> list[tuple[str, float, int]]:
    """Return (what, seconds, moves) for the leads of hands of one size."""
    rules = ddz.RULES[name]
    rng = random.Random(f"{name} {cards}")
    hands = [any_hand(rng, rules, cards) for _ in range(HANDS)]
    with tempfile.TemporaryDirectory() as folder:
        walk = build_walk(Path(folder))
    seconds, moves = walk.lead_loop(rules, hands, ROUNDS)

    def lists() -> None:
        for hand in hands:
            ddz.legal_moves(hand, rules=rules)

    def iterated() -> None:
        for hand in hands:
            for _ in ddz.legal_moves(hand, rules=rules):
                pass

    def counted() -> None:
        for hand in hands:
            ddz.count_moves(hand, rules=rules)

    return [
        ("one loop in C", seconds, moves),
        ("legal_moves, a call a hand", best(lists), moves),
        ("the same, all moves iterated", best(iterated), moves),
        ("count_moves, a call a hand", best(counted), moves),
    ]


def main() -> None:
    """Print the table."""
    print("| hands | what | ns a position | ns a move |")
    print("|---|---|---|---|")
    for name, cards in (("classic", 20), ("classic", 17), ("four-player", 33)):
        for what, seconds, moves in rows(name, cards):
            print(
                f"| {name}, {cards} cards | {what} | {seconds / HANDS * 1e9:,.0f} "
                f"| {seconds / moves * 1e9:.2f} |"
            )


if __name__ == "__main__":
    main()
