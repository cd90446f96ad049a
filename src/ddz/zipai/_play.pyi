import random
from typing import SupportsIndex, TypeAlias

import numpy as np
import numpy.typing as npt

from ddz.errors import IllegalMoveError as IllegalMoveError
from ddz.errors import Reason as Reason
from ddz.zipai._action import Action
from ddz.zipai._state import State
from ddz.zipai.rules import ZipaiRules

_Random: TypeAlias = SupportsIndex | random.Random | None

def choose_action(state: State, rng: _Random, greedy: bool) -> Action: ...
def play_deals(
    rules: ZipaiRules,
    seed: _Random,
    greedy: bool,
    dealer: int,
    dealers: npt.NDArray[np.int8],
    ends: npt.NDArray[np.int8],
    winners: npt.NDArray[np.int8],
    hu: npt.NDArray[np.int16],
    scores: npt.NDArray[np.int64],
    plies: npt.NDArray[np.int32],
    replaced: npt.NDArray[np.int8],
) -> int: ...
