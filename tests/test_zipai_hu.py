"""Counting hu: known hands, the laws, bad input."""

from __future__ import annotations

import json
import pickle
import random
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ddz.errors import DdzError, ParseError
from ddz.zipai import (
    ZIPAI_RULES,
    HuResult,
    Meld,
    MeldKind,
    Tile,
    Tiles,
    ZipaiRules,
    all_hu,
    best_hu,
    best_hu_batch,
    eats,
    melds,
    piles,
    waits,
    waits_batch,
)
from ddz.zipai.table import SOURCES
from zipai_strategies import Position, any_position, built_words, dealt_words, rule_sets

CASES = json.loads((Path(__file__).parent / "data" / "zipai.json").read_text(encoding="utf-8"))
SHAOYANG = ZIPAI_RULES["shaoyang"]
ANY = SHAOYANG.replace(min_hu=0, melds=None)
FIELDS = {"melds_needed": "melds", "must_zhuai": "forced_wei"}
HAND = "壹壹壹叁叁叁四五六七八九二二贰玖玖"  # waits for 玖 beside 肆伍陆


def positions(seed: str, n: int) -> list[Position]:
    rng = random.Random(seed)
    rules = rule_sets(rng, 20)
    found = [any_position(rng, rules) for _ in range(n)]
    return [position for position in found if fits(position)]


def fits(position: Position) -> bool:
    """Whether there are not more tiles than a hand can have."""
    try:
        best_hu(*position.arguments())
    except DdzError:
        return False
    return True


# -- known hands ------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES["hu"], ids=lambda case: case["id"])
def test_cases(case: dict[str, Any]) -> None:
    rules = ZipaiRules(**{FIELDS.get(key, key): value for key, value in case["config"].items()})
    exposed = [Meld.of(kind, tiles) for kind, tiles in case["exposed"]]
    source = None if case["win_source"] == "none" else case["win_source"]
    result = best_hu(case["concealed"], exposed, case["win_card"] or None, source, rules)
    assert (result and result.hu) == case["expected"]


@pytest.mark.parametrize("case", CASES["piles"], ids=lambda case: case["id"])
def test_piles(case: dict[str, Any]) -> None:
    assert piles(case["hu"], case["per"], case["zimo"]) == case["duo"]


def test_an_exposed_wei_wins_on_anothers_tile_only() -> None:
    hand, table = "壹壹壹叁叁叁二二贰柒捌", ["wei:玖玖玖", "chi:肆伍陆", "chi:七八九"]
    assert best_hu(hand, table, "玖", "self") is None  # a forced ti
    other = best_hu(hand, table, "玖", "other")
    assert other is not None
    assert other.hu == 18
    assert str(other.winning_meld) == "run:柒捌玖"
    assert best_hu(hand, table, "玖", "self", SHAOYANG.replace(forced_ti=False)) is not None


def test_the_winning_tile_is_shown() -> None:
    for source, kind, hu in [("self", "wei", 18), ("other", "peng", 15), ("discard", "peng", 15)]:
        result = best_hu(HAND, ["chi:肆伍陆"], "玖", source)
        assert result is not None
        assert (result.hu, result.tile, result.source) == (hu, Tile.B9, source)
        assert str(result.winning_meld) == f"{kind}:玖玖玖"
        assert result.winning_place == 1
        assert result.exposed == 1
    raised = best_hu("壹壹壹四五六七八九二二贰十十", ["peng:玖玖玖", "chi:肆伍陆"], "玖", "self")
    assert raised is not None
    assert str(raised.melds[0]) == "pao:玖玖玖玖"
    assert raised.winning_place == 0
    assert best_hu(HAND, ["chi:肆伍陆"]) is None


def test_a_refused_peng_makes_a_stinking_wei() -> None:
    rules = SHAOYANG.replace(hu_chou_wei=(2, 4))
    result = best_hu(HAND, ["chi:肆伍陆"], "玖", "self", rules, refused=True)
    assert result is not None
    assert (str(result.winning_meld), result.hu) == ("chou_wei:玖玖玖", 16)


