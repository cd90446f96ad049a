"""The rules of counting as data: every number and every disputed rule is a field of `ZipaiRules`.

`docs/zipai.md` tells for each field what it settles and where its value comes from.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, ClassVar, Final, final

from ddz._rules_text import format_rules, parse_rules, tuples_for_lists
from ddz._value import frozen
from ddz.errors import RulesError, shown

__all__ = ["ZIPAI_RULES", "ZipaiRules"]


@final
@frozen
class ZipaiRules:
    """How hands are counted and deals played. The defaults are `shaoyang`: 邵阳字牌, three players.

    A value is immutable, hashable and picklable. A field `hu_...` holds the hu (胡子) of a meld
    in small and in big tiles; a list, as JSON has it, is taken for a tuple.

    Raises:
        RulesError: a field of another type or out of range, or fields that contradict each other.
        TypeError: an unknown field.

    >>> ZipaiRules(min_hu=15) == ZIPAI_RULES["hunan-15"]
    True
    >>> ZIPAI_RULES["shaoyang"].hu_kan
    (3, 6)
    """

    # The hu table: (small, big)
    hu_peng: tuple[int, int] = (1, 3)
    """碰: three equal tiles, the third from another player or turned by anyone."""
    hu_kan: tuple[int, int] = (3, 6)
    """坎: three equal tiles in hand."""
    hu_wei: tuple[int, int] = (3, 6)
    """拽 (偎): a pair in hand and one's own draw."""
    hu_chou_wei: tuple[int, int] = (3, 6)
    """臭拽: the same after having refused the peng."""
    hu_pao: tuple[int, int] = (6, 9)
    """开招, 跑: four equal tiles, not all by one's own draw."""
    hu_ti: tuple[int, int] = (9, 12)
    """倾, 龙 (提): four equal tiles by one's own draw."""
    hu_123: tuple[int, int] = (3, 6)
    """一二三, 壹贰叁."""
    hu_2710: tuple[int, int] = (3, 6)
    """二七十, 贰柒拾, if `use_2710`."""
    hu_1510: tuple[int, int] = (3, 6)
    """一五十, 壹伍拾, if `use_1510`."""
    hu_run: tuple[int, int] = (0, 0)
    """The other 连子: three neighbours of one size."""
    hu_mixed: tuple[int, int] = (0, 0)
    """垛 (绞): two small tiles and a big one, two big tiles and a small one."""
    hu_pair: tuple[int, int] = (0, 0)
    """对: the pair beside a meld of four."""

    # Which melds there are
    use_2710: bool = True
    """Whether 二七十 and 贰柒拾 are runs."""
    use_1510: bool = False
    """Whether 一五十 and 壹伍拾 are runs."""
    mixed: bool = True
    """Whether 垛 (绞) are melds."""
    mixed_red: bool = True
    """Whether red numbers (two, seven, ten) may be 垛, if `mixed`."""

    # A winning hand
    min_hu: int = 10
    """The least total hu of a win."""
    melds: int | None = 7
    """How many melds (门子) a winning hand has, the pair counted; None = any (partial hands)."""
    pair_rule: str = "strict"
    """`strict`: beside fours exactly one pair. `optional`: one pair or none. Never without one."""
    split_kan: bool = False
    """Whether three equal tiles in hand may be split (拆坎); four never may."""

    # How the winning tile counts
    forced_wei: bool = True
    """Whether one's own draw onto a pair must count as a wei; else it may be used elsewhere."""
    forced_ti: bool = True
    """Whether one's own draw onto a kan or an exposed wei must count as a ti; else 破倾 too."""
    break_kan: bool = True
    """破跑胡 with a kan in hand: the kan stays and the fourth tile is used elsewhere."""
    break_exposed: bool = True
    """破跑胡 with an exposed peng or wei."""
    discard_wins: str = "first"
    """Which discards win: `none`, `first` (the dealer's first, 地胡) or `all`."""
    discard_pao: bool = False
    """Whether a discard makes an exposed peng a pao."""

    # Piles: the score
    per: int = 3
    """Hu a pile (逢三, 逢五): piles = (hu - min_hu) // per + 1."""
    self_bonus: int = 1
    """Piles more for a win by one's own draw (自摸)."""
    tianhu_bonus: int = 1
    """Piles more for a win with the tiles as dealt (天胡)."""
    dihu_bonus: int = 1
    """Piles more for a win on the dealer's first discard (地胡)."""
    red_factors: tuple[tuple[int, int, int], ...] = ()
    """红黑点: (least, most, factor): what the piles of a hand with so many red tiles are times."""

    # The table
    players: int = 3
    """The number of seats."""
    own_discards_dead: bool = False
    """Whether the kind a player discards is dead (臭字) for him."""
    passed_kinds_dead: bool = False
    """Whether the kind of an unclaimed tile is dead for those who might have eaten it."""

    _packed: ClassVar[Any] = None  # on a value: its C form, see _hu.pyx
    _table: ClassVar[Any] = None  # likewise, see _table.pyx

    def __post_init__(self) -> None:
        tuples_for_lists(self)
        for name, kind in _FIELDS.items():
            value = getattr(self, name)
            if kind == _HU:
                if not _is_hu(value):
                    raise RulesError(
                        f"{name} must be (small, big), each 0 to {MOST_HU}, not {shown(value)}"
                    )
            elif kind == "bool" and type(value) is not bool:
                raise RulesError(f"{name} must be bool, not {shown(value)}")
        for name, (low, high) in _RANGES.items():
            value = getattr(self, name)
            if name == "melds" and value is None:
                continue
            if type(value) is not int or not low <= value <= high:
                raise RulesError(f"{name} must be {low} to {high}, not {shown(value)}")
        for name, choices in _CHOICES.items():
            value = getattr(self, name)
            if type(value) is not str or value not in choices:
                raise RulesError(f"{name} must be one of {', '.join(choices)}, not {shown(value)}")
        _check_factors(self.red_factors)

    def replace(self, **changes: Any) -> ZipaiRules:
        """Return these rules with some fields changed.

        Args:
            changes: field names and their new values.

        Raises:
            RulesError: the changed rules contradict themselves.
            TypeError: an unknown field.

        >>> ZIPAI_RULES["shaoyang"].replace(per=5)
        ZipaiRules(per=5)
        """
        return dataclasses.replace(self, **changes)

    def differences(self, other: ZipaiRules | None = None) -> dict[str, Any]:
        """Return the fields, with their values here, in which these rules differ.

        Args:
            other: what to compare with; None = `shaoyang`.

        >>> ZIPAI_RULES["shaoyang-four"].differences()
        {'min_hu': 6, 'melds': 5, 'players': 4}
        """
        return {
            field.name: value
            for field in dataclasses.fields(self)
            if (value := getattr(self, field.name))
            != (field.default if other is None else getattr(other, field.name))
        }

    @staticmethod
    def parse(text: str) -> ZipaiRules:
        """Read rules from their text: the name of a preset, then `field=value` for what differs.

        Args:
            text: words with spaces between them; values are integers, `true` and `false`, names,
                the two hu of a meld as `3,6`, and red factors as `10-12x2,13-80x3` (`-` = none).

        Raises:
            ParseError: an unknown preset or field, or a value that cannot be read, with the column.
            RulesError: as `ZipaiRules` raises it.
            TypeError: not a text.

        >>> ZipaiRules.parse("shaoyang per=5 hu_wei=4,8").differences()
        {'hu_wei': (4, 8), 'per': 5}
        """
        return parse_rules(text, ZIPAI_RULES)

    def __str__(self) -> str:
        """The text that `parse` reads, from the preset that it differs least from."""
        return format_rules(self, ZIPAI_RULES)

    def bonus(self, source: str | None) -> int:
        """Return the piles more for a win on a tile from a source; None = as dealt.

        Where every discard wins, a discard here is not the first: only the table knows.

        >>> [ZipaiRules().bonus(source) for source in ("self", "other", "discard", None)]
        [1, 0, 1, 1]
        """
        if source == "discard":
            return self.dihu_bonus if self.discard_wins == "first" else 0
        return {"self": self.self_bonus, None: self.tianhu_bonus}.get(source, 0)

    def red_factor(self, red: int) -> int:
        """Return what the piles of a hand with so many red tiles are times.

        >>> ZipaiRules(red_factors=((0, 1, 2), (10, 12, 2), (13, 80, 3))).red_factor(13)
        3
        """
        for least, most, factor in self.red_factors:
            if least <= red <= most:
                return factor
        return 1

    def __repr__(self) -> str:
        return f"ZipaiRules({', '.join(f'{k}={v!r}' for k, v in self.differences().items())})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self.differences(),)


