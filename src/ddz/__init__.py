"""Dou Dizhu (斗地主): every legal combination under every rule set.

>>> import ddz
>>> print(ddz.legal_moves("3334BR", to_beat="22"))
- BR
"""

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from ddz._core import CARDS_MASK, PASS, Hand, Kind, Move, MoveList, Rank
from ddz._verbs import all_moves, beats, classify, count_moves, judge, legal_moves
from ddz.errors import (
    AmbiguousMoveError,
    DdzError,
    IllegalMoveError,
    ParseError,
    Reason,
    RecordError,
    RulesError,
)
from ddz.rules import RULES, Rules

if TYPE_CHECKING:
    from ddz import actions, batch, botzone, cards, notation, record, table
    from ddz._play import perft
    from ddz._state import State
    from ddz.actions import ActionSpace
    from ddz.table import Choice, Phase

__version__: Final = "0.1.0"

__all__ = [
    "CARDS_MASK",
    "PASS",
    "RULES",
    "ActionSpace",
    "AmbiguousMoveError",
    "Choice",
    "DdzError",
    "Hand",
    "IllegalMoveError",
    "Kind",
    "Move",
    "MoveList",
    "ParseError",
    "Phase",
    "Rank",
    "Reason",
    "RecordError",
    "Rules",
    "RulesError",
    "State",
    "actions",
    "all_moves",
    "batch",
    "beats",
    "botzone",
    "cards",
    "classify",
    "count_moves",
    "judge",
    "legal_moves",
    "notation",
    "perft",
    "record",
    "table",
]

_ELSEWHERE: Final = {
    "ActionSpace": "ddz.actions",
    "Choice": "ddz.table",
    "Phase": "ddz.table",
    "State": "ddz._state",
    "perft": "ddz._play",
}

Sequence.register(MoveList)


def __getattr__(name: str) -> Any:
    """Import what not every program needs when it is first asked for."""
    if name in _ELSEWHERE:
        return getattr(import_module(_ELSEWHERE[name]), name)
    if name in ("actions", "batch", "botzone", "cards", "notation", "record", "table"):
        return import_module(f"ddz.{name}")
    raise AttributeError(f"module 'ddz' has no attribute {name!r}")
