from typing import final

from ddz._buffers import Words
from ddz._core import MoveList
from ddz._packed import PackedRules
from ddz.errors import DdzError as DdzError
from ddz.rules import Rules

# Arrays are anything that supports the buffer protocol: see _batch.pyx
@final
class Readings:
    def __new__(cls, rules: PackedRules, moves: MoveList) -> Readings: ...

def list_all(rules: Rules, hands: object, to_beat: object, offsets: object) -> Words: ...
def list_into(
    rules: Rules, hands: object, to_beat: object, offsets: object, out: object
) -> int: ...
def count_all(rules: Rules, hands: object, to_beat: object, out: object) -> None: ...
def classify_all(rules: Rules, cards: object, out: object) -> None: ...
def beats_all(rules: Rules, moves: object, others: object, out: object) -> None: ...