def test_discards_win_where_the_rules_say_so() -> None:
    none = SHAOYANG.replace(discard_wins="none")
    assert best_hu(HAND, ["chi:肆伍陆"], "玖", "discard", none) is None
    assert "discard" not in waits(HAND, ["chi:肆伍陆"], none)[Tile.B9]
    first = best_hu(HAND, ["chi:肆伍陆"], "玖", "discard")
    every = best_hu(HAND, ["chi:肆伍陆"], "玖", "discard", SHAOYANG.replace(discard_wins="all"))
    assert first is not None
    assert every is not None
    assert (first.piles(), every.piles()) == (3, 2)  # only the first is a 地胡


def test_piles_of_a_result() -> None:
    result = best_hu(HAND, ["chi:肆伍陆"], "玖", "self")
    assert result is not None
    assert (result.piles(), result.piles(per=5), result.piles(per=1)) == (4, 3, 10)
    assert result.red == 4
    red = SHAOYANG.replace(red_factors=((4, 4, 2), (10, 12, 3)))
    double = best_hu(HAND, ["chi:肆伍陆"], "玖", "self", red)
    assert double is not None
    assert double.piles() == 8
    assert double.explain().splitlines()[-1] == "total 18 hu, own draw: piles (3 + 1) x 2 = 8"
    assert piles(50) == 14
    for hu, per in ((9, 3), (10, 0)):
        with pytest.raises(DdzError):
            piles(hu, per)
    with pytest.raises(TypeError):
        piles(10.5)  # type: ignore[arg-type]


def test_the_wrong_number_of_tiles_is_no_win() -> None:
    melds = ["chi:肆伍陆"]
    assert best_hu(HAND[:-1], melds, "玖", "self") is None
    assert best_hu(HAND[:-3], melds, "玖", "self") is None
    assert best_hu("", (), None) is None
    assert all_hu(HAND[:-1], melds, "玖", "self") == ()
    assert waits(HAND[:-1], melds) == {}
    assert waits(HAND + "玖", melds) == {}  # 21 tiles: one must be discarded first


def test_most_hu() -> None:
    kans = best_hu("壹壹壹叁叁叁伍伍伍柒柒柒玖玖玖贰贰贰肆肆肆")
    assert kans is not None
    assert kans.hu == 42
    ti = [f"ti:{4 * tile}" for tile in "壹贰叁肆伍陆"]
    six = best_hu("十", ti, "十", "self")
    assert six is not None
    assert six.hu == 72


def test_eats_and_melds() -> None:
    eaten = eats("二三一一壹", "一")
    assert [[str(meld) for meld in way] for way in eaten] == [["run:一二三", "mixed:一一壹"]]
    assert eats("一一一二三", "一") == ()  # a kan is never split
    assert eats("一二二二三", "一") == ()
    assert [[str(meld) for meld in way] for way in eats("七十柒柒", "二")] == [["run:二七十"]]
    assert eats("七十", "二", SHAOYANG.replace(use_2710=False)) == ()
    assert eats("贰贰", "二", ZIPAI_RULES["black-mixed"]) == ()
    assert str(eats("五十", "一", ZIPAI_RULES["hengyang-15"])[0][0]) == "run:一五十"
    assert [str(meld) for meld in melds("玖玖玖玖捌柒")] == ["ti:玖玖玖玖"]
    assert melds("", ANY) == ()
    with pytest.raises(DdzError, match="5 tiles"):
        eats("一一一一", "一")


# -- laws -------------------------------------------------------------------------------------


