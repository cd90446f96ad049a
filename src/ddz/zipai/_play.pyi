import random
from typing import SupportsIndex

import numpy as np
import numpy.typing as npt

from ddz.zipai.rules import ZipaiRules

def play_deals(
    rules: ZipaiRules,
    seed: SupportsIndex | random.Random | None,
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
