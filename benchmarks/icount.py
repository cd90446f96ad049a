"""Count the machine instructions of the hot verbs and compare them with the committed figures.

    make icount

Seconds wander on a shared machine; instructions under `valgrind --tool=callgrind` do not. Only what
runs inside a batch verb counts, and a figure is the difference of two runs, with 2,000 positions
and with 4,000: what a first call prepares drops out. `--save` writes the figures of this compiler
and processor to `icount.json` instead of comparing.

Exit codes: 0 = within the tolerance, 1 = not (if it is faster: save), 2 = cannot tell.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

FIGURES = Path(__file__).with_suffix(".json")
TOLERANCE = 0.03
POSITIONS = 2_000
VERBS = ("lead", "answer", "count", "classify", "beats")


def work(verb: str, n: int) -> None:
    """What runs under valgrind: one batch of n positions."""
    import numpy as np

    import ddz
    from ddz import batch, cards

    rng = random.Random("icount")
    chosen = [rng.choice(ddz.legal_moves(cards.hand(rng.sample(range(54), 17)))) for _ in range(n)]
    moves, others, played = (
        np.array([int(value) for value in values], np.uint64)
        for values in (chosen, rng.sample(chosen, n), [move.cards for move in chosen])
    )
    hands = np.array([int(cards.hand(rng.sample(range(54), 20))) for _ in range(n)], np.uint64)
    out = batch.MoveBatch(np.empty(1 << 20, np.uint64), np.empty(n + 1, np.int64))
    verbs: dict[str, Any] = {
        "lead": lambda: batch.legal_moves(hands, out=out),
        "answer": lambda: batch.legal_moves(hands, moves, out=out),
        "count": lambda: batch.count_moves(hands),
        "classify": lambda: batch.classify(played),
        "beats": lambda: batch.beats(moves, others),
    }
    verbs[verb]()


def instructions(verb: str, n: int) -> tuple[int, bool]:
    """All instructions of a batch, and whether the code for newer processors ran."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "callgrind.out"
        command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}"]
        command += ["--toggle-collect=__pyx_pw_3ddz_6_batch_*"]
        command += [sys.executable, __file__, "--work", verb, str(n)]
        env = os.environ | {"PYTHONHASHSEED": "0"}
        done = subprocess.run(command, capture_output=True, text=True, env=env, check=False)
        if done.returncode:
            raise SystemExit(done.stderr)
        text = out.read_text()
    total = re.search(r"^(?:totals|summary): (\d+)", text, re.M)
    if total is None:
        raise SystemExit("callgrind wrote no total")
    return int(total[1]), "arch_x86_64_v3" in text


def measured() -> tuple[str, dict[str, int]]:
    """Compiler and processor, and the instructions a position of each verb."""
    cc = os.environ.get("CC", "cc")
    version = subprocess.run([cc, "-dumpversion"], capture_output=True, text=True, check=True)
    figures, newer = {}, False
    for verb in VERBS:
        less, _ = instructions(verb, POSITIONS)
        more, clone = instructions(verb, 2 * POSITIONS)
        figures[verb] = round((more - less) / POSITIONS)
        newer = newer or clone
        print(f"{verb:10} {figures[verb]:6,} instructions a position", flush=True)
    return f"{cc} {version.stdout.strip()}, x86-64{'-v3' if newer else ''}", figures


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--save", action="store_true", help="keep what is measured")
    parser.add_argument("--work", nargs=2, metavar=("VERB", "N"), help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.work:
        work(asked.work[0], int(asked.work[1]))
        return 0
    if shutil.which("valgrind") is None:
        print("valgrind is not installed", file=sys.stderr)
        return 2
    built, figures = measured()
    kept = json.loads(FIGURES.read_text()) if FIGURES.exists() else {}
    if asked.save:
        FIGURES.write_text(json.dumps(kept | {built: figures}, indent=2) + "\n")
        return 0
    if built not in kept:
        print(f"no figures of {built} are kept, only of {', '.join(kept)}", file=sys.stderr)
        return 2
    worst = 0
    for verb, before in kept[built].items():
        change = figures[verb] / before - 1
        print(f"{verb:10} {before:6,} before: {change:+.1%}")
        worst = max(worst, abs(change) > TOLERANCE)
    return worst


if __name__ == "__main__":
    raise SystemExit(main())