def check_result(result: HuResult, position: Position) -> None:
    """What holds of every result."""
    rules, tile = position.rules, position.tile
    assert sum(result.meld_hu) == result.hu >= rules.min_hu
    tiles = sum((Tiles(meld.tiles) for meld in position.exposed), position.concealed)
    tiles += Tiles("" if tile is None else str(tile))
    assert sum((meld.tiles for meld in result.melds), Tiles()) == tiles
    assert rules.melds in (None, len(result.melds))
    kinds = [meld.kind for meld in result.melds]
    fours = sum(kind in (MeldKind.PAO, MeldKind.TI) for kind in kinds)
    assert kinds.count(MeldKind.PAIR) <= (fours > 0)
    assert rules.pair_rule == "optional" or kinds.count(MeldKind.PAIR) == (fours > 0)
    assert result.tile == tile
    assert result.source == position.source
    assert (result.winning_meld is None) == (tile is None)
    assert tile is None or (result.winning_meld and result.winning_meld.tiles[tile])
    assert pickle.loads(pickle.dumps(result)) == result
    for language in ("en", "zh"):
        lines = result.explain(language).splitlines()
        assert len(lines) == len(result.melds) + 1
        assert f"{result.hu}" in lines[-1]
        assert f"{result.piles()}" in lines[-1]
    for number in position.exposed:
        assert number in result.melds or tile in list(number.tiles)
    if not rules.split_kan:
        own = list(result.melds[result.exposed :])
        for kind in Tile:
            if position.concealed[kind] >= 3:
                whole = [m for m in own if len(set(m.tiles)) == 1 and kind in m.tiles]
                assert [len(m) for m in whole] in ([3], [4])


def test_laws() -> None:
    wins = 0
    for position in positions("laws", 1500):
        arguments = position.arguments()
        best = best_hu(*arguments, refused=position.refused)
        every = all_hu(*arguments, refused=position.refused)
        assert (best and best.hu) == max((result.hu for result in every), default=None)
        assert all(a.hu >= b.hu for a, b in pairwise(every))
        for result in every[:3] + ((best,) if best else ()):
            check_result(result, position)
        wins += best is not None
    assert wins > 300


def test_the_order_of_tiles_never_matters() -> None:
    rng = random.Random("order")
    for position in positions("order", 300):
        concealed, exposed, tile, source, rules = position.arguments()
        best = best_hu(concealed, exposed, tile, source, rules)
        texts = list(str(concealed))
        table = list(exposed)
        for _ in range(3):
            rng.shuffle(texts)
            rng.shuffle(table)
            again = best_hu("".join(texts), table, tile, source, rules)
            assert (again and again.hu) == (best and best.hu)


def test_waits_are_the_tiles_that_win() -> None:
    some = 0
    for position in positions("waits", 300):
        concealed, exposed, *_, rules = position.arguments()
        found = waits(concealed, exposed, rules)
        held = sum((meld.tiles for meld in exposed), concealed)
        expected: dict[Tile, dict[str, HuResult]] = {}
        for tile in Tile:
            for source in ("self", "other", "discard"):
                try:
                    result = (
                        None
                        if held[tile] == 4
                        else best_hu(concealed, exposed, tile, source, rules)
                    )
                except DdzError as error:
                    assert "more than a hand can have" in str(error)
                    result = None
                if result is not None:
                    expected.setdefault(tile, {})[source] = result
        assert found == expected
        assert list(found) == sorted(found)
        some += bool(found)
    assert some > 50


