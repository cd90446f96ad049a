"""Counting hu by ddz and by a plain backtracking solver in C, side by side in one run.

    python benchmarks/zipai.py

Prints a Markdown table. Rounds are interleaved, each figure is the CPU time of the best round, on
100,000 distinct hands so that the branch predictor cannot learn them.
"""

from __future__ import annotations

import gc
import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from conftest import build
from ddz.zipai import ZIPAI_RULES, Tiles, best_hu, best_hu_batch, waits, waits_batch
from zipai_strategies import built_words, dealt_words

HANDS = 100_000
CALLS = 20_000
ROUNDS = 7

Work = tuple[str, str, int, Callable[[], object]]
"""Row, who, hands, what to do."""


def distinct(make: Callable[[random.Random, int], list[int]], seed: str) -> list[int]:
    """Distinct hands."""
    rng = random.Random(seed)
    found: dict[int, None] = {}
    while len(found) < HANDS:
        found |= dict.fromkeys(make(rng, HANDS - len(found)))
    return list(found)


def work() -> list[Work]:
    rules = ZIPAI_RULES["shaoyang"]
    found: list[Work] = []
    out, other = np.empty(HANDS, np.int16), np.empty(HANDS, np.int16)
    hands = {
        "random": distinct(dealt_words, "random"),
        "meld-built": distinct(built_words, "built"),
    }
    built = np.array(hands["meld-built"], np.uint64)
    complete = best_hu_batch(built, rules=rules) >= 0
    wins = built[complete]
    hands["winning"] = np.resize(wins, HANDS).tolist()
    with tempfile.TemporaryDirectory() as folder:
        solver = build(Path(__file__).parent / "backtrack.pyx", Path(folder))
    for row, words in hands.items():
        array = np.array(words, np.uint64)
        best_hu_batch(array, out=out)
        solver.solve(array, other)
        assert (out == other).all(), row
        found += [
            (row, "ddz, batch", HANDS, lambda a=array: best_hu_batch(a, out=out)),  # type: ignore[misc]
            (row, "backtracking in C", HANDS, lambda a=array: solver.solve(a, other)),  # type: ignore[misc]
        ]
    print(f"{len(wins):,} of {HANDS:,} meld-built hands win and are the winning ones, repeated\n")
    tiles = [Tiles(int(word)) for word in wins[:CALLS]]

    def results() -> None:
        for hand in tiles:
            best_hu(hand)

    def refusals() -> None:
        for hand in losing:
            best_hu(hand)

    losing = [Tiles(word) for word in hands["random"][:CALLS]]
    ready = [hand - Tiles(str(next(iter(hand)))) for hand in tiles]
    ready_words = np.array([int(hand) for hand in ready], np.uint64)
    table = np.empty((len(ready), 20, 3), np.int16)

    def all_waits() -> None:
        for hand in ready:
            waits(hand)

    return [
        *found,
        ("winning", "ddz, best_hu, a call a hand", len(tiles), results),
        ("random", "ddz, best_hu, a call a hand", len(losing), refusals),
        ("waits", "ddz, batch", len(ready), lambda: waits_batch(ready_words, out=table)),
        ("waits", "ddz, waits, a call a hand", len(ready), all_waits),
    ]


def main() -> None:
    """Measure and print."""
    every = work()
    best = [float("inf")] * len(every)
    gc.disable()
    for _ in range(ROUNDS):
        for place, (_, _, _, act) in enumerate(every):
            start = time.process_time()
            act()
            best[place] = min(best[place], time.process_time() - start)
    print("| hands | who | ns a hand |\n|---|---|---|")
    for (row, who, n, _), seconds in zip(every, best, strict=True):
        print(f"| {row} | {who} | {seconds / n * 1e9:,.0f} |")
    for row in ("random", "meld-built", "winning"):
        ours, plain = (
            seconds
            for (name, who, _, _), seconds in zip(every, best, strict=True)
            if name == row and "a call" not in who
        )
        print(f"\n{row}: backtracking takes {plain / ours:.1f} times as long", end="")
    print()


if __name__ == "__main__":
    main()
