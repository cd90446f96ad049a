"""Counting over arrays, and many whole deals: one call each, without the GIL.

Hands are words (`int(tiles)`) in arrays of uint64, contiguous or not. What is wrong with one of
them is said with its position.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ddz.batch import out_array, words_of
from ddz.errors import DdzError, shown
from ddz.zipai import _batch
from ddz.zipai._deals import Deals, random_deals
from ddz.zipai._tiles import Meld, Tile, Tiles
from ddz.zipai.rules import ZIPAI_RULES, ZipaiRules
from ddz.zipai.table import SOURCES

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["Deals", "best_hu_batch", "random_deals", "waits_batch"]


def best_hu_batch(
    concealed: npt.NDArray[np.uint64] | Sequence[Tiles],
    tiles: npt.NDArray[np.integer[Any]] | Tile | None = None,
    sources: npt.NDArray[np.integer[Any]] | str | None = None,
    exposed: npt.NDArray[np.uint8] | Sequence[Meld] | None = None,
    rules: ZipaiRules = ZIPAI_RULES["shaoyang"],
    out: npt.NDArray[np.int16] | None = None,
) -> npt.NDArray[np.int16]:
    """Count many hands, each as `best_hu` does.

    Args:
        concealed: n hands without their winning tiles.
        tiles: n winning tiles, 0 to 19, -1 where the tiles win as they stand; one Tile for all;
            or None for -1.
        sources: where they come from, n places in `ddz.zipai.table.SOURCES`: 0 where there is no
            tile, 1 self, 2 other, 3 discard; one source for all; or None for 0.
        exposed: the melds at the tables as uint8 of shape (n, m): numbers (`int(meld)`), 0 =
            none; a sequence of Melds for all; or None.
        rules: a ZipaiRules.
        out: an array to write to, int16 of shape (n,), C-contiguous.

    Returns:
        The most hu of each hand, int16; -1 = no win.

    Raises:
        DdzError: what `best_hu` raises, with the position; lengths that differ; an unfit `out`.
        TypeError: arrays of other dtypes or shapes.

    >>> hand = Tiles("壹壹壹叁叁叁四五六七八九二二贰玖玖")
    >>> best_hu_batch([hand, hand], Tile.B9, "self", [Meld.of("chi", "肆伍陆")]).tolist()
    [18, 18]
    """
    import numpy as np

    words = words_of(concealed, Tiles, "concealed")
    asked = _tiles(tiles, sources, len(words))
    melds = _melds(exposed, len(words))
    found: npt.NDArray[np.int16] = out_array(out, np.int16, (len(words),))
    _batch.count_all(rules, words, *asked, melds, found)
    return found


def waits_batch(
    concealed: npt.NDArray[np.uint64] | Sequence[Tiles],
    exposed: npt.NDArray[np.uint8] | Sequence[Meld] | None = None,
    rules: ZipaiRules = ZIPAI_RULES["shaoyang"],
    out: npt.NDArray[np.int16] | None = None,
) -> npt.NDArray[np.int16]:
    """Find what every tile would win with, for many hands.

    Args:
        concealed: n hands without a winning tile.
        exposed: the melds at the tables, as `best_hu_batch` takes them.
        rules: a ZipaiRules.
        out: an array to write to, int16 of shape (n, 20, 3).

    Returns:
        The most hu by hand, tile and source (self, other, discard), int16; -1 = no win.

    Raises:
        As `best_hu_batch`.

    >>> hand = Tiles("壹壹壹叁叁叁四五六七八九二二贰玖玖")
    >>> found = waits_batch([hand], [Meld.of("chi", "肆伍陆")])
    >>> found.shape, found[0, Tile.B9].tolist()
    ((1, 20, 3), [18, 15, 15])
    """
    import numpy as np

    words = words_of(concealed, Tiles, "concealed")
    melds = _melds(exposed, len(words))
    found: npt.NDArray[np.int16] = out_array(out, np.int16, (len(words), 20, 3))
    _batch.waits_all(rules, words, melds, found)
    return found


def _tiles(tiles: Any, sources: Any, n: int) -> tuple[Any, Any]:
    """The winning tiles and their sources as arrays of n int8, or Nones for no tiles."""
    import numpy as np

    if tiles is None and sources is None:
        return None, None
    if isinstance(sources, str):
        if sources not in SOURCES:
            raise DdzError(f"source is self, other or discard, not {shown(sources)}")
        sources = np.full(n, SOURCES.index(sources), np.int8)
    if isinstance(tiles, Tile):
        tiles = np.full(n, int(tiles), np.int8)
    tiles = np.full(n, -1, np.int8) if tiles is None else tiles
    sources = np.zeros(n, np.int8) if sources is None else sources
    return _small(tiles, n, "tiles"), _small(sources, n, "sources")


def _small(values: Any, n: int, what: str) -> npt.NDArray[np.int8]:
    """Small integers as int8; those that do not fit become one that is refused."""
    import numpy as np

    if not isinstance(values, np.ndarray) or values.dtype.kind not in "iu" or values.ndim != 1:
        raise TypeError(f"{what} must be an array of integers of shape (n,), not {shown(values)}")
    if len(values) != n:
        raise DdzError(f"{n} hands but {len(values)} {what}")
    wrong = (values < -1) | (values > 100) if values.dtype.kind == "i" else values > 100
    if wrong.any():
        place = int(wrong.argmax())
        raise DdzError(f"position {place}: {what} cannot be {values[place]}")
    return np.array(values, np.int8, order="C")


def _melds(exposed: Any, n: int) -> npt.NDArray[np.uint8] | None:
    """The melds at n tables as numbers, or None."""
    import numpy as np

    if exposed is None:
        return None
    if isinstance(exposed, np.ndarray):
        if exposed.dtype != np.uint8 or exposed.ndim != 2:
            raise TypeError(
                f"exposed must be uint8 of shape (n, m), not {exposed.dtype} of {exposed.shape}"
            )
        if len(exposed) != n:
            raise DdzError(f"{n} hands but {len(exposed)} rows of exposed melds")
        return np.array(exposed, order="C")
    if not isinstance(exposed, Sequence) or not all(isinstance(meld, Meld) for meld in exposed):
        raise TypeError(f"exposed must be an array or a sequence of Melds, not {shown(exposed)}")
    row = np.array([int(meld) for meld in exposed], np.uint8)
    return np.ascontiguousarray(np.broadcast_to(row, (n, len(row))))