def test_batch_is_many_single_calls() -> None:
    for rules in (SHAOYANG, ANY, SHAOYANG.replace(split_kan=True, forced_wei=False)):
        asked = [p for p in positions("batch", 400) if fits_under(p, rules)]
        words = np.array([int(p.concealed) for p in asked], np.uint64)
        tiles = np.array([-1 if p.tile is None else p.tile for p in asked], np.int8)
        sources = np.array([SOURCES.index(p.source) for p in asked], np.int8)
        table = np.zeros((len(asked), 7), np.uint8)
        for row, position in zip(table, asked, strict=True):
            row[: len(position.exposed)] = [int(meld) for meld in position.exposed]
        single = [best_hu(p.concealed, p.exposed, p.tile, p.source, rules) for p in asked]
        expected = [-1 if result is None else result.hu for result in single]
        assert best_hu_batch(words, tiles, sources, table, rules).tolist() == expected
        assert sum(hu >= 0 for hu in expected) > 20
        found = waits_batch(words, table, rules)
        for hand, position in zip(found, asked, strict=True):
            results = waits(position.concealed, position.exposed, rules)
            wins = {
                (int(tile), SOURCES.index(source) - 1): result.hu
                for tile, by_source in results.items()
                for source, result in by_source.items()
            }
            assert {(t, s): int(hand[t, s]) for t, s in np.argwhere(hand >= 0).tolist()} == wins


def fits_under(position: Position, rules: ZipaiRules) -> bool:
    changed = replace(position, rules=rules)
    return len(position.exposed) <= 7 and fits(changed)


def test_batch_reads_every_kind_of_input() -> None:
    hand = Tiles(HAND)
    table = [Meld.of("chi", "肆伍陆")]
    words = np.array([0, int(hand), 0, int(hand)], np.uint64)[1::2]
    assert best_hu_batch(words, Tile.B9, "self", table).tolist() == [18, 18]
    out = np.empty(2, np.int16)
    assert best_hu_batch(words, Tile.B9, "other", table, out=out) is out
    assert out.tolist() == [15, 15]
    assert best_hu_batch([hand]).tolist() == [-1]
    assert best_hu_batch([]).tolist() == []
    assert waits_batch([]).shape == (0, 20, 3)


def test_the_share_of_random_deals_that_are_complete() -> None:
    """2.621e-3 are complete and 8.254e-4 have ten hu: within five standard errors."""
    n = 200_000
    words = np.array(dealt_words(random.Random("share"), n), np.uint64)
    hu = best_hu_batch(words, rules=SHAOYANG.replace(min_hu=0))
    for found, share in (((hu >= 0).sum(), 2.621e-3), ((hu >= 10).sum(), 8.254e-4)):
        assert abs(found - n * share) < 5 * (n * share) ** 0.5
    many = best_hu_batch(np.array(built_words(random.Random("built"), 2000), np.uint64))
    assert (many >= 10).sum() > 100


def test_the_largest_hu_table_does_not_overflow() -> None:
    most = (25, 25)
    names = [name for name in vars(SHAOYANG) if name.startswith("hu_")]
    rules = ANY.replace(use_1510=True, **dict.fromkeys(names, most))
    for word in built_words(random.Random("overflow"), 500):
        result = best_hu(word, rules=rules)
        expected = max((len(r.melds) * 25 for r in all_hu(word, rules=rules)), default=None)
        assert (result and result.hu) == expected


# -- bad input --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("一" * 3, ["peng:一一一"]), "6 tiles 一"),
        (("一" * 4, (), "一", "self"), "5 tiles 一"),
        (("一一", ["peng:一一一"]), "5 tiles 一"),
        (("", ["peng:一一一", "chi:一二三", "chi:一二三"]), "more than four"),
        (("一二三四五六七八九十" * 2 + "壹贰",), "22 tiles are more"),
        ((HAND + "玖", ["chi:肆伍陆"], "捌", "self"), "22 tiles are more"),
        ((HAND, ["pair:一一"]), "a pair is never laid out"),
        ((HAND, ["kan:陆陆陆"]), "a kan is never laid out"),
        ((HAND, ["chi:一五十"]), "no meld"),
        ((HAND, ["chi:二二贰"], None, None, ZIPAI_RULES["black-mixed"]), "no meld"),
        ((HAND, ["chi:二七十"], None, None, SHAOYANG.replace(use_2710=False)), "no meld"),
        ((HAND, ["chi:一一壹"], None, None, SHAOYANG.replace(mixed=False)), "no meld"),
        ((HAND, ["peng:一一二"]), "is no peng"),
        ((HAND, (), "玖"), "go together"),
        ((HAND, (), None, "self"), "go together"),
        ((HAND, (), "玖", "me"), "source is"),
        ((HAND, (), "玖", 1), "source is"),
        ((HAND, (), 20, "self"), "tiles are 0 to 19"),
        ((1 << 61,), "not the word"),
        (("一" * 5,), "a fifth"),
    ],
)
def test_bad_hands(arguments: tuple[Any, ...], message: str) -> None:
    for verb in (best_hu, all_hu):
        with pytest.raises(DdzError, match=message):
            verb(*arguments)


