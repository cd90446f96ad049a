"""The rules as data: every disputed rule is a field of `Rules`, every known rule set a preset.

`docs/rules.md` tells for each field which dispute it settles and who plays what.
"""

from __future__ import annotations

import dataclasses
import itertools
import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, ClassVar, Final, final

from ddz._rules_text import format_rules, parse_rules, tuples_for_lists
from ddz._value import frozen
from ddz.errors import RulesError, shown

__all__ = ["RULES", "Rules"]


@final
@frozen
class Rules:
    """One rule set. The defaults are `classic`: three players, one deck, the national rules.

    A value is immutable, hashable and picklable. Fields take exactly the type they are declared
    with, a tuple holds integers; a list, as JSON has it, is taken for a tuple.

    Raises:
        RulesError: a field of another type or out of range, or fields that contradict each other.
        TypeError: an unknown field.

    >>> Rules(kick_solo_copies=1, four_two_solo_copies=1) == RULES["pagat"]
    True
    >>> RULES["four-player"].max_cards
    33
    """

    # The deal
    players: int = 3
    """Seats, 2 to 8."""
    decks: int = 1
    """Decks of 52 cards, 1 to 3: a rank has 4 cards a deck."""
    jokers: bool = True
    """Whether each deck brings one black and one red joker."""
    hand_cards: int = 17
    """Cards dealt to each seat."""
    kitty_cards: int = 3
    """Cards left for the landlord."""

    # Which kinds are played
    trio_solo: bool = True
    """三带一."""
    trio_pair: bool = True
    """三带一对."""
    trio_solo_chain: bool = True
    """飞机带单: one solo kicker a trio."""
    trio_pair_chain: bool = True
    """飞机带对: one pair a trio."""
    four_two_solo: bool = True
    """四带二: two solo kickers a quad."""
    four_two_pair: bool = True
    """四带两对: two pairs a quad."""

    # Chains
    min_solo_chain: int = 5
    """The least length of 顺子; 0 = not played."""
    min_pair_chain: int = 3
    """The least length of 连对; 0 = not played."""
    min_trio_chain: int = 2
    """The least length of 飞机; 0 = not played."""
    min_four_chain: int = 0
    """The least length of 航天飞机 (consecutive quads, bare or with kickers); 0 = not played."""
    wheel: bool = False
    """Whether solo and pair chains run along A 2 3 ... K A, as A2345 or 223344."""
    wheel_max: int = 14
    """The most places of a chain that uses a 2 (or an A below it)."""
    wheel_both_ends: bool = False
    """Whether A may stand at both ends of one chain (14 places)."""

    # Kickers
    kick_solo_copies: int = 3
    """How many solo kickers of a trio chain may be of one rank; 12 = any number."""
    kick_pair_copies: int = 1
    """How many pair kickers of a trio chain may be of one rank (2: a bomb is two pairs)."""
    four_two_solo_copies: int = 2
    """The same for the solo kickers of quads (2: 333344 is a move)."""
    four_two_pair_copies: int = 1
    """The same for the pair kickers of quads (2: 3333+4444 is a move)."""
    kick_adjacent: bool = False
    """Whether solo kickers of a chain may hold a whole further group beside it (333444555+666)."""
    kick_rocket: bool = False
    """Whether all jokers of the game may stand among the kickers of one move (333444+BR)."""
    kick_rocket_min: int = 2
    """With `kick_rocket`: the least number of kickers of such a move."""
    kick_joker_pair: bool = True
    """Whether two equal jokers may be a pair kicker (two decks: 333+BB)."""

    # Order
    rocket_over: int = 12
    """The rocket beats bombs of at most this many cards; 12 = all."""

    # The auction
    auction: str = "circular"
    """`circular`: until all others pass; `single`: one turn each; `quasi`: one turn each and the
    first seat holds the lowest level; `first-call`: who calls is landlord; `none`: the first seat
    is landlord."""
    levels: tuple[int, ...] = (1, 2, 3)
    """What may be called, ascending; the stake of a deal begins with the level called."""
    first_bidder: str = "faceup"
    """Who begins: `faceup` the seat dealt the face-up card, `random`, or `seat0`."""
    on_all_pass: str = "redeal"
    """If nobody calls: `redeal`, or `end` with 0 for all."""
    forced: str = "off"
    """必打 and 必抬, strong hands must call: `off`, or as in the `south` or the `north`."""
    count_eight_as_two: bool = False
    """Whether `forced` counts eight of a kind as two bombs."""
    snatch: str = "off"
    """抢打, taking the highest call from its caller: `off`, or what he wins and loses: `total`
    3 and 2 times the stake in all, `per-farmer` 3 and 2 times from and to each peasant."""
    snatch_open: bool = True
    """Whether all hands are open after a snatch."""

    # Before the first lead
    kitty_public: bool = True
    """Whether all see the kitty when the landlord takes it."""
    draw_rule: bool = False
    """和牌 and 投降: whether the landlord may draw, propose a draw or surrender."""
    eight_rule: str = "bomb"
    """Eight of a kind is a `bomb`, or may `claim` the deal for its side before the first lead."""
    open_play: bool = False
    """摊牌明打: whether the landlord may open his hand for a higher stake."""

    # 烂枪, the bomb quota
    bomb_quota: bool = False
    """Whether a seat may play only as many bombs as the level it called."""
    quota_landlord: str = "none"
    """The landlord's quota: `none`, or his `level`."""
    quota_passed: bool = True
    """Whether a peasant who passed has a quota of one; if not, none."""
    quota_rocket: bool = True
    """Whether the rocket counts as a bomb here."""

    # The stake
    double_sizes: tuple[int, ...] = (4, 5, 6, 7, 8, 9, 10, 11, 12)
    """The sizes of the bombs that double, ascending."""
    double_rocket: bool = True
    """Whether the rocket doubles."""
    double_each: bool = True
    """Whether each of these plays doubles; if not, only the first."""
    double_mode: str = "mul"
    """How what doubles adds up: `mul`: 2 x 2 x 2; `add`: 1 + 1 + 1 + 1."""
    bomb_factor: int = 2
    """What a bomb that doubles multiplies by."""
    rocket_factor: int = 2
    """What the rocket multiplies by."""
    spring: bool = False
    """春天: whether it doubles that the landlord wins and no peasant ever played."""
    anti_spring: bool = False
    """反春: whether it doubles that the peasants win and the landlord played once."""
    spring_factor: int = 2
    """What either spring multiplies by."""
    open_factor: int = 2
    """What an open hand multiplies by."""
    eight_last: bool = False
    """沉底: whether it doubles to go out with a bomb of eight cards or more."""
    no_lose: str = "off"
    """Whether a side that has played a bomb of seven or the rocket cannot lose: `off`, `landlord`,
    `either`."""
    payout_win: int = 0
    """What the landlord wins from all peasants together, in stakes; 0 = one from each."""
    payout_lose: int = 0
    """What the landlord loses to all peasants together, in stakes; 0 = one to each."""

    _packed: ClassVar[Any] = None  # on a value: its C form, see _packed.pyx
    _table: ClassVar[Any] = None  # on a value: the table's part of it, see _table.pyx

    def __post_init__(self) -> None:
        tuples_for_lists(self)
        for name, kind in _TYPES.items():
            value = getattr(self, name)
            if type(value) is not kind:
                raise RulesError(f"{name} must be {kind.__name__}, not {shown(value)}")
        for name, words in _WORDS.items():
            value = getattr(self, name)
            if value not in words:
                raise RulesError(f"{name} must be one of {', '.join(words)}, not {shown(value)}")
        for name, (low, high) in _TUPLES.items():
            _check_tuple(name, getattr(self, name), low, high)
        for name, (low, high) in _RANGES.items():
            value = getattr(self, name)
            if not (low <= value <= high or (value == 0 and name.startswith("min_"))):
                zero = "0 or " if name.startswith("min_") else ""
                raise RulesError(f"{name} must be {zero}{low} to {high}, not {shown(value)}")
        if self.players * self.hand_cards + self.kitty_cards > self.deck_cards:
            raise RulesError(
                f"{self.players} x {self.hand_cards} + {self.kitty_cards} cards are dealt "
                f"but the deck has {self.deck_cards}"
            )
        if self.min_trio_chain == 0 and (self.trio_solo_chain or self.trio_pair_chain):
            raise RulesError("trio_solo_chain and trio_pair_chain need min_trio_chain > 0")
        if self.wheel_both_ends and not (self.wheel and self.wheel_max == 14):
            raise RulesError("wheel_both_ends needs wheel=True and wheel_max=14")
        if self.wheel and 2 in (self.min_solo_chain, self.min_pair_chain):
            raise RulesError("with wheel=True a solo or pair chain has at least 3 places")
        readings = self._most_readings()
        if readings > 4:
            raise RulesError(
                f"one card set could have {readings} readings of one kind: four is the limit"
            )
        self._check_table()

    def _check_table(self) -> None:
        """Refuse switches of the table that contradict each other."""
        if not self.levels:
            raise RulesError("levels must not be empty")
        for name, on in (("forced", self.forced != "off"), ("bomb_quota", self.bomb_quota)):
            if on and self.auction in ("first-call", "none"):
                raise RulesError(f"{name} needs an auction of levels, not {self.auction}")
        if self.snatch != "off" and self.auction in ("circular", "none"):
            raise RulesError(f"snatch needs an auction of one turn each, not {self.auction}")
        for name, on in (
            ("eight_rule", self.eight_rule == "claim"),
            ("eight_last", self.eight_last),
        ):
            if on and self.decks < 2:
                raise RulesError(f"{name} needs eight cards of a rank: at least two decks")
        if self._most_points() > MOST_POINTS:
            raise RulesError("a deal could be worth more than 2**60 points")

    def _most_points(self) -> int:
        """A bound of the score of any seat."""
        bombs = 13 * (4 * self.decks // self.double_sizes[0]) if self.double_sizes else 0
        most: int = self.bomb_factor**bombs * self.rocket_factor
        most *= self.spring_factor * self.open_factor * 2 * 2
        return most * self.levels[-1] * self.score_scale * max(self.payouts)

    @property
    def payouts(self) -> tuple[int, int]:
        """What the landlord wins and loses in all, in stakes (without a snatch).

        >>> RULES["four-player"].payouts
        (3, 3)
        """
        peasants = self.players - 1
        return self.payout_win or peasants, self.payout_lose or peasants

    @property
    def snatch_payouts(self) -> tuple[int, int]:
        """The same for a landlord who snatched: `payouts` if nobody may."""
        if self.snatch == "off":
            return self.payouts
        each = 1 if self.snatch == "total" else self.players - 1
        return 3 * each, 2 * each

    @property
    def score_scale(self) -> int:
        """What all scores are multiplied by so that they are whole for each peasant.

        >>> RULES["classic"].score_scale, Rules(payout_lose=1).score_scale
        (1, 2)
        """
        peasants = self.players - 1
        units = (*self.payouts, *self.snatch_payouts)
        return math.lcm(*(peasants // math.gcd(peasants, unit) for unit in units))

    def of_moves(self) -> Rules:
        """Return these rules with all fields of the table at their defaults.

        Rules of which this is equal know the same moves.

        >>> RULES["openspiel"].of_moves().differences()
        {'four_two_solo': False, 'four_two_pair': False, 'kick_adjacent': True}
        """
        changes = self.differences()
        return Rules(**{name: changes[name] for name in changes if name not in TABLE_FIELDS})

    @property
    def deck_cards(self) -> int:
        """The number of cards in the game: 54, 108, ..."""
        return self.decks * (54 if self.jokers else 52)

    @property
    def max_cards(self) -> int:
        """The landlord's hand, the size no move can exceed: 20 for one deck, 33 for two."""
        return self.hand_cards + self.kitty_cards

    def replace(self, **changes: Any) -> Rules:
        """Return these rules with some fields changed.

        Args:
            changes: field names and their new values.

        Raises:
            RulesError: the changed rules contradict themselves.
            TypeError: an unknown field.

        >>> RULES["classic"].replace(kick_rocket=True)
        Rules(kick_rocket=True)
        """
        return dataclasses.replace(self, **changes)

    def differences(self, other: Rules | None = None) -> dict[str, Any]:
        """Return the fields, with their values here, in which these rules differ.

        Args:
            other: what to compare with; None = `classic`.

        >>> RULES["pagat"].differences()
        {'kick_solo_copies': 1, 'four_two_solo_copies': 1}
        """
        return {
            field.name: value
            for field in dataclasses.fields(self)
            if (value := getattr(self, field.name))
            != (field.default if other is None else getattr(other, field.name))
        }

    @staticmethod
    def parse(text: str) -> Rules:
        """Read rules from their text: the name of a preset, then `field=value` for what differs.

        Args:
            text: words with spaces between them; values as Python writes integers, `true` and
                `false`, names, and integers with commas between them (`-` = none).

        Raises:
            ParseError: an unknown preset or field, or a value that cannot be read, with the column.
            RulesError: as `Rules` raises it.
            TypeError: not a text.

        >>> Rules.parse("pagat levels=1,2 spring=true").differences(RULES["pagat"])
        {'levels': (1, 2), 'spring': True}
        """
        return parse_rules(text, RULES)

    def __str__(self) -> str:
        """The text that `parse` reads, from the preset that it differs least from."""
        return format_rules(self, RULES)

    def __repr__(self) -> str:
        return f"Rules({', '.join(f'{k}={v!r}' for k, v in self.differences().items())})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self.differences(),)

    def _most_readings(self) -> int:
        """The most readings of one kind that one card set can have.

        A second body of the same length takes its groups from the kickers of the first, so
        it needs kickers that hold whole groups. A run of `length` groups and `more` groups
        beside it (solo kickers: `kick_adjacent`) has more + 1 bodies.
        """
        most = 1
        if self.four_two_pair and self.four_two_pair_copies >= 2:
            lengths = self._four_chain_lengths(8)
            most = max(most, 2, *(min(n, 12 - n) + 1 for n in lengths))
        if self.kick_adjacent:
            if self.trio_solo_chain and self.kick_solo_copies >= 3:
                lengths = range(self.min_trio_chain, min(12, self.max_cards // 4) + 1)
                most = max(most, *(min(n // 3, 12 - n) + 1 for n in lengths), 1)
            if self.four_two_solo and self.four_two_solo_copies >= 4:
                lengths = self._four_chain_lengths(6)
                most = max(most, *(min(n // 2, 12 - n) + 1 for n in lengths), 1)
        return most

    def _four_chain_lengths(self, group: int) -> range:
        """The lengths of four chains whose kickers bring each quad to `group` cards."""
        if self.min_four_chain == 0:
            return range(0)
        return range(self.min_four_chain, min(12, self.max_cards // group) + 1)


def _restore(differences: dict[str, Any]) -> Rules:
    """Unpickle: the fields that differ from classic."""
    return Rules(**differences)


def _check_tuple(name: str, values: tuple[int, ...], low: int, high: int) -> None:
    """Refuse what is not a short ascending tuple of integers from `low` to `high`."""
    if len(values) > MOST_VALUES or any(type(value) is not int for value in values):
        raise RulesError(f"{name} must be at most {MOST_VALUES} integers, not {shown(values)}")
    for value in values:
        if not low <= value <= high:
            raise RulesError(f"{name} must be {low} to {high}, not {shown(value)}")
    if any(a >= b for a, b in itertools.pairwise(values)):
        raise RulesError(f"{name} must ascend, not {shown(values)}")


MOST_VALUES: Final = 15
MOST_POINTS: Final = 1 << 60

_FIELDS: Final = dataclasses.fields(Rules)
_KINDS: Final = {"bool": bool, "int": int, "str": str, "tuple[int, ...]": tuple}
_TYPES: Final[dict[str, type]] = {field.name: _KINDS[str(field.type)] for field in _FIELDS}

TABLE_FIELDS: Final = frozenset(list(_TYPES)[list(_TYPES).index("auction") :])
"""The fields that only the table asks about: moves do not depend on them."""

_RANGES: Final = {
    "players": (2, 8),
    "decks": (1, 3),
    "hand_cards": (1, 81),
    "kitty_cards": (0, 81),
    "min_solo_chain": (2, 12),
    "min_pair_chain": (2, 12),
    "min_trio_chain": (2, 12),
    "min_four_chain": (2, 12),
    "wheel_max": (3, 14),
    "kick_solo_copies": (1, 12),
    "kick_pair_copies": (1, 6),
    "four_two_solo_copies": (1, 12),
    "four_two_pair_copies": (1, 6),
    "kick_rocket_min": (2, 12),
    "rocket_over": (3, 12),
    "bomb_factor": (1, 100),
    "rocket_factor": (1, 100),
    "spring_factor": (1, 100),
    "open_factor": (1, 100),
    "payout_win": (0, 100),
    "payout_lose": (0, 100),
}

_TUPLES: Final = {"levels": (1, 1_000_000), "double_sizes": (4, 12)}

_WORDS: Final = {
    "auction": ("circular", "single", "quasi", "first-call", "none"),
    "first_bidder": ("faceup", "random", "seat0"),
    "on_all_pass": ("redeal", "end"),
    "forced": ("off", "south", "north"),
    "snatch": ("off", "total", "per-farmer"),
    "eight_rule": ("bomb", "claim"),
    "quota_landlord": ("none", "level"),
    "double_mode": ("mul", "add"),
    "no_lose": ("off", "landlord", "either"),
}


def _presets() -> Mapping[str, Rules]:
    classic = Rules()
    seat_0_is_landlord = {"auction": "none", "first_bidder": "seat0"}
    loose = classic.replace(kick_solo_copies=4, kick_adjacent=True, kick_rocket=True)
    four_player = Rules(
        players=4,
        decks=2,
        hand_cards=25,
        kitty_cards=8,
        trio_solo=False,
        trio_solo_chain=False,
        four_two_solo=False,
        four_two_pair=False,
        kitty_public=False,
        double_sizes=(6, 7, 8),
    )
    wheel = four_player.replace(
        wheel=True,
        rocket_over=7,
        auction="quasi",
        kitty_public=True,
        bomb_quota=True,
        double_sizes=(7,),
        double_each=False,
        eight_rule="claim",
    )
    return MappingProxyType(
        {
            "classic": classic,
            "pagat": classic.replace(kick_solo_copies=1, four_two_solo_copies=1),
            "rlcard": classic.replace(double_sizes=(), double_rocket=False, **seat_0_is_landlord),
            "douzero": loose.replace(**seat_0_is_landlord),
            "openspiel": classic.replace(
                four_two_solo=False,
                four_two_pair=False,
                kick_adjacent=True,
                on_all_pass="end",
                spring=True,
                anti_spring=True,
            ),
            "onestraw": loose.replace(kick_pair_copies=2, four_two_pair_copies=2),
            "botzone": classic.replace(
                min_four_chain=2,
                kick_solo_copies=1,
                four_two_solo_copies=1,
                kick_rocket=True,
                auction="single",
                first_bidder="seat0",
                on_all_pass="end",
            ),
            "four-player": four_player,
            "four-player-wheel": wheel,
            "four-player-wheel-south": wheel.replace(levels=(1, 2, 3, 4), forced="south"),
            "four-player-wheel-north": wheel.replace(
                min_solo_chain=0,
                bomb_quota=False,
                forced="north",
                open_play=True,
                no_lose="either",
                draw_rule=True,
            ),
        }
    )


RULES: Final[Mapping[str, Rules]] = _presets()
"""The presets by name (read-only)."""
