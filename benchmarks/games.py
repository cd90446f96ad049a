"""Whole random deals by ddz and by OpenSpiel, side by side in one run.

    make bench-games

Deals are played from the landlord's first lead, every legal action as likely. Rounds are
interleaved; each figure is the CPU time of the best round.
"""

from __future__ import annotations

import gc
import random
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import ddz
from ddz import State, batch

DEALS = 20_000
LOOPED = 300
TABLES = 4_096
STEPS = 200
ROUNDS = 5

Work = tuple[str, Callable[[], tuple[int, int]]]
"""Who, and what to do; returns deals and plies."""


def one_call() -> tuple[int, int]:
    return DEALS, int(batch.random_games(DEALS, seed=1, play_only=True).plies.sum())


def python_loop() -> Callable[[], tuple[int, int]]:
    """`legal_actions`, a choice and `play` for each ply."""
    rules = ddz.RULES["classic"].replace(auction="none")
    deals = [State.deal(seed, rules) for seed in range(LOOPED)]

    def run() -> tuple[int, int]:
        choose = random.Random(1).random
        plies = 0
        for state in deals:
            while not state.is_over:
                actions = state.legal_actions()
                state = state.play(actions[int(choose() * len(actions))])
                plies += 1
        return len(deals), plies

    return run


def stepped_tables() -> tuple[int, int]:
    """4,096 tables together: legal moves as words, the choice in numpy."""
    rng = np.random.default_rng(1)
    tables = batch.Tables(TABLES, seed=1, play_only=True)
    deals = 0
    for _ in range(STEPS):
        legal = tables.legal()
        starts = legal.offsets[:-1]
        chosen = starts + (rng.random(TABLES) * np.diff(legal.offsets)).astype(np.int64)
        tables.step(legal.words[chosen])
        deals += tables.redeal()
    return deals, TABLES * STEPS


def openspiel() -> list[Work]:
    """OpenSpiel's Python loop, if its wheel is installed."""
    try:
        import pyspiel
    except ImportError:
        return []
    game = pyspiel.load_game("dou_dizhu")
    rng = random.Random(1)
    begun: list[Any] = []
    while len(begun) < LOOPED:
        state = game.new_initial_state()
        while not state.is_terminal() and (state.is_chance_node() or is_bidding(state)):
            state.apply_action(rng.choice(state.legal_actions()))
        if not state.is_terminal():
            begun.append(state)

    def run() -> tuple[int, int]:
        choose = random.Random(1).random
        plies = 0
        for first in begun:
            state = first.clone()
            while not state.is_terminal():
                actions = state.legal_actions()
                state.apply_action(actions[int(choose() * len(actions))])
                plies += 1
        return len(begun), plies

    return [("OpenSpiel, Python loop", run)]


def is_bidding(state: Any) -> bool:
    """Whether the auction goes on: ids 0 to 3 pass and bid, and who leads cannot pass."""
    return all(action < 4 for action in state.legal_actions())


def main() -> None:
    work: list[Work] = [
        ("ddz, one call", one_call),
        ("ddz, 4,096 tables, choice in numpy", stepped_tables),
        ("ddz, Python loop over State", python_loop()),
        *openspiel(),
    ]
    best = dict.fromkeys(range(len(work)), float("inf"))
    done = {}
    gc.disable()
    for _ in range(ROUNDS):
        for i, (_, run) in enumerate(work):
            start = time.process_time()
            done[i] = run()
            best[i] = min(best[i], time.process_time() - start)
    print("| who | deals a second | plies a second | times the last |\n|---|---|---|---|")
    last = done[len(work) - 1][0] / best[len(work) - 1]
    for i, (who, _) in enumerate(work):
        deals, plies = done[i]
        rate = deals / best[i]
        print(f"| {who} | {rate:,.0f} | {plies / best[i]:,.0f} | {rate / last:.1f} |")


if __name__ == "__main__":
    main()