@pytest.mark.parametrize(
    "arguments",
    [
        (None,),
        (["一"],),
        (HAND, "peng:玖玖玖"),
        (HAND, Meld(40)),
        (HAND, [40]),
        (HAND, 7),
        (HAND, (), 1.5, "self"),
        (HAND, (), True, "self"),
        (HAND, (), None, None, "shaoyang"),
        (HAND, (), None, None, None),
    ],
)
def test_bad_types(arguments: tuple[Any, ...]) -> None:
    with pytest.raises(TypeError):
        best_hu(*arguments)


def test_unknown_characters() -> None:
    with pytest.raises(ParseError) as caught:
        best_hu("一二東")
    assert caught.value.column == 3
    with pytest.raises(DdzError, match="languages"):
        best_hu("一二三", rules=ANY).explain("fr")  # type: ignore[union-attr]


def test_a_later_discard_is_not_called_the_first() -> None:
    first = best_hu(HAND, ["chi:肆伍陆"], "玖", "discard")
    every = best_hu(HAND, ["chi:肆伍陆"], "玖", "discard", SHAOYANG.replace(discard_wins="all"))
    assert first is not None
    assert every is not None
    assert "玖, first discard, joins" in first.explain()
    assert "玖, discarded, joins" in every.explain()
    assert every.explain().endswith("total 15 hu, discarded: piles 2")
    assert "打出玖" in first.explain("zh")
    assert "打出玖" in every.explain("zh")


def test_a_win_made_by_hand_is_refused() -> None:
    result = best_hu(HAND, ["chi:肆伍陆"], "玖", "self")
    assert result is not None
    reduced: Any = result.__reduce__()
    restore, parts = reduced
    assert restore(*parts) == result
    rules, numbers, exposed, tile, source, won = parts
    n = len(numbers)
    wrong: list[tuple[Any, ...]] = [
        (rules, numbers, n + 1, tile, source, won),
        (rules, numbers, -1, tile, source, won),
        (rules, numbers, exposed, 20, source, won),
        (rules, numbers, exposed, -2, source, won),
        (rules, numbers, exposed, "玖", source, won),
        (rules, numbers, exposed, tile, 4, won),
        (rules, numbers, exposed, tile, 0, won),
        (rules, numbers, exposed, tile, source, n),
        (rules, numbers, exposed, tile, source, -1),
        (rules, numbers, exposed, tile, source, -2),
        (rules, numbers, exposed, tile, source, won + 1),  # a meld without the tile
        (rules, numbers, exposed, -1, source, won),
        (rules, numbers, exposed, -1, 0, won),
        (rules, numbers[1:], 0, tile, source, won - 1),
        (rules, numbers * 9, exposed, tile, source, won),
        (rules, (*numbers[:-1], 5), exposed, tile, source, won),
        (rules, (numbers[1],) * n, exposed, tile, source, won),  # five of a kind
        (rules.replace(min_hu=19), numbers, exposed, tile, source, won),
        (rules.replace(mixed=False), numbers, exposed, tile, source, won),
    ]
    for parts in wrong:
        with pytest.raises(DdzError):
            restore(*parts)
    for parts in (
        (None, numbers, exposed, tile, source, won),
        (rules, None, exposed, tile, source, won),
    ):
        with pytest.raises(TypeError):
            restore(*parts)


