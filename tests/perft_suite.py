"""Suites of perft positions, in the spirit of those of chess: `tests/data/*.perft`.

A line is a position and the leaves of its tree at each depth, `#` begins a comment:

    classic; 3344 455 667; 0; D1 4; D2 9

These are the rules (a preset and `field=value`), the hands, the seat that leads. A kitty after the
hands (`... | 9T2`) makes it a deal that begins with the auction of that seat. A pass is one ply, a
deal that is over counts once at every deeper depth.

`python tests/perft_suite.py FILE` computes the leaves of every position anew with the slow
reference, as deep as they stay below a limit, and writes the file.
"""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from table_reference import TABLE_PRESETS, RefTable, TableRules, perft

DATA = Path(__file__).parent / "data"
MOST_LEAVES = 20_000


class Position(NamedTuple):
    """A position and its leaves from depth 1 on."""

    rules: str
    hands: tuple[str, ...]
    kitty: str | None
    seat: int
    leaves: tuple[int, ...]

    def __str__(self) -> str:
        hands = " ".join(self.hands)
        if self.kitty is not None:
            hands += f" | {self.kitty}"
        depths = [f"D{depth} {n}" for depth, n in enumerate(self.leaves, 1)]
        return "; ".join([self.rules, hands, str(self.seat), *depths])


def read_position(line: str) -> Position:
    """Read a line."""
    rules, cards, seat, *depths = (part.strip() for part in line.split(";"))
    hands, bar, kitty = cards.partition("|")
    leaves = []
    for depth, text in enumerate(depths, 1):
        name, number = text.split()
        assert name == f"D{depth}"
        leaves.append(int(number))
    return Position(
        rules, tuple(hands.split()), kitty.strip() if bar else None, int(seat), tuple(leaves)
    )


def positions(path: Path) -> Iterator[Position]:
    """Read a suite."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            yield read_position(line)


def rules_of(text: str) -> TableRules:
    """The rules of a position."""
    preset, *switches = text.split()
    changes: dict[str, Any] = {}
    for switch in switches:
        name, _, value = switch.partition("=")
        kind = type(getattr(TABLE_PRESETS[preset], name))
        if kind is tuple:
            changes[name] = tuple(map(int, value.split(",")))
        else:
            changes[name] = value == "true" if kind is bool else kind(value)
    return dataclasses.replace(TABLE_PRESETS[preset], **changes)


def table_of(position: Position) -> RefTable:
    """The position on the slow table."""
    rules = rules_of(position.rules)
    if position.kitty is None:
        return RefTable(position.hands, "", rules, position.seat, landlord=position.seat)
    return RefTable(position.hands, position.kitty, rules, position.seat)


def counted(position: Position) -> Position:
    """The position with its leaves from the reference, at least to depth 2."""
    table = table_of(position)
    leaves: list[int] = []
    while len(leaves) < 2 or (leaves[-1] < MOST_LEAVES / 5 and len(leaves) < 12):
        leaves.append(perft(table, len(leaves) + 1))
    return position._replace(leaves=tuple(leaves))


def main() -> None:
    """Rewrite a suite."""
    path = Path(sys.argv[1])
    lines = [
        str(counted(read_position(line))) if line and not line.startswith("#") else line
        for line in path.read_text(encoding="utf-8").splitlines()
    ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
