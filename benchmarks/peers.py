"""The same work by ddz and by the other engines that are installed, side by side in one run.

    make bench

Prints a Markdown table. Rounds are interleaved, each figure is the CPU time of the best round, and
ddz works on 100,000 distinct hands so that the branch predictor cannot learn them. The engines get
as many of the same hands as they can do in about a second.
"""

from __future__ import annotations

import gc
import platform
import random
import subprocess
import sys
import time
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import track

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

import ddz
from ddz import PASS, Hand, Move, batch, cards
from ddz.notation import DOUZERO, RLCARD
from strategies import any_hand

HANDS = 100_000
ROUNDS = 5
CLASSIC = ddz.RULES["classic"]

Work = tuple[str, str, int, int, Callable[[], object]]
"""Row, who, positions, moves, what to do."""


def hands_of(name: str, sizes: list[int]) -> list[Hand]:
    """Distinct random hands."""
    rng = random.Random(f"{name} {sizes}")
    found: dict[Hand, None] = {}
    while len(found) < HANDS:
        found[any_hand(rng, ddz.RULES[name], rng.choice(sizes))] = None
    return list(found)


def words(values: list[Any]) -> Any:
    return np.array([int(value) for value in values], np.uint64)


def ours(row: str, name: str, hands: list[Hand], to_beat: list[Move] | None = None) -> list[Work]:
    """Listing and counting, by batch and call by call."""
    rules = ddz.RULES[name]
    held = words(hands)
    bars = None if to_beat is None else words(to_beat)
    moves = int(batch.count_moves(held, bars, rules).sum())
    out = batch.MoveBatch(np.empty(moves + 4096, np.uint64), np.empty(HANDS + 1, np.int64))
    asked = list(zip(hands, to_beat or [PASS] * len(hands), strict=True))

    def lists() -> None:
        for hand, bar in asked:
            ddz.legal_moves(hand, bar, rules)

    def views() -> None:
        for hand, bar in asked:
            _ = ddz.legal_moves(hand, bar, rules).words

    def iterated() -> None:
        for hand, bar in asked:
            for _ in ddz.legal_moves(hand, bar, rules):
                pass

    def counted() -> None:
        for hand, bar in asked:
            ddz.count_moves(hand, bar, rules)

    n = len(hands)
    return [
        (row, "ddz, batch", n, moves, lambda: batch.legal_moves(held, bars, rules, out)),
        (row, "ddz, a call a hand, list out", n, moves, lists),
        (row, "ddz, a call a hand, numpy view", n, moves, views),
        (row, "ddz, a call a hand, all Moves", n, moves, iterated),
        (row, "ddz, batch, count only", n, moves, lambda: batch.count_moves(held, bars, rules)),
        (row, "ddz, a call a hand, count only", n, moves, counted),
    ]


def judging() -> list[Work]:
    """Classify and beats on random moves."""
    rng = random.Random("judging")
    table = list(ddz.all_moves())
    leads = [rng.choice(ddz.legal_moves(hand)) for hand in hands_of("classic", [17])]
    others = rng.choices(leads, k=HANDS)
    sets, moves, bars = words([m.cards for m in leads]), words(leads), words(others)
    hands = [move.cards for move in leads]
    assert len(table) == 27_471

    def one_by_one() -> None:
        for hand in hands:
            ddz.classify(hand)

    def pair_by_pair() -> None:
        for a, b in zip(leads, others, strict=True):
            ddz.beats(a, b)

    work: list[Work] = [
        ("classify", "ddz, batch", HANDS, 0, lambda: batch.classify(sets)),
        ("classify", "ddz, a call a set", HANDS, 0, one_by_one),
        ("beats", "ddz, batch", HANDS, 0, lambda: batch.beats(moves, bars)),
        ("beats", "ddz, a call a pair", HANDS, 0, pair_by_pair),
    ]
    try:
        from douzero.env.move_detector import get_move_type
    except ImportError:
        return work
    lists = [DOUZERO.write_hand(hand) for hand in hands[:20_000]]
    work.append(
        ("classify", "DouZero, get_move_type", len(lists), 0, lambda: [*map(get_move_type, lists)])
    )
    return work


def douzero(row: str, hands: list[Hand], to_beat: list[Move] | None = None) -> list[Work]:
    """DouZero's generator, and its answers."""
    try:
        from douzero.env.game import GameEnv
        from douzero.env.move_generator import MovesGener
    except ImportError:
        return []
    lists = [DOUZERO.write_hand(hand) for hand in hands[:2000]]
    moves = sum(len(MovesGener(numbers).gen_moves()) for numbers in lists)
    if to_beat is None:
        return [
            (row, "DouZero", len(lists), moves, lambda: [MovesGener(x).gen_moves() for x in lists])
        ]
    envs = [
        SimpleNamespace(
            info_sets={"seat": SimpleNamespace(player_hand_cards=numbers)},
            acting_player_position="seat",
            card_play_action_seq=[DOUZERO.write_hand(bar.cards)],
        )
        for numbers, bar in zip(lists, to_beat, strict=False)
    ]
    answer = GameEnv.get_legal_card_play_actions
    moves = sum(len(answer(env)) for env in envs)
    return [(row, "DouZero", len(envs), moves, lambda: [answer(env) for env in envs])]