def _restore(differences: dict[str, Any]) -> ZipaiRules:
    """Unpickle: the fields that differ from shaoyang."""
    return ZipaiRules(**differences)


_HU: Final = "tuple[int, int]"
_FIELDS: Final = {field.name: field.type for field in dataclasses.fields(ZipaiRules)}

MOST_HU: Final = 25
"""The most hu of one meld: sums of half a hand fit a byte."""

_RANGES: Final = {
    "min_hu": (0, 1000),
    "melds": (1, 7),
    "per": (1, 1000),
    "self_bonus": (0, 1000),
    "tianhu_bonus": (0, 1000),
    "dihu_bonus": (0, 1000),
    "players": (2, 4),
}

_CHOICES: Final = {
    "pair_rule": ("strict", "optional"),
    "discard_wins": ("none", "first", "all"),
}


def _is_hu(value: Any) -> bool:
    return (
        type(value) is tuple
        and len(value) == 2
        and all(type(hu) is int and 0 <= hu <= MOST_HU for hu in value)
    )


def _check_factors(factors: Any) -> None:
    """Refuse what is no table of disjoint, ascending ranges of red tiles with their factors."""
    after = 0
    for entry in factors if type(factors) is tuple else (None,):
        if (
            type(entry) is not tuple
            or len(entry) != 3
            or not all(type(number) is int for number in entry)
            or not after <= entry[0] <= entry[1] <= 80
            or not 0 <= entry[2] <= 1000
        ):
            raise RulesError(
                "red_factors must be a tuple of (least, most, factor) with ascending ranges "
                f"that do not overlap, not {shown(factors)}"
            )
        after = entry[1] + 1


def _presets() -> Mapping[str, ZipaiRules]:
    shaoyang = ZipaiRules()
    return MappingProxyType(
        {
            "shaoyang": shaoyang,
            "shaoyang-four": shaoyang.replace(players=4, melds=5, min_hu=6),
            "hunan-15": shaoyang.replace(min_hu=15),
            "hengyang-15": shaoyang.replace(min_hu=15, use_1510=True),
            "black-mixed": shaoyang.replace(mixed_red=False),
        }
    )


ZIPAI_RULES: Final[Mapping[str, ZipaiRules]] = _presets()
"""The presets by name (read-only)."""
