"""The verbs over arrays: many positions in one call, without the GIL.

Hands and moves are words (`int(hand)`, `int(move)`) in arrays of uint64, contiguous or not. What is
wrong with one of them is said with its position before anything is written.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from ddz import _batch
from ddz._core import Hand, Move, MoveList
from ddz._games import Games, Tables, random_games
from ddz.errors import DdzError, shown
from ddz.rules import RULES, Rules

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    _Hands: TypeAlias = npt.NDArray[np.uint64] | Sequence[Hand]
    _Moves: TypeAlias = npt.NDArray[np.uint64] | Sequence[Move]

__all__ = [
    "Games",
    "MoveBatch",
    "Tables",
    "beats",
    "classify",
    "count_moves",
    "legal_moves",
    "random_games",
]


@dataclass(frozen=True, eq=False)
class MoveBatch:
    """The moves of n positions, one after the other.

    Attributes:
        words: the moves, uint64.
        offsets: int64, shape (n + 1,): those of position i are
            `words[offsets[i]:offsets[i + 1]]`, which is `batch[i]`.
    """

    words: npt.NDArray[np.uint64]
    offsets: npt.NDArray[np.int64]

    def __len__(self) -> int:
        """The number of positions."""
        return len(self.offsets) - 1

    def __getitem__(self, position: int) -> npt.NDArray[np.uint64]:
        """The moves of one position, as a view.

        Raises:
            IndexError: no such position.
        """
        if not -len(self) <= position < len(self):
            raise IndexError(f"position {shown(position)} of {len(self)}")
        position %= len(self)
        return self.words[self.offsets[position] : self.offsets[position + 1]]


def legal_moves(
    hands: _Hands,
    to_beat: _Moves | Move | None = None,
    rules: Rules = RULES["classic"],
    out: MoveBatch | None = None,
) -> MoveBatch:
    """List the legal moves of many positions, each as `ddz.legal_moves` does.

    Args:
        hands: n hands.
        to_beat: n moves, PASS where the player leads; one Move for all; or None for leads.
        rules: a Rules value.
        out: arrays to write to: `words` of any length, `offsets` of n + 1 at least, both
            C-contiguous and apart from each other. The result are views of their
            beginnings.

    Returns:
        A MoveBatch.

    Raises:
        DdzError: a hand or move that is none or above the deck, with its position; lengths that
            differ; an `out` that is too small: the message tells how many words are needed.
        TypeError: arrays of other dtypes or shapes.

    >>> batch = legal_moves([Hand("345"), Hand("3344")])
    >>> batch.offsets.tolist(), [str(Move(word)) for word in batch[1]]
    ([0, 3, 7], ['3', '4', '33', '44'])
    """
    import numpy as np

    held = words_of(hands, Hand, "hands")
    bars = _bars(to_beat, len(held))
    if out is None:
        offsets = np.empty(len(held) + 1, np.int64)
        words: Any = _batch.list_all(rules, held, bars, offsets)
        return MoveBatch(np.frombuffer(words, np.uint64) if offsets[-1] else held[:0], offsets)
    if not isinstance(out, MoveBatch):
        raise TypeError(f"out must be a MoveBatch, not {shown(out)}")
    offsets = checked_out(
        out.offsets, np.int64, getattr(out.offsets, "shape", ())[:1], "out.offsets"
    )
    if len(offsets) <= len(held):
        raise DdzError(f"out.offsets has {len(offsets)} places but {len(held) + 1} are needed")
    offsets = offsets[: len(held) + 1]
    room = checked_out(out.words, np.uint64, getattr(out.words, "shape", ())[:1], "out.words")
    if np.may_share_memory(room, offsets):
        raise DdzError("out.words must not share memory with out.offsets")
    used = _batch.list_into(rules, held, bars, offsets, room)
    if used > len(room):
        raise DdzError(f"out.words has room for {len(room)} words but {used} are needed")
    return MoveBatch(room[:used], offsets)


def count_moves(
    hands: _Hands,
    to_beat: _Moves | Move | None = None,
    rules: Rules = RULES["classic"],
    out: npt.NDArray[np.int64] | None = None,
) -> npt.NDArray[np.int64]:
    """Count the legal moves of many positions, each as `ddz.count_moves` does.

    Args:
        hands: n hands.
        to_beat: as `legal_moves` takes it.
        rules: a Rules value.
        out: where to write: int64, shape (n,), C-contiguous; None = a new array.

    Returns:
        `out`, or a new array like it.

    Raises:
        DdzError, TypeError: as `legal_moves` raises them.

    >>> count_moves([Hand("345"), Hand("3344")], Move.parse("3")).tolist()
    [3, 2]
    """
    import numpy as np

    held = words_of(hands, Hand, "hands")
    found: npt.NDArray[np.int64] = out_array(out, np.int64, (len(held),))
    bars = _bars(to_beat, len(held))
    _batch.count_all(rules, held, bars, found)
    return found


def classify(
    cards: _Hands, rules: Rules = RULES["classic"], out: npt.NDArray[np.uint64] | None = None
) -> npt.NDArray[np.uint64]:
    """Return the strongest reading of many card sets: the first that `ddz.classify` gives.

    Args:
        cards: n hands.
        rules: a Rules value.
        out: where to write: uint64, shape (n,), C-contiguous; None = a new array.

    Returns:
        The words of the moves, 0 where cards are no combination.

    Raises:
        DdzError, TypeError: as `legal_moves` raises them.

    >>> [str(Move(word)) for word in classify([Hand("3334"), Hand("35")])]
    ['3334', '-']
    """
    import numpy as np

    sets = words_of(cards, Hand, "cards")
    found: npt.NDArray[np.uint64] = out_array(out, np.uint64, (len(sets),))
    _batch.classify_all(rules, sets, found)
    return found


def beats(
    moves: _Moves,
    others: _Moves | Move,
    rules: Rules = RULES["classic"],
    out: npt.NDArray[np.bool_] | None = None,
) -> npt.NDArray[np.bool_]:
    """Say of many pairs of moves whether the first beats the other, as `ddz.beats` does.

    Args:
        moves: n moves.
        others: n moves, or one Move for all.
        rules: a Rules value.
        out: where to write: bool, shape (n,), C-contiguous; None = a new array.

    Returns:
        `out`, or a new array like it.

    Raises:
        DdzError: a word that is no move, with its position; lengths that differ.
        TypeError: as `legal_moves` raises it.

    >>> import ddz
    >>> beats(ddz.legal_moves("3456"), Move.parse("4")).tolist()
    [False, False, True, True]
    """
    import numpy as np

    words = words_of(moves, Move, "moves")
    bars = _bars(others, len(words))
    if bars is None:
        raise TypeError("others must be moves, not None")
    found: npt.NDArray[np.bool_] = np.empty(len(words), np.bool_)
    if out is not None:
        checked_out(out, np.bool_, found.shape, "out")
    _batch.beats_all(rules, words, bars, found)
    if out is None:
        return found
    out[:] = found  # only now: an error leaves the caller's array as it was
    return out


def words_of(values: Any, kind: type, what: str) -> npt.NDArray[np.uint64]:
    """Return words as a C-contiguous array: from an array of uint64, or from values with words.

    An array is copied: what is checked is read again without the GIL, and another thread may write
    to the caller's array in between.

    Raises:
        TypeError: an array of another dtype or shape, or other elements.
    """
    import numpy as np

    if isinstance(values, np.ndarray):
        if (values.dtype.kind, values.dtype.itemsize) != ("u", 8) or values.ndim != 1:
            raise TypeError(
                f"{what} must be uint64 of shape (n,), not {values.dtype} of {values.shape}"
            )
        return np.array(values, np.uint64, order="C")
    if kind is Move and isinstance(values, MoveList):
        return values.words
    if not isinstance(values, Sequence) or isinstance(values, str | bytes):
        raise TypeError(f"{what} must be an array or a sequence, not {shown(values)}")
    return np.asarray(_batch.words_in(values, kind, what))


def _bars(to_beat: _Moves | Move | None, n: int) -> npt.NDArray[np.uint64] | None:
    """The moves to beat as an array of n words; None for leads."""
    import numpy as np

    if to_beat is None:
        return None
    if isinstance(to_beat, Move):
        return np.full(n, int(to_beat), np.uint64)
    bars = words_of(to_beat, Move, "moves to beat")
    if len(bars) != n:
        raise DdzError(f"{n} positions but {len(bars)} moves to beat")
    return bars


def out_array(out: Any, dtype: Any, shape: tuple[int, ...]) -> Any:
    """Return the caller's array if it is fit to be written to, or a new one for None.

    Raises:
        DdzError: it has another dtype or shape, or is not C-contiguous and writeable.
    """
    import numpy as np

    return np.empty(shape, dtype) if out is None else checked_out(out, dtype, shape, "out")


def checked_out(out: Any, dtype: Any, shape: tuple[int, ...], what: str) -> Any:
    import numpy as np

    if not isinstance(out, np.ndarray) or out.dtype != dtype or out.shape != shape:
        raise DdzError(f"{what} must be {np.dtype(dtype).name} of shape {shape}")
    if not (out.flags.c_contiguous and out.flags.writeable):
        raise DdzError(f"{what} must be C-contiguous and writeable")
    return out
