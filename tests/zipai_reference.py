"""A slow and independent reference for counting hu in Zipai.

It is written from the rules of the game only and imports nothing from `ddz`. What counts here is
that a reader can check it line by line: the tile that wins is placed in every way its table
allows (`_placements`), what is loose after that is split in every way there is (`_splits`), and
what has the right number of melds, the right pair and enough hu is a win.

Tiles: 0..9 = small 1..10, 10..19 = big 1..10. A hand is 20 counts. A meld is (kind, tiles), the
tiles ascending; the kinds are `peng kan wei chou_wei pao ti run mixed pair`. Where a caller only
knows that a meld was eaten it may write `chi` for `run` or `mixed`.

Sources of the tile that wins: `self` = drawn by the winner, `other` = turned by another,
`discard`, and `none` = no tile: the tiles win as they stand.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

Counts = tuple[int, ...]  # how many of each of the 20 kinds
Group = tuple[str, tuple[int, ...]]  # (kind, tiles)
Counted = tuple[str, tuple[int, ...], int]  # (kind, tiles, hu)
Reading = tuple[int, tuple[Counted, ...]]  # (total hu, the melds in ascending order)

SMALL, BIG = "一二三四五六七八九十", "壹贰叁肆伍陆柒捌玖拾"
KINDS = 20
SOURCES = ("self", "other", "discard", "none")
RED_NUMBERS = (2, 7, 10)
FOURS = ("pao", "ti")


@dataclass(frozen=True, kw_only=True)
class RefRules:
    """The hu of each meld as (small, big), and every switch of counting and scoring."""

    hu_peng: tuple[int, int] = (1, 3)
    hu_kan: tuple[int, int] = (3, 6)
    hu_wei: tuple[int, int] = (3, 6)
    hu_chou_wei: tuple[int, int] = (3, 6)
    hu_pao: tuple[int, int] = (6, 9)
    hu_ti: tuple[int, int] = (9, 12)
    hu_run_123: tuple[int, int] = (3, 6)
    hu_run_2710: tuple[int, int] = (3, 6)
    hu_run_1510: tuple[int, int] = (3, 6)
    hu_run: tuple[int, int] = (0, 0)
    hu_mixed: tuple[int, int] = (0, 0)
    """A mixed meld of two small tiles, of two big tiles."""
    hu_pair: tuple[int, int] = (0, 0)

    use_2710: bool = True
    use_1510: bool = False
    mixed: bool = True
    mixed_red: bool = True
    """Whether mixed melds of the red numbers 2, 7 and 10 exist."""
    min_hu: int = 10
    melds: int | None = 7
    """How many melds win, a pair counted as one; None for any number."""
    pair_rule: str = "strict"
    """`strict`: with a four exactly one pair; `optional`: with a four at most one pair."""
    split_kan: bool = False
    """Whether three of a kind in hand may be counted as loose tiles."""
    must_zhuai: bool = True
    """Whether an own draw beside a pair must be counted as wei."""
    break_ti: bool = False
    """Whether a tile that makes a ti may be used elsewhere to win."""
    break_zhao: bool = True
    """The same for the pao of three in hand."""
    break_peng: bool = True
    """The same for the pao of an exposed peng or wei."""
    pao_peng_on_discard: bool = False
    """Whether a discard raises an exposed peng to a pao."""

    per: int = 3
    self_draw_bonus: int = 1
    tianhu_bonus: int = 1
    dihu_bonus: int = 1
    red_points: bool = False
    """Whether many red tiles, one or none multiply the piles."""


def tiles_of(text: str) -> list[int]:
    """Read tiles written as Chinese numerals."""
    return [(SMALL + BIG).index(character) for character in text]


def counts_of(text: str) -> list[int]:
    """Count tiles written as Chinese numerals."""
    counts = Counter(tiles_of(text))
    return [counts[tile] for tile in range(KINDS)]


def ref_all_hu(
    concealed: Sequence[int],
    exposed: Sequence[tuple[str, Sequence[int]]],
    tile: int | None,
    source: str,
    rules: RefRules,
    *,
    refused: bool = False,
) -> set[Reading]:
    """Return every reading under which the tiles win.

    Args:
        concealed: 20 counts, the tile that wins not among them.
        exposed: the melds at the table as (kind, tiles), set-aside fours of a kind (ti) included;
            four of a kind among `concealed` are taken for such a four as well.
        tile: the tile that wins, or None where the source is `none`.
        source: one of SOURCES.
        rules: the rules.
        refused: whether the owner refused to peng this tile's kind, so that a wei of it stinks.

    Raises:
        ValueError: more than four tiles of a kind, or a meld that is none under the rules.
    """
    melds = [_named(kind, tuple(sorted(tiles)), rules) for kind, tiles in exposed]
    _check(concealed, melds, tile, source)
    wei = "chou_wei" if refused else "wei"
    found = set()
    for groups, pool, three in _placements(list(concealed), melds, tile, source, rules, wei):
        for split in _splits(tuple(pool), rules):
            own = [_rename(group, tile, three) for group in split]
            reading = _win(sorted([*groups, *own]), rules)
            if reading is not None:
                found.add(reading)
    return found


def ref_best_hu(
    concealed: Sequence[int],
    exposed: Sequence[tuple[str, Sequence[int]]],
    tile: int | None,
    source: str,
    rules: RefRules,
    *,
    refused: bool = False,
) -> int | None:
    """Return the most hu of any reading, or None where the tiles do not win."""
    readings = ref_all_hu(concealed, exposed, tile, source, rules, refused=refused)
    return max((total for total, _ in readings), default=None)


def ref_waits(
    concealed: Sequence[int],
    exposed: Sequence[tuple[str, Sequence[int]]],
    source: str,
    rules: RefRules,
) -> dict[int, int]:
    """Return the tiles that win, each with its most hu; a kind the seat has four of is left out."""
    waits = {}
    for tile in range(KINDS):
        at_table = sum(list(tiles).count(tile) for _, tiles in exposed)
        if concealed[tile] + at_table < 4:
            hu = ref_best_hu(concealed, exposed, tile, source, rules)
            if hu is not None:
                waits[tile] = hu
    return waits


def ref_eats(concealed: Sequence[int], tile: int, rules: RefRules) -> list[tuple[Group, ...]]:
    """Return every way to eat a tile: sets of runs and mixed melds that each hold it.

    Together they use the tile and every copy of it in hand, and no tile of three or four of a
    kind. With three or more copies in hand there is no way.
    """
    if concealed[tile] >= 3:
        return []
    loose = [count if count <= 2 else 0 for count in concealed]
    loose[tile] += 1
    ways = set()

    def lay(pool: list[int], laid: tuple[Group, ...]) -> None:
        if pool[tile] == 0:
            ways.add(tuple(sorted(laid)))
            return
        for kind, tiles in _eatable(rules):
            if tile in tiles and _contains(pool, tiles):
                lay(_without(pool, tiles), (*laid, (kind, tiles)))

    lay(loose, ())
    return sorted(ways)


def ref_piles(hu: int, bonus: int, rules: RefRules, red: int | None = None) -> int:
    """Return the piles of a win.

    Args:
        hu: the hu of the win.
        bonus: what is added for an own draw, for tianhu or for dihu; 0 otherwise.
        rules: the rules.
        red: the number of red tiles of the winner; counts only under `red_points`.
    """
    piles = (hu - rules.min_hu) // rules.per + 1 + bonus
    if rules.red_points and red is not None:
        piles *= _red_factor(red)
    return piles


def _red_factor(red: int) -> int:
    if red >= 13:
        return 3
    return 2 if red in (0, 1, 10, 11, 12) else 1


def _check(concealed: Sequence[int], melds: Sequence[Group], tile: int | None, source: str) -> None:
    if source not in SOURCES or (tile is None) != (source == "none"):
        raise ValueError(f"tile {tile} does not go with the source {source!r}")
    every = list(concealed)
    for _, tiles in melds:
        for member in tiles:
            every[member] += 1
    if tile is not None:
        every[tile] += 1
    if len(every) != KINDS or min(every) < 0 or max(every) > 4:
        raise ValueError(f"no such tiles: {every}")


def _named(kind: str, tiles: tuple[int, ...], rules: RefRules) -> Group:
    """A meld at the table under its exact name."""
    same = len(set(tiles)) == 1
    if kind in ("peng", "wei", "chou_wei") and same and len(tiles) == 3:
        return kind, tiles
    if kind in FOURS and same and len(tiles) == 4:
        return kind, tiles
    for group in _eatable(rules):
        if group[1] == tiles and kind in ("chi", group[0]):
            return group
    raise ValueError(f"no meld: {kind} {tiles}")


def _placements(
    concealed: list[int],
    melds: list[Group],
    tile: int | None,
    source: str,
    rules: RefRules,
    wei: str,
) -> Iterator[tuple[list[Group], list[int], str]]:
    """Yield every (melds that stand, loose tiles, name of three loose copies of the tile)."""
    fours = [("ti", (kind,) * 4) for kind in range(KINDS) if concealed[kind] == 4]
    kans = [("kan", (kind,) * 3) for kind in range(KINDS) if concealed[kind] == 3]
    free = [] if not rules.split_kan else kans
    standing = [*melds, *fours, *(kan for kan in kans if kan not in free)]
    pool = [count if count <= 2 else 0 for count in concealed]
    for _, tiles in free:
        pool[tiles[0]] = 3
    if tile is None:
        yield standing, pool, "kan"
        return

    three = {3: "kan", 2: wei if source == "self" else "peng"}.get(concealed[tile], "")
    made, elsewhere = _uses(concealed[tile], melds, tile, source, rules, wei)
    if made:
        size = 3 if made == wei else 4
        groups = [group for group in standing if group[1] != (tile,) * 3]
        rest = list(pool)
        rest[tile] = 0
        yield [*groups, (made, (tile,) * size)], rest, three
    if elsewhere:
        rest = list(pool)
        rest[tile] += 1
        yield standing, rest, three


def _uses(
    held: int, melds: list[Group], tile: int, source: str, rules: RefRules, wei: str
) -> tuple[str, bool]:
    """What the tile makes with its like ("" for nothing fixed), and whether it may be loose.

    A peng of the tile that wins is not fixed: its three copies are loose, and `_splits` may put
    them together.
    """
    at_table = [kind for kind, tiles in melds if tiles == (tile,) * 3]
    own = source == "self"
    if held == 3:
        return ("ti", rules.break_ti) if own else ("pao", rules.break_zhao)
    if "wei" in at_table or "chou_wei" in at_table:
        return ("ti", rules.break_ti) if own else ("pao", rules.break_peng)
    if "peng" in at_table:
        if source == "discard" and not rules.pao_peng_on_discard:
            return "", True
        return "pao", rules.break_peng
    if held == 2 and own:
        return wei, not rules.must_zhuai
    return "", True


def _rename(group: Group, tile: int | None, three: str) -> Group:
    """Three loose tiles are a kan (`_splits` says so), but of the winning kind what it makes."""
    kind, tiles = group
    return (three, tiles) if kind == "kan" and tiles[0] == tile else group


def _win(groups: list[Group], rules: RefRules) -> Reading | None:
    """The reading of a whole hand, or None if it is no win."""
    fours = sum(kind in FOURS for kind, _ in groups)
    pairs = sum(kind == "pair" for kind, _ in groups)
    if rules.melds is not None and len(groups) != rules.melds:
        return None
    if pairs > (1 if fours else 0):
        return None
    if rules.pair_rule == "strict" and fours and not pairs:
        return None
    counted = tuple((kind, tiles, _hu(kind, tiles, rules)) for kind, tiles in groups)
    total = sum(hu for _, _, hu in counted)
    return (total, counted) if total >= rules.min_hu else None


def _hu(kind: str, tiles: tuple[int, ...], rules: RefRules) -> int:
    big = sum(tile >= 10 for tile in tiles) >= 2
    numbers = tuple(tile % 10 + 1 for tile in tiles)
    table = {
        "peng": rules.hu_peng,
        "kan": rules.hu_kan,
        "wei": rules.hu_wei,
        "chou_wei": rules.hu_chou_wei,
        "pao": rules.hu_pao,
        "ti": rules.hu_ti,
        "mixed": rules.hu_mixed,
        "pair": rules.hu_pair,
    }
    runs: dict[tuple[int, ...], tuple[int, int]] = {
        (1, 2, 3): rules.hu_run_123,
        (2, 7, 10): rules.hu_run_2710,
        (1, 5, 10): rules.hu_run_1510,
    }
    values = runs.get(numbers, rules.hu_run) if kind == "run" else table[kind]
    return values[big]


@functools.cache
def _eatable(rules: RefRules) -> tuple[Group, ...]:
    """Every run and every mixed meld."""
    runs = [(first, first + 1, first + 2) for first in range(1, 9)]
    if rules.use_2710:
        runs.append((2, 7, 10))
    if rules.use_1510:
        runs.append((1, 5, 10))
    melds: list[Group] = [
        ("run", (a - 1 + size, b - 1 + size, c - 1 + size)) for a, b, c in runs for size in (0, 10)
    ]
    for number in range(1, 11):
        if rules.mixed and (rules.mixed_red or number not in RED_NUMBERS):
            small, big = number - 1, number + 9
            melds += [("mixed", (small, small, big)), ("mixed", (small, big, big))]
    return tuple(melds)


@functools.cache
def _loose(rules: RefRules) -> tuple[Group, ...]:
    """Every meld that loose tiles can make: those that can be eaten, three of a kind, a pair."""
    threes = [("kan", (tile,) * 3) for tile in range(KINDS)]
    pairs = [("pair", (tile,) * 2) for tile in range(KINDS)]
    return (*_eatable(rules), *threes, *pairs)


@functools.lru_cache(maxsize=20_000)
def _splits(pool: Counts, rules: RefRules, pairs: int = 1) -> frozenset[tuple[Group, ...]]:
    """Every way to split all of the pool into melds with at most so many pairs."""
    if sum(pool) == 0:
        return frozenset({()})
    if sum(pool) % 3 not in (0, 2 * pairs):
        return frozenset()
    lowest = next(tile for tile in range(KINDS) if pool[tile])
    found = set()
    for kind, tiles in _loose(rules):
        left = pairs - (kind == "pair")
        if lowest in tiles and left >= 0 and _contains(pool, tiles):
            for rest in _splits(tuple(_without(pool, tiles)), rules, left):
                found.add(tuple(sorted([(kind, tiles), *rest])))
    return frozenset(found)


def _contains(pool: Sequence[int], tiles: tuple[int, ...]) -> bool:
    return all(pool[tile] >= tiles.count(tile) for tile in tiles)


def _without(pool: Sequence[int], tiles: tuple[int, ...]) -> list[int]:
    return [count - tiles.count(tile) for tile, count in enumerate(pool)]
