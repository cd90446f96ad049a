from typing import final

import numpy as np
import numpy.typing as npt

@final
class Buffer:
    def __new__(
        cls, array: npt.NDArray[np.generic], size: int = -1, writable: bool = False
    ) -> Buffer: ...

@final
class Words:
    def __new__(cls) -> Words: ...
    def __buffer__(self, flags: int, /) -> memoryview: ...
