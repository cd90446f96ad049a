"""Tiles, melds and rules as values: text, arithmetic, errors."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ddz import Rank
from ddz.errors import DdzError, ParseError, RulesError
from ddz.zipai import (
    ZIPAI_RULES,
    Action,
    Meld,
    MeldKind,
    State,
    Tile,
    Tiles,
    ZipaiRules,
    best_hu,
    eats,
)

counts = st.lists(st.integers(0, 4), min_size=20, max_size=20)
hands = counts.map(Tiles.from_counts)
MELDS = [Meld(number) for number in range(20, 200)]


def test_tiles_read_both_notations() -> None:
    chinese = "一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾"
    tokens = "1s2s3s4s5s6s7s8s9sTs1b2b3b4b5b6b7b8b9bTb"
    assert str(Tiles(chinese)) == chinese
    assert Tiles(tokens) == Tiles(chinese) == Tiles(tokens.upper()) == Tiles(f" {tokens} ")
    assert Tiles(chinese).text == tokens
    assert Tiles("貳參叄陸") == Tiles("贰叁叁陆")
    assert [tile.number for tile in Tile] == [*range(1, 11)] * 2
    assert "".join(str(tile) for tile in Tile if tile.red) == "二七十贰柒拾"
    assert Tiles(chinese).red == 6
    assert [Tile.parse(str(tile)) for tile in Tile] == list(Tile)
    assert [Tile.parse(tile.text) for tile in Tile] == list(Tile)
    assert f"{Tile.B3:>3}" == "  叁"


@given(hands)
def test_tiles_are_values(tiles: Tiles) -> None:
    assert Tiles(str(tiles)) == Tiles(tiles.text) == Tiles(int(tiles)) == Tiles(tiles) == tiles
    assert eval(repr(tiles)) == tiles
    assert pickle.loads(pickle.dumps(tiles)) == copy.copy(tiles) == tiles
    assert hash(Tiles(str(tiles))) == hash(tiles)
    assert Tiles.from_counts(tiles.counts) == tiles
    assert len(tiles) == sum(tiles.counts) == len(list(tiles))
    assert tiles.counts == tuple(tiles[tile] for tile in Tile)
    assert all((tile in tiles) == bool(tiles[tile]) for tile in Tile)
    assert bool(tiles) == bool(int(tiles))
    assert tiles != int(tiles)
    assert int(tiles) == sum(n << 3 * tile for tile, n in enumerate(tiles.counts))


@given(hands, hands)
def test_tiles_add_and_subtract(a: Tiles, b: Tiles) -> None:
    inside = all(m <= n for m, n in zip(a.counts, b.counts, strict=True))
    assert (a <= b) == (b >= a) == (a in b) == inside
    assert (a < b) == (b > a) == (inside and a != b)
    if inside:
        assert (b - a) + a == b
    else:
        with pytest.raises(DdzError, match="is not in"):
            b - a
    if all(m + n <= 4 for m, n in zip(a.counts, b.counts, strict=True)):
        assert (a + b) - b == a
    else:
        with pytest.raises(DdzError, match="more than four"):
            a + b


@pytest.mark.parametrize(
    ("text", "column"),
    [("一二x", 3), ("1s 0s", 4), ("一一一一一", 5), ("1", 1), ("1s1", 3), ("一\n", 2), ("萬", 1)],
)
def test_bad_text(text: str, column: int) -> None:
    with pytest.raises(ParseError) as caught:
        Tiles(text)
    assert caught.value.column == column


def test_long_text_is_refused_at_once() -> None:
    with pytest.raises(ParseError, match="longer than any hand"):
        Tiles(" " * 10_000_000)


@pytest.mark.parametrize("word", [-1, 1 << 60, 5, 6 << 57, 7, 10**30])
def test_bad_words(word: int) -> None:
    with pytest.raises(DdzError, match="not the word"):
        Tiles(word)


@pytest.mark.parametrize(
    "value", [None, 1.5, b"1s", ["1s"], True, Tile.S1, MeldKind.PENG, Rank.ACE, Meld(40)]
)
def test_bad_types(value: Any) -> None:
    with pytest.raises(TypeError):
        Tiles(value)


@pytest.mark.parametrize("value", [MeldKind.PENG, Rank.ACE, True, 1.0])
def test_only_tiles_and_numbers_are_tiles(value: Any) -> None:
    for use in (
        lambda: Tiles("一")[value],
        lambda: Action.discard(value),
        lambda: eats("一二三", value),
        lambda: best_hu("一二三", (), value, "self"),
        lambda: Tiles.from_counts([value] * 20),
        lambda: Meld(value),
    ):
        with pytest.raises(TypeError):
            use()


@pytest.mark.parametrize("bad", [[0] * 19, [0] * 21, [5] + [0] * 19, [-1] + [0] * 19])
def test_bad_counts(bad: list[int]) -> None:
    with pytest.raises(DdzError):
        Tiles.from_counts(bad)


def test_other_wrong_uses() -> None:
    with pytest.raises(TypeError):
        Tiles.from_counts([0.5] * 20)  # type: ignore[list-item]
    with pytest.raises(TypeError):
        _ = Tiles("一") + "一"  # type: ignore[operator]
    with pytest.raises(TypeError):
        _ = "一" in Tiles("一")  # type: ignore[operator]
    with pytest.raises(IndexError):
        Tiles("一")[20]
    with pytest.raises(ParseError, match="not one tile"):
        Tile.parse("一二")
    with pytest.raises(TypeError):
        Tile.parse(3)  # type: ignore[arg-type]


def test_every_meld_is_a_value() -> None:
    assert len(set(MELDS)) == 180
    for meld in MELDS:
        assert Meld.of(meld.kind, meld.tiles) == Meld.of(str(meld.kind), str(meld.tiles)) == meld
        assert Meld.of(meld.kind.chinese, meld.tiles) == meld
        assert Meld.parse(str(meld)) == eval(repr(meld)) == meld
        assert pickle.loads(pickle.dumps(meld)) == meld
        assert Meld(int(meld)) == Meld(meld) == meld
        assert (
            len(meld)
            == len(meld.tiles)
            == {MeldKind.PAO: 4, MeldKind.TI: 4}.get(
                meld.kind, 2 if meld.kind is MeldKind.PAIR else 3
            )
        )
        assert meld.big == (sum(tile.big for tile in meld.tiles) >= 2)
        eaten = meld.kind in (MeldKind.RUN, MeldKind.MIXED)
        assert not eaten or Meld.of("chi", meld.tiles) == meld


@pytest.mark.parametrize(
    ("kind", "tiles"),
    [
        ("chi", "玖玖玖"),
        ("run", "一二四"),
        ("run", "八九壹"),
        ("run", "九十一"),
        ("run", "一贰三"),
        ("mixed", "一壹贰"),
        ("peng", "玖玖"),
        ("peng", "玖玖玖玖"),
        ("ti", "玖玖玖"),
        ("pair", "一壹"),
        ("run", ""),
        ("gang", "玖玖玖玖"),
        ("", ""),
    ],
)
def test_no_meld(kind: str, tiles: str) -> None:
    with pytest.raises(DdzError):
        Meld.of(kind, tiles)


def test_meld_errors() -> None:
    for number in (0, 19, 200, -1):
        with pytest.raises(DdzError):
            Meld(number)
    for value in ("peng:玖玖玖", None, 1.0, True):
        with pytest.raises(TypeError):
            Meld(value)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Meld.of(1, "玖玖玖")  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Meld.parse(1)  # type: ignore[arg-type]
    with pytest.raises(ParseError) as caught:
        Meld.parse("peng:玖玖x")
    assert caught.value.column == 8
    with pytest.raises(ParseError, match="has no kind"):
        Meld.parse("玖玖玖")


@pytest.mark.parametrize("name", ZIPAI_RULES)
def test_presets_are_values(name: str) -> None:
    rules = ZIPAI_RULES[name]
    best_hu("一", rules=rules)  # what is kept on the value stays out of it
    again = pickle.loads(pickle.dumps(rules))
    assert again == rules
    assert hash(again) == hash(rules)
    assert eval(repr(rules)) == rules
    assert ZipaiRules(**rules.differences()) == rules
    assert rules.replace() == rules


@pytest.mark.parametrize(
    "change",
    [
        {"min_hu": -1},
        {"min_hu": True},
        {"melds": 0},
        {"melds": 8},
        {"melds": "7"},
        {"pair_rule": "never"},
        {"discard_wins": None},
        {"use_2710": 1},
        {"hu_kan": (3,)},
        {"hu_kan": [3]},
        {"hu_kan": (3, 26)},
        {"hu_kan": (-1, 6)},
        {"hu_kan": (3.0, 6)},
        {"per": 0},
        {"red_factors": ((0, 1),)},
        {"red_factors": ((3, 1, 2),)},
        {"red_factors": ((0, 5, 2), (5, 9, 2))},
        {"red_factors": [[0, 1]]},
        {"red_factors": [5]},
        {"red_factors": ((0, 1, True),)},
    ],
)
def test_impossible_rules(change: dict[str, Any]) -> None:
    with pytest.raises(RulesError, match=next(iter(change))):
        ZipaiRules(**change)
    with pytest.raises(TypeError):
        ZipaiRules(unknown=1)  # type: ignore[call-arg]


def test_only_rules_are_rules() -> None:
    """What stands in for rules is refused before its C form is looked for."""
    verbs: list[Callable[[Any], object]] = [
        lambda rules: best_hu("一二三", rules=rules),
        lambda rules: State.deal(1, rules=rules),
    ]
    for verb in verbs:
        with pytest.raises(TypeError, match="must be a ZipaiRules"):
            verb(Mock(spec=ZipaiRules))
        rules = ZIPAI_RULES["shaoyang"].replace()
        for name in ("_packed", "_table"):
            object.__setattr__(rules, name, 5)
        with pytest.raises(TypeError, match="Cannot convert int"):
            verb(rules)
