"""The core beside the slow reference on random hands, rules, winning tiles and sources."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ddz.errors import DdzError
from ddz.zipai import HuResult, Meld, Tile, ZipaiRules, all_hu, best_hu, eats, waits
from zipai_reference import RefRules, ref_all_hu, ref_eats, ref_piles, ref_waits
from zipai_strategies import Position, any_position, drawn, rule_sets

SAME_NAME = (
    *("hu_peng", "hu_kan", "hu_wei", "hu_chou_wei", "hu_pao", "hu_ti", "hu_run", "hu_mixed"),
    *("hu_pair", "use_2710", "use_1510", "mixed", "mixed_red", "min_hu", "melds", "pair_rule"),
    *("split_kan", "per", "tianhu_bonus", "dihu_bonus"),
)


def ref_rules(rules: ZipaiRules) -> RefRules:
    """The same rules in the words of the reference."""
    return RefRules(
        **{name: getattr(rules, name) for name in SAME_NAME},
        hu_run_123=rules.hu_123,
        hu_run_2710=rules.hu_2710,
        hu_run_1510=rules.hu_1510,
        must_zhuai=rules.forced_wei,
        break_ti=not rules.forced_ti,
        break_zhao=rules.break_kan,
        break_peng=rules.break_exposed,
        pao_peng_on_discard=rules.discard_pao,
        self_draw_bonus=rules.self_bonus,
    )


def ref_meld(meld: Meld) -> tuple[str, tuple[int, ...]]:
    return str(meld.kind), tuple(map(int, meld.tiles))


def ref_reading(result: HuResult) -> tuple[int, tuple[Any, ...]]:
    """A result as the reference writes it."""
    melds = zip(result.melds, result.meld_hu, strict=True)
    return result.hu, tuple(sorted((*ref_meld(meld), hu) for meld, hu in melds))


def check(position: Position) -> bool:
    """Compare everything about one position; whether it wins."""
    concealed, exposed, tile, source, rules = position.arguments()
    reference = ref_rules(rules)
    table = [ref_meld(meld) for meld in exposed]
    number = None if tile is None else int(tile)
    readings = ref_all_hu(
        concealed.counts, table, number, source or "none", reference, refused=position.refused
    )
    try:
        found = all_hu(*position.arguments(), refused=position.refused)
    except DdzError as error:  # more tiles than a hand can have
        assert "more than a hand can have" in str(error), position
        assert not readings, position
        return False
    best = best_hu(*position.arguments(), refused=position.refused)
    assert {ref_reading(result) for result in found} == readings, position
    assert len(found) == len(readings), position
    assert (best and best.hu) == max((hu for hu, _ in readings), default=None), position
    assert best is None or ref_reading(best) in readings, position
    if best is not None:
        bonus = {"self": rules.self_bonus, "other": 0, None: rules.tianhu_bonus}.get(
            source, rules.dihu_bonus if rules.discard_wins == "first" else 0
        )
        assert best.piles() == ref_piles(best.hu, bonus, reference)
    return best is not None


@pytest.mark.parametrize(
    ("seed", "hands"), [(1, 2000), pytest.param(2, 20_000, marks=pytest.mark.slow)]
)
def test_hands(seed: int, hands: int) -> None:
    rng = random.Random(f"hands {seed}")
    rules = rule_sets(rng, min(hands // 25, 200))
    wins = sum(check(any_position(rng, rules)) for _ in range(hands))
    assert wins > hands // 5  # both answers are met often


@pytest.mark.parametrize(
    ("seed", "hands"), [(1, 100), pytest.param(2, 1000, marks=pytest.mark.slow)]
)
def test_waits(seed: int, hands: int) -> None:
    rng = random.Random(f"waits {seed}")
    rule_choice = rule_sets(rng, 20)
    some = 0
    for _ in range(hands):
        position = any_position(rng, rule_choice)
        concealed, exposed, *_, rules = position.arguments()
        found = waits(concealed, exposed, rules)
        table = [ref_meld(meld) for meld in exposed]
        for source in ("self", "other", "discard"):
            expected = ref_waits(concealed.counts, table, source, ref_rules(rules))
            ours = {
                int(tile): results[source].hu
                for tile, results in found.items()
                if source in results
            }
            assert ours == expected, position
        some += bool(found)
    assert some > hands // 5


@pytest.mark.parametrize(
    ("seed", "hands"), [(1, 500), pytest.param(2, 5000, marks=pytest.mark.slow)]
)
def test_eats(seed: int, hands: int) -> None:
    rng = random.Random(f"eats {seed}")
    rules = rule_sets(rng, 20)
    some = 0
    for _ in range(hands):
        position = drawn(rng, rng.choice(rules))
        hand, tile = position.concealed, Tile(rng.randrange(20))
        if hand[tile] == 4:
            continue
        found = eats(hand, tile, position.rules)
        assert len(set(found)) == len(found)
        ours = {tuple(sorted(map(ref_meld, melds))) for melds in found}
        assert ours == set(ref_eats(hand.counts, int(tile), ref_rules(position.rules))), position
        some += bool(found)
    assert some > hands // 5