def rlcard(row: str, hands: list[Hand]) -> list[Work]:
    """RLCard's playable cards of a hand."""
    try:
        from rlcard.games.doudizhu.judger import DoudizhuJudger
    except ImportError:
        return []
    texts = [RLCARD.write_hand(hand) for hand in hands[:2000]]
    play = DoudizhuJudger.playable_cards_from_hand
    moves = sum(len(play(text)) for text in texts)
    return [(row, "RLCard", len(texts), moves, lambda: [play(text) for text in texts])]


def openspiel(row: str, hands: list[Hand]) -> list[Work]:
    """OpenSpiel's legal actions of landlords with these hands."""
    try:
        import pyspiel
    except ImportError:
        return []
    game = pyspiel.load_game("dou_dizhu")
    rng = random.Random("openspiel")
    states = []
    for hand in hands[:2000]:
        pack = list(range(54))
        rng.shuffle(pack)
        landlord = list(cards.take(pack, hand))
        others = [card for card in pack if card not in landlord]
        state = game.new_initial_state()
        state.apply_action(0)
        for three in zip(landlord[:17], others[:17], others[17:34], strict=True):
            for card in three:
                suit = cards.suit(card)
                number = card if suit is None else 13 * suit + cards.rank(card)
                state.apply_action(51 + number)
        state.apply_action(3)
        states.append(state)
    moves = sum(len(state.legal_actions()) for state in states)
    return [
        (row, "OpenSpiel", len(states), moves, lambda: [state.legal_actions() for state in states])
    ]


def all_work() -> list[Work]:
    """Every row with those who do it."""
    lead, less = hands_of("classic", [20]), hands_of("classic", [17])
    middle = hands_of("classic", [8, 9, 10, 11, 12])
    rng = random.Random("to beat")
    bars = [rng.choice(ddz.legal_moves(hand)) for hand in hands_of("classic", [16])]
    return [
        *ours("lead, 20 cards", "classic", lead),
        *douzero("lead, 20 cards", lead),
        *rlcard("lead, 20 cards", lead),
        *openspiel("lead, 20 cards", lead),
        *ours("lead, 17 cards", "classic", less),
        *douzero("lead, 17 cards", less),
        *rlcard("lead, 17 cards", less),
        *ours("lead, 8-12 cards", "classic", middle),
        *douzero("lead, 8-12 cards", middle),
        *rlcard("lead, 8-12 cards", middle),
        *ours("answer, 17 cards", "classic", less, bars),
        *douzero("answer, 17 cards", less, bars),
        *judging(),
        *ours("two decks, lead, 33 cards", "four-player", hands_of("four-player", [33])),
        *ours("two decks, lead, 25 cards", "four-player", hands_of("four-player", [25])),
    ]


def machine() -> str:
    """What was measured, on what."""
    versions = [f"ddz {ddz.__version__}", f"Python {platform.python_version()}"]
    for name in ("numpy", "rlcard", "open_spiel", "douzero"):
        try:
            versions.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            continue
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False
    )
    model = "?"
    if Path("/proc/cpuinfo").exists():
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        model = next((x.split(":")[1].strip() for x in lines if x.startswith("model name")), "?")
    return f"{model}; {', '.join(versions)}; commit {commit.stdout.strip() or '?'}"


def main() -> None:
    """Measure and print."""
    work = all_work()
    gc.collect()
    gc.disable()  # or the collector would look at our hands while others work
    best = [float("inf")] * len(work)
    progress = Console(stderr=True)
    for _ in track(range(ROUNDS), "rounds", console=progress):
        for i, (_, _, _, _, do) in enumerate(work):
            start = time.process_time()
            do()
            best[i] = min(best[i], time.process_time() - start)
    print(machine(), end="\n\n")
    print("| work | who | ns a position | ns a move | times ddz's batch |")
    print("|---|---|---|---|---|")
    ours_ns: dict[str, float] = {}
    for (row, who, n, moves, _), seconds in zip(work, best, strict=True):
        ns = seconds / n * 1e9
        ours_ns.setdefault(row, ns)
        a_move = f"{seconds / moves * 1e9:,.2f}" if moves else ""
        print(f"| {row} | {who} | {ns:,.1f} | {a_move} | {ns / ours_ns[row]:,.1f} |")


if __name__ == "__main__":
    main()
