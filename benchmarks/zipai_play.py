"""Whole deals of Zipai in one call: how many a second, one core, CPU time.

    python benchmarks/zipai_play.py

Prints a Markdown table; rounds are interleaved and the best one counts. The share of the tests for
a win is what `perf record` gives `ask_wins` and the functions of `_hu` that it calls.
"""

from __future__ import annotations

import time

from ddz.zipai import ZIPAI_RULES, random_deals

DEALS = 50_000
ROUNDS = 7


def main() -> None:
    """Measure and print."""
    rows = [(name, greedy) for name in ("shaoyang", "shaoyang-four") for greedy in (False, True)]
    best = [float("inf")] * len(rows)
    plies = [0.0] * len(rows)
    for seed in range(ROUNDS):
        for place, (name, greedy) in enumerate(rows):
            start = time.process_time()
            deals = random_deals(DEALS, ZIPAI_RULES[name], seed, greedy=greedy)
            best[place] = min(best[place], time.process_time() - start)
            plies[place] = float(deals.plies.mean())
    print("| rules | play | deals a second | ns a ply |\n|---|---|---|---|")
    for (name, greedy), seconds, length in zip(rows, best, plies, strict=True):
        play = "greedy" if greedy else "random"
        ns = seconds / DEALS / length * 1e9
        print(f"| {name} | {play} | {DEALS / seconds:,.0f} | {ns:.0f} |")


if __name__ == "__main__":
    main()
