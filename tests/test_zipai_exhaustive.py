"""Every complete hand, counted: sums that are published for the rules of shaoyang.

The loose tiles of a hand, at most two of a kind, are tried one by one; the kans and the fours that
may stand beside them are combinations of the kinds that are absent.
"""

from __future__ import annotations

from collections import Counter
from math import comb
from types import ModuleType

import pytest

from ddz.zipai import ZIPAI_RULES, Tiles, best_hu

SHAOYANG = ZIPAI_RULES["shaoyang"]

# (tiles, fours): complete hands with at least so much hu
SUMS = {
    (21, 0): {0: 28_746_844, 10: 20_508_192, 15: 15_637_074},
    (21, 1): {0: 188_361_444, 10: 184_310_137, 15: 172_136_439},
    (22, 2): {0: 196_077_292},
}
KAN, TI = SHAOYANG.hu_kan, SHAOYANG.hu_ti


def complete(loose: dict[tuple[int, int, int, int], int], tiles: int, fours: int) -> Counter[int]:
    """The number of complete hands by hu."""
    found: Counter[int] = Counter()
    for (n, small, big, hu), hands in loose.items():
        kans, rest = divmod(tiles - n - 4 * fours, 3)
        if rest or kans < 0:
            continue
        for a in range(kans + 1):  # small kans and small fours
            for b in range(fours + 1):
                ways = comb(small, a) * comb(small - a, b) if a <= small else 0
                c, d = kans - a, fours - b
                ways *= comb(big, c) * comb(big - c, d) if c <= big else 0
                more = KAN[0] * a + KAN[1] * c + TI[0] * b + TI[1] * d
                found[hu + more] += hands * ways
    return found


def test_another_package_cimports_zipai(hands: ModuleType) -> None:
    text = "一二三壹贰叁四五六肆伍陆七八九柒捌玖二七十"
    result = best_hu(text)
    assert result is not None
    assert hands.hu_of(SHAOYANG, int(Tiles(text))) == result.hu == 12
    assert hands.hu_of(SHAOYANG, int(Tiles("一"))) == -1


@pytest.mark.slow
def test_every_complete_hand(hands: ModuleType) -> None:
    loose = hands.loose_hands(SHAOYANG)
    for (tiles, fours), sums in SUMS.items():
        found = complete(loose, tiles, fours)
        for least, number in sums.items():
            assert sum(n for hu, n in found.items() if hu >= least) == number
