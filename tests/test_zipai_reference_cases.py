"""The slow reference for Zipai against hands that people raised and against the rules' own sums."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from zipai_reference import (
    KINDS,
    RefRules,
    counts_of,
    ref_all_hu,
    ref_best_hu,
    ref_eats,
    ref_piles,
    ref_waits,
    tiles_of,
)

DATA = Path(__file__).parent / "data"
CASES = json.loads((DATA / "zipai.json").read_text(encoding="utf-8"))
FIELDS = {"melds_needed": "melds"}


def rules_of(config: dict[str, Any]) -> RefRules:
    return RefRules(**{FIELDS.get(key, key): value for key, value in config.items()})


@pytest.mark.parametrize("case", CASES["hu"], ids=lambda case: case["id"])
def test_hu(case: dict[str, Any]) -> None:
    concealed = counts_of(case["concealed"])
    exposed = [(kind, tiles_of(tiles)) for kind, tiles in case["exposed"]]
    tile = tiles_of(case["win_card"])[0] if case["win_card"] else None
    rules = rules_of(case["config"])
    assert ref_best_hu(concealed, exposed, tile, case["win_source"], rules) == case["expected"]


@pytest.mark.parametrize("case", CASES["piles"], ids=lambda case: case["id"])
def test_piles(case: dict[str, Any]) -> None:
    assert ref_piles(case["hu"], int(case["zimo"]), RefRules(per=case["per"])) == case["duo"]


def test_fifty_hu_are_fourteen_piles() -> None:
    assert ref_piles(50, 0, RefRules()) == 14


@pytest.mark.parametrize(
    ("red", "factor"), [(0, 2), (1, 2), (2, 1), (9, 1), (10, 2), (12, 2), (13, 3)]
)
def test_red_points(red: int, factor: int) -> None:
    assert ref_piles(10, 0, RefRules(red_points=True), red) == factor
    assert ref_piles(10, 0, RefRules(), red) == 1


@pytest.mark.parametrize(
    ("tiles", "hu"),
    [
        ("壹壹壹贰贰贰叁叁叁肆肆肆伍伍伍陆陆陆柒柒柒", 42),
        ("壹壹壹壹贰贰贰叁叁叁肆肆肆伍伍伍陆陆陆柒柒", 42),
        ("壹壹壹壹贰贰贰贰叁叁叁肆肆肆伍伍伍陆陆陆柒柒", 48),
    ],
)
def test_most_hu_as_dealt(tiles: str, hu: int) -> None:
    assert ref_best_hu(counts_of(tiles), [], None, "none", RefRules()) == hu


def test_most_hu_at_the_table() -> None:
    exposed = [("ti", tiles_of(big * 4)) for big in "壹贰叁肆伍陆"]
    assert ref_best_hu(counts_of("一"), exposed, 0, "self", RefRules()) == 72


LONG = [("ti", tiles_of("拾拾拾拾"))]
RUNS = [("run", tiles_of(run)) for run in ("一二三", "四五六", "七八九")]
SITUATIONS = [
    # name, concealed, exposed, tile, source, changes, most hu
    ("pair, own draw", "一二三四五六玖玖", LONG, "玖", "self", {}, None),
    ("kan and own draw", "玖玖玖一一", [*LONG, *RUNS], "玖", "self", {}, 27),
    ("kan and a turned tile", "玖玖玖一一", [*LONG, *RUNS], "玖", "other", {}, 24),
    ("kan and a discard", "玖玖玖一一", [*LONG, *RUNS], "玖", "discard", {}, 24),
    (
        "peng and own draw",
        "一一",
        [*LONG, *RUNS, ("peng", tiles_of("玖玖玖"))],
        "玖",
        "self",
        {},
        24,
    ),
    (
        "peng and discard",
        "一一",
        [*LONG, *RUNS, ("peng", tiles_of("玖玖玖"))],
        "玖",
        "discard",
        {},
        None,
    ),
    (
        "peng and discard, switched",
        "一一",
        [*LONG, *RUNS, ("peng", tiles_of("玖玖玖"))],
        "玖",
        "discard",
        {"pao_peng_on_discard": True},
        24,
    ),
    ("wei and own draw", "一一", [*LONG, *RUNS, ("wei", tiles_of("玖玖玖"))], "玖", "self", {}, 27),
    ("wei and turned", "一一", [*LONG, *RUNS, ("wei", tiles_of("玖玖玖"))], "玖", "other", {}, 24),
    (
        "stinking wei and discard",
        "一一",
        [*LONG, *RUNS, ("chou_wei", tiles_of("玖玖玖"))],
        "玖",
        "discard",
        {},
        24,
    ),
]


@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda situation: situation[0])
def test_how_the_winning_tile_counts(situation: tuple[Any, ...]) -> None:
    _, concealed, exposed, tile, source, changes, hu = situation
    rules = RefRules(melds=None, **changes)
    (x,) = tiles_of(tile)
    assert ref_best_hu(counts_of(concealed), exposed, x, source, rules) == hu


def a_melded_hand(rng: random.Random) -> list[tuple[str, tuple[int, ...]]]:
    """Up to seven melds of one deck."""
    melds: list[tuple[str, tuple[int, ...]]] = []
    for _ in range(rng.randint(2, 7)):
        first = rng.randrange(KINDS)
        run = (first, first + 1, first + 2)
        meld = rng.choice(
            [
                ("run" if first % 10 <= 7 else "ti", run if first % 10 <= 7 else (first,) * 4),
                ("mixed", (first % 10, first % 10, first % 10 + 10)),
                (rng.choice(["peng", "wei", "chou_wei"]), (first,) * 3),
                (rng.choice(["pao", "ti"]), (first,) * 4),
            ]
        )
        used = [tile for _, tiles in [*melds, meld] for tile in tiles]
        if max(used.count(tile) for tile in used) <= 4:
            melds.append(meld)
    return melds


def test_readings_use_every_tile_and_sum_to_their_total() -> None:
    rng = random.Random("readings")
    strict = RefRules(melds=None, min_hu=0)
    loose = RefRules(
        melds=None, min_hu=0, split_kan=True, must_zhuai=False, break_ti=True, pair_rule="optional"
    )
    seen = 0
    for _ in range(1500):
        melds = a_melded_hand(rng)
        shown = rng.randint(0, len(melds))
        exposed, rest = melds[:shown], [tile for _, tiles in melds[shown:] for tile in tiles]
        rest += [0, 0] if rng.random() < 0.5 else []
        every = [rest.count(kind) for kind in range(KINDS)]
        for _, tiles in exposed:
            for tile in tiles:
                every[tile] += 1
        if not rest or max(every) > 4:
            continue
        rng.shuffle(rest)
        concealed = [rest[1:].count(kind) for kind in range(KINDS)]
        source = rng.choice(["self", "other", "discard"])
        readings = {}
        for rules in (strict, loose):
            readings[rules] = ref_all_hu(concealed, exposed, rest[0], source, rules)
            for total, counted in readings[rules]:
                seen += 1
                used = [tile for _, tiles, _ in counted for tile in tiles]
                assert [used.count(kind) for kind in range(KINDS)] == every
                assert total == sum(hu for _, _, hu in counted)
        assert readings[strict] <= readings[loose]
    assert seen > 1000


def test_waits() -> None:
    concealed = counts_of("二七十贰柒")
    exposed = [
        (kind, tiles_of(tiles))
        for kind, tiles in [
            ("peng", "玖玖玖"),
            ("chi", "肆伍陆"),
            ("chi", "四五六"),
            ("chi", "一壹壹"),
            ("chi", "八八捌"),
        ]
    ]
    assert ref_waits(concealed, exposed, "other", RefRules()) == {tiles_of("拾")[0]: 12}


@pytest.mark.parametrize(
    ("hand", "tile", "ways"),
    [
        ("二三", "一", ["一二三"]),
        ("一二三", "一", []),
        ("一二三壹", "一", ["一一壹"]),
        ("一二三壹壹", "一", ["一一壹", "一二三 一壹壹"]),
        ("一二二三三", "一", ["一二三 一二三"]),
        ("一一二三壹", "一", ["一一壹 一二三"]),
        ("一一一二三壹", "一", []),
        ("二二二三", "一", []),
        ("七十", "二", ["二七十"]),
        ("壹壹", "一", ["一壹壹"]),
        ("一一", "一", []),
    ],
)
def test_eats(hand: str, tile: str, ways: list[str]) -> None:
    (x,) = tiles_of(tile)
    found = {
        tuple(sorted(tiles for _, tiles in way)) for way in ref_eats(counts_of(hand), x, RefRules())
    }
    wanted = {tuple(sorted(tuple(tiles_of(meld)) for meld in way.split())) for way in ways}
    assert found == wanted


@pytest.mark.parametrize(
    ("concealed", "exposed", "tile", "source"),
    [
        ("一一一一", [], 0, "self"),
        ("一", [("peng", (0, 0, 0))], 0, "self"),
        ("一", [("peng", (0, 1, 2))], 0, "self"),
        ("一", [("run", (8, 9, 10))], 0, "self"),
        ("一", [], None, "self"),
        ("一", [], 1, "none"),
    ],
)
def test_tiles_that_cannot_be(
    concealed: str, exposed: list[tuple[str, tuple[int, ...]]], tile: int | None, source: str
) -> None:
    with pytest.raises(ValueError, match="no such tiles|no meld|does not go"):
        ref_all_hu(counts_of(concealed), exposed, tile, source, RefRules())
