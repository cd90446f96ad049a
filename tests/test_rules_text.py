"""Rules as text, of both games."""

from __future__ import annotations

import copy
import pickle
import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from ddz import RULES, ParseError, Rules
from ddz.zipai import ZIPAI_RULES, ZipaiRules
from strategies import any_rules

HOUSE: list[Any] = [
    Rules(levels=(1, 5), spring=True),
    Rules(double_sizes=()),
    ZipaiRules(melds=None, hu_kan=(4, 8), mixed=False),
    ZipaiRules(red_factors=((0, 1, 2), (10, 12, 3)), discard_wins="all"),
]
TEXTS = [
    "classic levels=1,5 spring=true",
    "classic double_sizes=-",
    "shaoyang hu_kan=4,8 mixed=false melds=none",
    "shaoyang discard_wins=all red_factors=0-1x2,10-12x3",
]


@pytest.mark.parametrize(("rules", "text"), list(zip(HOUSE, TEXTS, strict=True)))
def test_rules_as_text(rules: Any, text: str) -> None:
    assert str(rules) == text
    assert type(rules).parse(text) == rules


def test_presets_are_their_names() -> None:
    for presets in (RULES, ZIPAI_RULES):
        for name, rules in presets.items():
            assert str(rules) == name
            assert type(rules).parse(name) is rules


def test_the_nearest_preset_is_the_first_word() -> None:
    assert str(RULES["pagat"].replace(decks=1, spring=True)) == "pagat spring=true"
    assert str(ZIPAI_RULES["hengyang-15"].replace(per=5)) == "hengyang-15 per=5"


def test_any_rules_are_read_back() -> None:
    rng = random.Random("rules as text")
    for _ in range(200):
        rules = any_rules(rng)
        assert Rules.parse(str(rules)) == rules


@pytest.mark.parametrize("rules", HOUSE)
def test_the_text_is_kept_but_no_part_of_the_value(rules: Any) -> None:
    fresh = type(rules)(**rules.differences())
    number = hash(fresh)
    text = str(fresh)
    assert str(fresh) is text
    assert fresh == rules
    assert hash(fresh) == number == hash(type(rules)(**rules.differences()))
    assert "_text" not in repr(fresh)
    for again in (pickle.loads(pickle.dumps(fresh)), copy.copy(fresh), copy.deepcopy(fresh)):
        assert again == fresh
        assert str(again) == text
    changed = fresh.replace(players=2)
    assert str(changed) != text
    assert type(rules).parse(str(changed)) == changed


def test_threads_get_one_text() -> None:
    for _ in range(50):
        rules = Rules(spring=True, levels=(1, 2))
        with ThreadPoolExecutor(4) as pool:
            texts = list(pool.map(str, [rules] * 8))
        assert {id(text) for text in texts} == {id(str(rules))}


def test_lists_are_taken_for_tuples() -> None:
    assert Rules(levels=[1, 3]) == Rules(levels=(1, 3))  # type: ignore[arg-type]
    assert hash(RULES["classic"].replace(double_sizes=[4, 5]))
    assert ZipaiRules(hu_peng=[1, 4]) == ZipaiRules(hu_peng=(1, 4))  # type: ignore[arg-type]
    factors: Any = [[0, 1, 2], [10, 12, 3]]
    found = ZipaiRules().replace(red_factors=factors)
    assert hash(found) == hash(ZipaiRules(red_factors=((0, 1, 2), (10, 12, 3))))
    assert factors == [[0, 1, 2], [10, 12, 3]]


@pytest.mark.parametrize("kind", [Rules, ZipaiRules])
@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("", 1, "'' is no preset"),
        ("mine", 1, "'mine' is no preset"),
        (" {} colour=1", 1, "'colour' is no field of"),
        ("{} players", 8, "'' is no value of players"),
        ("{} players=", 8, "'' is no value of players"),
        ("{} players=x", 8, "'x' is no value of players"),
        ("{} players=none", 8, "'none' is no value of players"),
        ("{} players=3 players=3", 10, "'players' comes twice"),
        ("{} players=3,3", 8, "'3,3' is no value of players"),
        ("x" * 5000, 4097, "5000 characters"),
    ],
)
def test_texts_that_are_no_rules(kind: Any, text: str, column: int, message: str) -> None:
    name = {Rules: "classic", ZipaiRules: "shaoyang"}[kind]
    with pytest.raises(ParseError, match=message) as error:
        kind.parse(text.format(name))
    shift = len(name) + 2 if "{}" in text else 0
    assert error.value.column == column + shift
    with pytest.raises(TypeError, match=f"{kind.__name__}.parse takes a text"):
        kind.parse(5)
