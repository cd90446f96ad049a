"""Actions and events of a Zipai deal as one line of text each, for scenarios kept as data.

`discard 五`, `peng`, `eat 一二三 一壹壹`, `win`, `pass`; an event is its kind, its seat, its tile
and what belongs to it: `turn 1 五`, `eat 1 五 四五六`, `win 2 三 21`, `win 0 - 24` (tianhu).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from zipai_reference import BIG, SMALL, Group


def tile_text(tile: int | None) -> str:
    """The numeral of a tile, `-` for none."""
    return "-" if tile is None else (SMALL + BIG)[tile]


def melds_text(melds: Iterable[Group]) -> str:
    """Melds in ascending order, each its tiles."""
    return " ".join(sorted("".join(map(tile_text, tiles)) for _, tiles in melds))


def action_text(action: tuple[Any, ...]) -> str:
    """An action of the reference as text."""
    if action[0] == "discard":
        return f"discard {tile_text(action[1])}"
    return f"eat {melds_text(action[1])}" if action[0] == "eat" else str(action[0])


def event_text(event: tuple[Any, ...]) -> str:
    """An event of the reference as text."""
    words = [str(word) for word in event[:2]]
    words += [tile_text(tile) for tile in event[2:3]]
    words += [melds_text(rest) if event[0] == "eat" else str(rest) for rest in event[3:]]
    return " ".join(words)


def expand(texts: Iterable[str]) -> set[str]:
    """Actions as text, where `discard 一二三` stands for three of them."""
    found = set()
    for text in texts:
        verb, _, tiles = text.partition(" ")
        found |= {f"{verb} {tile}" for tile in tiles} if verb == "discard" else {text}
    return found
