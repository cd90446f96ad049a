"""Hands and moves as other programs write them.

`RLCARD.write_move(move)`, `DOUZERO.read_hand([3, 3, 17])`: every notation has the same four
methods, and `NOTATIONS` has all of them by name. Each has a domain, the hands and moves of its
rules, and refuses what lies outside. `DDZ` and `OPENSPIEL` carry the reading of a move: what they
write reads back as the same move. The others write cards alone, and reading gives the one move
that the rules allow or an `AmbiguousMoveError` with the choices.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, Generic, TypeVar

from ddz._core import PASS, Hand, Move, Rank
from ddz._verbs import classify, judge
from ddz.cards import hand as hand_of_cards
from ddz.errors import AmbiguousMoveError, DdzError, IllegalMoveError, ParseError, Reason, shown
from ddz.rules import RULES, Rules

__all__ = [
    "BOTZONE",
    "CHINESE",
    "DDZ",
    "DOUZERO",
    "DOUZERO_TEXT",
    "NOTATIONS",
    "OPENSPIEL",
    "RLCARD",
    "Notation",
]

Written = TypeVar("Written", str, list[int])

SYMBOLS: Final = "".join(map(str, Rank))
MAX_TEXT: Final = 1024  # characters of any hand in any notation
MAX_LIST: Final = 162  # cards of three decks


@dataclass(frozen=True, repr=False, eq=False)
class Notation(Generic[Written]):
    """One way to write hands and moves.

    Attributes:
        name: its key in `NOTATIONS`.
        rules: the rules whose hands and moves it can write; None = every hand and move.
        passes: the word for a pass; empty where a list of no cards is one.
    """

    name: str
    rules: Rules | None
    passes: str
    _read_cards: Callable[[Written], Hand]
    _write_cards: Callable[[Hand], Written]
    _read_reading: Callable[[Written, Rules | None], Move] | None = None
    _write_reading: Callable[[Move], Written] | None = None

    @property
    def carries_reading(self) -> bool:
        """Whether every written move reads back as itself."""
        return self._read_reading is not None

    def read_hand(self, written: Written) -> Hand:
        """Read a hand.

        Raises:
            ParseError: not a hand, with the column (in a list the position, from 1).
            IllegalMoveError: more cards than the deck of the notation's rules.
            TypeError: not of the type that the notation writes.
        """
        return self._in_deck(self._read_cards(written))

    def write_hand(self, hand: Hand) -> Written:
        """Write a hand, its cards in rank order.

        Raises:
            IllegalMoveError: more cards than the deck of the notation's rules.
            TypeError: not a Hand.
        """
        if not isinstance(hand, Hand):
            raise TypeError(f"a notation writes a Hand, not {shown(hand)}")
        return self._write_cards(self._in_deck(hand))

    def read_move(
        self, written: Written, rules: Rules | None = None, to_beat: Move | None = None
    ) -> Move:
        """Read a move.

        Args:
            written: as `write_move` writes it.
            rules: the rules it is a move of; None = those of the notation.
            to_beat: the move it answers, PASS if it leads: readings that could not be played
                are left out, and others refused. None = any reading.

        Raises:
            ParseError, TypeError: as `read_hand` raises them.
            IllegalMoveError: not a move, or with `to_beat` not one that may be played; more cards
                than the deck of the notation's rules.
            AmbiguousMoveError: several; its `moves` are the choices.
        """
        if rules is not None and not isinstance(rules, Rules):
            raise TypeError(f"rules must be a ddz.Rules, not {shown(rules)}")
        known = rules or self.rules or RULES["classic"]
        if self.passes and isinstance(written, str) and written == self.passes:
            return PASS if to_beat is None else judge(PASS, to_beat, known)
        if self._read_reading is not None:
            move = self._read_reading(written, rules or self.rules)
            self._in_deck(move.cards)
            return move if to_beat is None else judge(move, to_beat, known)
        hand = self.read_hand(written)
        if not hand and self.passes:
            raise ParseError(f"no cards; to pass is written {self.passes!r}", 1)
        if not hand:
            return PASS if to_beat is None else judge(PASS, to_beat, known)
        return _one_reading(hand, known, to_beat)

    def write_move(self, move: Move) -> Written:
        """Write a move.

        Raises:
            IllegalMoveError: not a move of the notation's rules.
            TypeError: not a Move.
        """
        if not isinstance(move, Move):
            raise TypeError(f"a notation writes a Move, not {shown(move)}")
        if not move:
            return self._write_pass()
        self._in_deck(move.cards)
        if self.rules is not None and move not in classify(move, self.rules):
            raise IllegalMoveError(
                f"{move:+} is no move of the rules of {self.name}", Reason.NOT_A_COMBINATION
            )
        if self._write_reading is not None:
            return self._write_reading(move)
        return self._write_cards(move.cards)

    def _write_pass(self) -> Written:
        word: Any = self.passes
        return word or self._write_cards(Hand())

    def _in_deck(self, hand: Hand) -> Hand:
        if self.rules is not None:
            classify(hand, self.rules)  # refuses more cards than the deck
        return hand

    def __repr__(self) -> str:
        return f"ddz.notation.NOTATIONS[{self.name!r}]"

    def __reduce__(self) -> tuple[Any, ...]:
        return _named, (self.name,)


def _named(name: str) -> Notation[Any]:
    """Unpickle a notation."""
    if name not in NOTATIONS:
        raise DdzError(f"no notation is named {shown(name)}; there are {', '.join(NOTATIONS)}")
    return NOTATIONS[name]


def _one_reading(hand: Hand, rules: Rules, to_beat: Move | None) -> Move:
    """The one move that cards are."""
    if to_beat is not None:
        return judge(hand, to_beat, rules)
    found = classify(hand, rules)
    if not found:
        raise IllegalMoveError(f"{str(hand)!r} is not a combination", Reason.NOT_A_COMBINATION)
    if len(found) > 1:
        raise AmbiguousMoveError(f"{str(hand)!r} can be read in {len(found)} ways", found)
    return found[0]


# -- texts ----------------------------------------------------------------------------------------


def _checked_text(text: object) -> str:
    if not isinstance(text, str):
        raise TypeError(f"expected a text, not {shown(text)}")
    if len(text) > MAX_TEXT:
        raise ParseError(f"{len(text)} characters are longer than any hand", MAX_TEXT + 1)
    return text


def _read_symbols(text: str, symbols: Mapping[str, Rank], what: str) -> Hand:
    """The cards of a text, of several symbols that fit the longest first."""
    _checked_text(text)
    counts = [0] * 15
    lengths = sorted({len(symbol) for symbol in symbols}, reverse=True)
    column = 0
    while column < len(text):
        if text[column] == " ":
            column += 1
            continue
        for length in lengths:
            rank = symbols.get(text[column : column + length])
            if rank is not None:
                break
        else:
            raise ParseError(f"{text[column]!r} is no card of {what}", column + 1)
        counts[rank] += 1
        if counts[rank] > (12 if rank < Rank.BLACK_JOKER else 3):
            raise ParseError(f"too many cards {rank} for any hand", column + 1)
        column += length
    return Hand.from_counts(counts)


def _read_ddz(text: str) -> Hand:
    return Hand(_checked_text(text))


def _read_rlcard(text: str) -> Hand:
    hand = _read_symbols(text, _RLCARD_SYMBOLS, "RLCard")
    for column, (symbol, after) in enumerate(itertools.pairwise(" " + text), 1):
        if after == " " or SYMBOLS.find(symbol) > SYMBOLS.find(after):
            raise ParseError("RLCard writes cards in rank order and without spaces", column)
    return hand


def _write_openspiel(hand: Hand) -> str:
    return str(hand).replace("B", "(BWJ)").replace("R", "(CJ)")


def _read_openspiel_move(text: str, rules: Rules | None) -> Move:
    """OpenSpiel puts a - between a plane and its kickers, and nothing elsewhere."""
    body, dash, rest = _checked_text(text).partition("-")
    cards = _read_symbols(body, _OPENSPIEL_SYMBOLS, "OpenSpiel")
    try:
        kickers = _read_symbols(rest, _OPENSPIEL_SYMBOLS, "OpenSpiel")
    except ParseError as error:
        raise ParseError(error.args[0], error.column + len(body) + 1) from None
    if not cards or bool(dash) != bool(kickers):
        raise ParseError("OpenSpiel writes cards, with a - between a plane and its kickers", 1)
    move = Move.parse(f"{cards}+{kickers}" if dash else str(cards), rules)
    if text != _write_openspiel_move(move):
        raise ParseError(f"OpenSpiel writes {_write_openspiel_move(move)!r}, not {shown(text)}", 1)
    return move


def _write_openspiel_move(move: Move) -> str:
    if move.kickers and move.length > 1:
        return f"{_write_openspiel(move.body)}-{_write_openspiel(move.kickers)}"
    return _write_openspiel(move.cards)


def _write_chinese(hand: Hand) -> str:
    return " ".join(_CHINESE_WORDS[rank] for rank in hand)


def _write_douzero_text(hand: Hand) -> str:
    return str(hand).replace("B", "X").replace("R", "D")


# -- lists ----------------------------------------------------------------------------------------


def _checked_list(numbers: Any, what: str) -> list[int]:
    """A sequence or an array of integers, as a list of int."""
    text = isinstance(numbers, str | bytes | bytearray | memoryview)
    try:
        length = None if text else len(numbers)
    except TypeError:  # an array of no dimensions
        length = None
    if length is None or not (isinstance(numbers, Sequence) or hasattr(numbers, "tolist")):
        raise TypeError(f"expected a list of {what}, not {shown(numbers)}")
    if length > MAX_LIST:
        raise ParseError(f"{length} {what} are more than any hand", MAX_LIST + 1)
    if not isinstance(numbers, Sequence):
        numbers = numbers.tolist()
    numbers = [*itertools.islice(numbers, MAX_LIST + 1)]  # a length may lie
    for number in numbers:
        if isinstance(number, bool) or not hasattr(number, "__index__"):
            raise TypeError(f"expected a list of {what}, but it holds {shown(number)}")
    return [number.__index__() for number in numbers]


def _read_douzero(numbers: list[int]) -> Hand:
    counts = [0] * 15
    for position, number in enumerate(_checked_list(numbers, "cards of DouZero"), 1):
        if number not in _DOUZERO_RANKS:
            raise ParseError(
                f"{shown(number)} is no card of DouZero: 3 to 14, 17, 20 and 30", position
            )
        rank = _DOUZERO_RANKS[number]
        counts[rank] += 1
        if counts[rank] > (12 if rank < Rank.BLACK_JOKER else 3):
            raise ParseError(f"too many cards {number} for any hand", position)
    return Hand.from_counts(counts)


def _write_douzero(hand: Hand) -> list[int]:
    return [_DOUZERO_NUMBERS[rank] for rank in hand]


def _read_botzone(numbers: list[int]) -> Hand:
    cards = _checked_list(numbers, "cards of Botzone")
    for position, number in enumerate(cards, 1):
        if not 0 <= number < 54:
            raise ParseError(f"{shown(number)} is no card of Botzone: 0 to 53", position)
        if number in cards[: position - 1]:
            raise ParseError(f"the card {number} comes twice", position)
    return hand_of_cards(cards)


def _write_botzone(hand: Hand) -> list[int]:
    """The first cards of each rank; `ddz.cards.take` picks from those that a player holds."""
    firsts = [4 * rank if rank <= Rank.BLACK_JOKER else 53 for rank in Rank]
    return [firsts[rank] + i for rank in Rank for i in range(hand[rank])]


# -- the notations --------------------------------------------------------------------------------

_RLCARD_SYMBOLS: Final = dict(zip(SYMBOLS, Rank, strict=True))
_OPENSPIEL_SYMBOLS: Final = {
    **{symbol: rank for symbol, rank in _RLCARD_SYMBOLS.items() if symbol not in "BR"},
    "(BWJ)": Rank.BLACK_JOKER,
    "(CJ)": Rank.RED_JOKER,
}
_DOUZERO_SYMBOLS: Final = dict(zip("3456789TJQKA2XD", Rank, strict=True))
_DOUZERO_NUMBERS: Final = (*range(3, 15), 17, 20, 30)
_DOUZERO_RANKS: Final = dict(zip(_DOUZERO_NUMBERS, Rank, strict=True))
_CHINESE_WORDS: Final = (*"3456789", "10", *"JQKA2", "小王", "大王")
_CHINESE_SYMBOLS: Final = {
    **dict(zip(_CHINESE_WORDS, Rank, strict=True)),
    "T": Rank.TEN,
    "小怪": Rank.BLACK_JOKER,
    "大怪": Rank.RED_JOKER,
}


DDZ: Final = Notation("ddz", None, "-", _read_ddz, str, Move.parse, str)
"""Ours, of `Hand` and `Move.parse`: every hand and move, with its reading."""

RLCARD: Final = Notation("rlcard", RULES["rlcard"], "pass", _read_rlcard, str)
"""RLCard's `333444BR` and `pass`: cards in rank order; its table is its domain."""

