"""Dou Dizhu (斗地主): every legal combination under every rule set.

>>> import ddz
>>> print(ddz.legal_moves("3334BR", to_beat="22"))
- BR
"""

from collections.abc import Sequence
from typing import Final

from ddz._core import CARDS_MASK, PASS, Hand, Kind, Move, MoveList, Rank
from ddz._verbs import all_moves, beats, classify, count_moves, judge, legal_moves
from ddz.errors import (
    AmbiguousMoveError,
    DdzError,
    IllegalMoveError,
    ParseError,
    Reason,
    RulesError,
)
from ddz.rules import RULES, Rules

__version__: Final = "0.1.0"

__all__ = [
    "CARDS_MASK",
    "PASS",
    "RULES",
    "AmbiguousMoveError",
    "DdzError",
    "Hand",
    "IllegalMoveError",
    "Kind",
    "Move",
    "MoveList",
    "ParseError",
    "Rank",
    "Reason",
    "Rules",
    "RulesError",
    "all_moves",
    "beats",
    "classify",
    "count_moves",
    "judge",
    "legal_moves",
]

Sequence.register(MoveList)
