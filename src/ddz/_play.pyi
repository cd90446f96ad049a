import random
from collections.abc import Sequence
from typing import SupportsIndex, final

import numpy as np
import numpy.typing as npt

from ddz._buffers import Words
from ddz._core import _HandLike
from ddz._state import State
from ddz.errors import IllegalMoveError as IllegalMoveError
from ddz.errors import Reason as Reason
from ddz.rules import RULES as RULES
from ddz.rules import Rules

def play_random(
    n: int,
    rules: Rules,
    seed: SupportsIndex | random.Random | None,
    play_only: bool,
    winners: npt.NDArray[np.int8],
    scores: npt.NDArray[np.int64],
    plies: npt.NDArray[np.int32],
) -> None: ...
def perft(
    position: State | Sequence[_HandLike], depth: SupportsIndex, rules: Rules | None = None
) -> int: ...

@final
class TableArray:
    def __new__(
        cls,
        n: int,
        rules: Rules,
        seed: SupportsIndex | random.Random | None,
        play_only: bool,
    ) -> TableArray: ...
    @property
    def rules(self) -> Rules: ...
    @property
    def n(self) -> int: ...
    def legal(self, offsets: npt.NDArray[np.int64]) -> Words: ...
    def step(self, words: npt.NDArray[np.uint64]) -> None: ...
    def redeal(self) -> int: ...
    def read(self, what: str, out: npt.NDArray[np.generic]) -> None: ...
