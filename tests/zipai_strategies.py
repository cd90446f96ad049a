"""Random rules and hands of Zipai for the tests and the benchmark."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ddz.zipai import ZIPAI_RULES, Meld, MeldKind, Tile, Tiles, ZipaiRules

SOURCES = ("self", "other", "discard")
EXPOSED_THREES = (MeldKind.PENG, MeldKind.WEI, MeldKind.CHOU_WEI)
THREES = (*EXPOSED_THREES, MeldKind.KAN)
IN_HAND = (MeldKind.KAN, MeldKind.PAIR)
TILES = list(Tile)


@dataclass(frozen=True)
class Position:
    """What `best_hu` is asked."""

    concealed: Tiles
    exposed: tuple[Meld, ...]
    tile: Tile | None
    source: str | None
    refused: bool
    rules: ZipaiRules

    def arguments(self) -> tuple[Any, ...]:
        return self.concealed, self.exposed, self.tile, self.source, self.rules


def any_rules(rng: random.Random) -> ZipaiRules:
    """A preset, or one with some switches changed; often with few hu and any number of melds."""
    rules = ZIPAI_RULES[rng.choice(list(ZIPAI_RULES))]
    if rng.random() < 0.4:
        return rules

    def pair() -> tuple[int, int]:
        return rng.choice([(0, 0), (1, 2), (3, 6), (4, 8), (rng.randint(0, 25), 25)])

    choices: dict[str, Any] = {
        **{
            name: pair()
            for name in vars(rules)
            if name.startswith("hu_")  # every number of the table
        },
        "min_hu": rng.choice([0, 0, 6, 15]),
        "melds": rng.choice([None, None, 7, 6, 5]),
        "pair_rule": rng.choice(["strict", "optional"]),
        "discard_wins": rng.choice(["first", "all"]),
    }
    switches = [name for name, value in vars(rules).items() if type(value) is bool]
    choices |= {name: rng.random() < 0.5 for name in switches}
    changed = rng.sample(sorted(choices), rng.randint(1, 8))
    return rules.replace(**{name: choices[name] for name in changed})


def laid(rules: ZipaiRules) -> list[Meld]:
    """Every run and mixed meld that there is under the rules."""
    found = []
    for number in range(20 * MeldKind.RUN, 20 * MeldKind.PAIR):
        meld = Meld(number)
        place = number % 10
        if meld.kind is MeldKind.RUN and not (
            place < 8 or (rules.use_2710 if place == 8 else rules.use_1510)
        ):
            continue
        if meld.kind is MeldKind.MIXED and not (
            rules.mixed and (rules.mixed_red or place not in (1, 6, 9))
        ):
            continue
        found.append(meld)
    return found


def built_melds(rng: random.Random, rules: ZipaiRules, melds: int) -> list[Meld]:
    """So many melds out of one set of tiles; with fours nearly always a pair among them."""
    loose = laid(rules)
    fours = rng.choice([0, 0, 0, 1, 1, 2, 3])
    fours = min(fours, melds)
    paired = fours > 0 and melds > fours and rng.random() < 0.95
    kinds = [rng.choice([MeldKind.PAO, MeldKind.TI]) for _ in range(fours)]
    kinds += [MeldKind.PAIR] * paired
    while True:
        made = [Meld(20 * kind + rng.randrange(20)) for kind in kinds]
        while len(made) < melds:
            if rng.random() < 0.3:
                made.append(Meld(20 * rng.choice(THREES) + rng.randrange(20)))
            else:
                made.append(rng.choice(loose))
        if max(map(sum, zip(*(meld.tiles.counts for meld in made), strict=True)), default=0) <= 4:
            return made


def built(rng: random.Random, rules: ZipaiRules) -> Position:
    """A hand that was complete before one of its melds was perhaps disturbed."""
    melds = rules.melds or rng.randint(1, 7)
    made = built_melds(rng, rules, melds)
    rng.shuffle(made)
    at_table: list[Meld] = []
    hand = Tiles()
    tile = None
    share = rng.random()
    for meld in made:
        kind = meld.kind
        four = kind in (MeldKind.PAO, MeldKind.TI)
        if four and tile is None and rng.random() < 0.5:  # three at the table and the tile
            tile = next(iter(meld.tiles))
            at_table.append(Meld(20 * rng.choice(EXPOSED_THREES) + tile))
        elif kind is MeldKind.PAO or (kind not in IN_HAND and rng.random() < share):
            at_table.append(meld)
        else:
            hand += meld.tiles
    if tile is None and hand and rng.random() < 0.9:
        tile = rng.choice(list(hand))
        hand -= Tiles(str(tile))
    if rng.random() < 0.1 and hand and tile is not None:
        tile = swapped(rng, hand, at_table, tile)
    return Position(
        hand,
        tuple(at_table),
        tile,
        None if tile is None else rng.choice(SOURCES),
        rng.random() < 0.2,
        rules,
    )


def swapped(rng: random.Random, hand: Tiles, exposed: list[Meld], tile: Tile) -> Tile:
    """Another winning tile of which one is left, if one is found at once."""
    other = rng.choice(TILES)
    held = hand[other] + sum(meld.tiles[other] for meld in exposed)
    return other if held < 4 else tile


def drawn(rng: random.Random, rules: ZipaiRules) -> Position:
    """Random tiles: as many as a hand has, in few kinds so that some of them win."""
    kinds = rng.sample(TILES, rng.randint(6, 20))
    pack = [tile for tile in kinds for _ in range(4)]
    n = min(3 * (rules.melds or rng.randint(1, 7)), len(pack))
    tiles = rng.sample(pack, n)
    tile = tiles.pop() if rng.random() < 0.8 else None
    hand = Tiles("".join(map(str, tiles)))
    source = None if tile is None else rng.choice(SOURCES)
    return Position(hand, (), tile, source, rng.random() < 0.2, rules)


def rule_sets(rng: random.Random, n: int) -> list[ZipaiRules]:
    """Random rules to choose from: each takes some milliseconds to build its tables."""
    return [any_rules(rng) for _ in range(n)]


def any_position(rng: random.Random, rule_sets: Sequence[ZipaiRules]) -> Position:
    """A random or a built hand under one of some rules."""
    rules = rng.choice(rule_sets)
    return drawn(rng, rules) if rng.random() < 0.2 else built(rng, rules)


def dealt_words(rng: random.Random, n: int, tiles: int = 21) -> list[int]:
    """So many random deals as words."""
    pack = [1 << 3 * tile for tile in range(20) for _ in range(4)]
    return [sum(rng.sample(pack, tiles)) for _ in range(n)]


def built_words(rng: random.Random, n: int) -> list[int]:
    """So many hands of seven melds of three tiles as words."""
    rules = ZIPAI_RULES["shaoyang"]
    melds = [int(meld.tiles) for meld in laid(rules)] + [3 << 3 * tile for tile in range(20)]
    words: list[int] = []
    while len(words) < n:
        chosen = [Tiles(word) for word in rng.choices(melds, k=7)]
        counts = [*map(sum, zip(*(tiles.counts for tiles in chosen), strict=True))]
        if max(counts) <= 4:
            words.append(int(Tiles.from_counts(counts)))
    return words
