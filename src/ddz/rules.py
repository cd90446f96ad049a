"""The rules as data: every disputed rule is a field of `Rules`, every known rule set a preset.

`docs/rules.md` tells for each field which dispute it settles and who plays what.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar, Final

from ddz.errors import RulesError, shown

__all__ = ["RULES", "Rules"]


@dataclass(frozen=True, kw_only=True, repr=False)
class Rules:
    """One rule set. The defaults are `classic`: three players, one deck, the national rules.

    A value is immutable, hashable and picklable. Fields of type `int` and `bool` take exactly
    these types.

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

    _packed: ClassVar[Any] = None  # on a value: its C form, see _packed.pyx

    def __post_init__(self) -> None:
        for name, kind in _TYPES.items():
            value = getattr(self, name)
            if type(value) is not kind:
                raise RulesError(f"{name} must be {kind.__name__}, not {shown(value)}")
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


_TYPES: Final = {
    field.name: bool if field.type == "bool" else int for field in dataclasses.fields(Rules)
}

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
}


def _presets() -> Mapping[str, Rules]:
    classic = Rules()
    douzero = classic.replace(kick_solo_copies=4, kick_adjacent=True, kick_rocket=True)
    four_player = Rules(
        players=4,
        decks=2,
        hand_cards=25,
        kitty_cards=8,
        trio_solo=False,
        trio_solo_chain=False,
        four_two_solo=False,
        four_two_pair=False,
    )
    wheel = four_player.replace(wheel=True, rocket_over=7)
    return MappingProxyType(
        {
            "classic": classic,
            "pagat": classic.replace(kick_solo_copies=1, four_two_solo_copies=1),
            "rlcard": classic,
            "douzero": douzero,
            "openspiel": classic.replace(
                four_two_solo=False, four_two_pair=False, kick_adjacent=True
            ),
            "onestraw": douzero.replace(kick_pair_copies=2, four_two_pair_copies=2),
            "botzone": classic.replace(
                min_four_chain=2, kick_solo_copies=1, four_two_solo_copies=1, kick_rocket=True
            ),
            "four-player": four_player,
            "four-player-wheel": wheel,
            "four-player-wheel-south": wheel,
            "four-player-wheel-north": wheel.replace(min_solo_chain=0),
        }
    )


RULES: Final[Mapping[str, Rules]] = _presets()
"""The presets by name (read-only)."""