DOUZERO: Final = Notation("douzero", RULES["douzero"], "", _read_douzero, _write_douzero)
"""DouZero's lists of 3 to 14, 17 (2), 20 and 30 (jokers), in any order; [] passes."""

DOUZERO_TEXT: Final = Notation(
    "douzero-text",
    RULES["douzero"],
    "pass",
    lambda text: _read_symbols(text, _DOUZERO_SYMBOLS, "DouZero"),
    _write_douzero_text,
)
"""The texts of programs around DouZero: X and D are the jokers."""

OPENSPIEL: Final = Notation(
    "openspiel",
    RULES["openspiel"],
    "Pass",
    lambda text: _read_symbols(text, _OPENSPIEL_SYMBOLS, "OpenSpiel"),
    _write_openspiel,
    _read_openspiel_move,
    _write_openspiel_move,
)
"""OpenSpiel's action strings: (BWJ) and (CJ), and `333444-56` with its reading."""

BOTZONE: Final = Notation("botzone", RULES["botzone"], "", _read_botzone, _write_botzone)
"""Botzone's lists of distinct cards 0 to 53 (`ddz.cards`), in any order; [] passes."""

CHINESE: Final = Notation(
    "chinese",
    None,
    "不出",
    lambda text: _read_symbols(text, _CHINESE_SYMBOLS, "this notation"),
    _write_chinese,
)
"""`3 4 ... 10 J Q K A 2 小王 大王` with or without spaces; 不出 passes. Cards alone."""

NOTATIONS: Final[Mapping[str, Notation[Any]]] = MappingProxyType(
    {
        notation.name: notation
        for notation in (DDZ, RLCARD, DOUZERO, DOUZERO_TEXT, OPENSPIEL, BOTZONE, CHINESE)
    }
)
"""Every notation by name (read-only)."""