def test_endless_melds_end() -> None:
    with pytest.raises(DdzError):
        best_hu("", (Meld.of("chi", "一二三") for _ in iter(int, 1)))


def test_bad_batches() -> None:
    hand = Tiles(HAND)
    word = np.array([int(hand)], np.uint64)
    two = np.array([int(hand), 7], np.uint64)
    with pytest.raises(DdzError, match="position 1: 7 is not the word"):
        best_hu_batch(two)
    with pytest.raises(DdzError, match="position 1"):
        waits_batch(two)
    with pytest.raises(DdzError, match="position 0: 5 tiles 壹"):
        best_hu_batch([Tiles("壹" * 4)], Tile.B1, "self")
    with pytest.raises(DdzError, match="position 0: .*never laid out"):
        best_hu_batch(word, exposed=np.array([[185]], np.uint8))
    with pytest.raises(DdzError, match="position 0: a kan is never laid out"):
        waits_batch(word, np.array([[20 * MeldKind.KAN]], np.uint8))
    with pytest.raises(DdzError, match="position 0: melds are"):
        best_hu_batch(word, exposed=np.array([[5]], np.uint8))
    with pytest.raises(DdzError, match="position 0: .*go together"):
        best_hu_batch(word, np.array([3]), np.array([0]))
    with pytest.raises(DdzError, match="position 0: tiles are"):
        best_hu_batch(word, np.array([20]), np.array([1]))
    with pytest.raises(DdzError, match="position 0: sources are"):
        best_hu_batch(word, np.array([3]), np.array([4]))
    with pytest.raises(DdzError, match="position 0: tiles cannot be 300"):
        best_hu_batch(word, np.array([300]), np.array([1]))
    with pytest.raises(DdzError, match="1 hands but 2 tiles"):
        best_hu_batch(word, np.array([3, 4]), "self")
    with pytest.raises(DdzError, match="1 hands but 2 rows"):
        best_hu_batch(word, exposed=np.zeros((2, 3), np.uint8))
    with pytest.raises(DdzError, match="22 tiles"):
        best_hu_batch([Tiles("一二三四五六七八九十" * 2 + "壹贰")])
    with pytest.raises(DdzError):
        best_hu_batch(word, out=np.empty(2, np.int16))
    with pytest.raises(DdzError, match="source is"):
        best_hu_batch(word, Tile.B1, "me")
    for wrong in ("一", [1], np.zeros(1), None):
        with pytest.raises(TypeError):
            best_hu_batch(wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        best_hu_batch(word, [1], [1])  # type: ignore[arg-type]
    with pytest.raises(DdzError, match="go together"):
        best_hu_batch(word, Tile.B1)
    with pytest.raises(TypeError):
        best_hu_batch(word, exposed=np.zeros((1, 3)))  # type: ignore[arg-type]


def test_tiles_or_sources_alone_in_a_batch() -> None:
    full = [Tiles("壹壹壹叁叁叁四五六七八九二二贰玖玖玖肆伍陆")]
    expected = best_hu_batch(full).tolist()
    assert best_hu_batch(full, np.array([-1])).tolist() == expected
    assert best_hu_batch(full, None, np.array([0])).tolist() == expected
    with pytest.raises(DdzError, match="position 0"):
        best_hu_batch(full, Tile.B9)


class Liar(np.ndarray):
    """An array that says it has another shape."""

    shape = property(lambda self: (50,))

    def __len__(self) -> int:
        return 50


def test_arrays_that_lie_about_their_shape() -> None:
    hands = np.full(50, int(Tiles("一一")), np.uint64)
    short = np.zeros(1, np.int16).view(Liar)
    with pytest.raises((ValueError, DdzError)):
        best_hu_batch(hands, out=short)
    for tiles, sources in ((np.zeros(1, np.int8).view(Liar), None), (None, short)):
        with pytest.raises((ValueError, DdzError, TypeError)):
            best_hu_batch(hands, tiles, sources)
