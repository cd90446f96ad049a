"""Action ids: moves as small stable numbers, for policies, masks and replay buffers.

`ActionSpace.of(rules)` numbers the moves of any rule set: 0 passes, then the moves in their order.
`ActionSpace.named(name)` gives a published numbering: `"ddz:classic"` and so on for each preset,
RLCard's (`"rlcard"`) and OpenSpiel's (`"openspiel"`). A published name and version never change;
their digests are in `docs/actions.md`.
"""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from ddz._actions import IdTable
from ddz._core import PASS, Hand, Kind, Move, MoveList, Rank
from ddz._verbs import all_moves
from ddz.batch import out_array, words_of
from ddz.errors import DdzError, integer, shown
from ddz.rules import RULES, Rules

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from ddz._core import _HandLike, _MoveLike

__all__ = ["ActionSpace"]

MOST_ACTIONS: Final = 1 << 20


class ActionSpace:
    """A numbering of the moves of one rule set. Immutable; made by `of` and `named`.

    Attributes:
        name: what `named` calls it, or `"ddz:"` and the rules.
        version: of the name.
        rules: whose moves are numbered.
        digest: the SHA-256, in hex, of the words of all ids as little-endian 64-bit integers.

    Pickling and copying keep the name alone.

    >>> space = ActionSpace.named("rlcard")
    >>> len(space), space.encode("-"), space.decode(27470)
    (27472, 27471, Move.parse('BR'))
    """

    __slots__ = ("_planes", "_table", "digest", "name", "rules", "version")

    name: str
    version: int
    rules: Rules
    digest: str
    _table: IdTable
    _planes: npt.NDArray[np.int8] | None

    def __init__(self) -> None:
        raise TypeError("an ActionSpace is made by ActionSpace.of or ActionSpace.named")

    # -- where they come from --

    @staticmethod
    def of(rules: Rules = RULES["classic"]) -> ActionSpace:
        """Return our own numbering of a rule set: PASS, then `all_moves` in order.

        Raises:
            DdzError: more than 2**20 moves.
            TypeError: not Rules.

        >>> len(ActionSpace.of(RULES["pagat"]))
        12655
        """
        if not isinstance(rules, Rules):
            raise TypeError(f"rules must be a ddz.Rules, not {shown(rules)}")
        moves = rules.of_moves()
        for name in RULES:
            if RULES[name].of_moves() == moves:
                return ActionSpace.named(f"ddz:{name}")
        return _make(f"ddz:{moves!r}", moves, *_own(moves))

    @staticmethod
    def named(name: str) -> ActionSpace:
        """Return a published numbering.

        Args:
            name: `"rlcard"`, `"openspiel"`, or `"ddz:"` and the name of a preset.

        Raises:
            DdzError: no such name.
        """
        preset = name.removeprefix("ddz:") if isinstance(name, str) else None
        if name not in ("rlcard", "openspiel") and (preset == name or preset not in RULES):
            names = ["rlcard", "openspiel", *(f"ddz:{preset}" for preset in RULES)]
            raise DdzError(f"no action space is named {shown(name)}; there are {', '.join(names)}")
        order = {"rlcard": _rlcard, "openspiel": _openspiel}.get(name, _own)
        if name not in _published:
            # no lock: what two threads make at once is equal, and one of the two is kept
            _published.setdefault(name, _make(name, RULES[preset], *order(RULES[preset])))
        return _published[name]

    # -- one move --

    def __len__(self) -> int:
        """The number of ids, those of PASS and of OpenSpiel's bids among them."""
        return self._table.size

    def encode(self, move: _MoveLike) -> int:
        """Return the id of a move.

        Args:
            move: a Move, a word, or a text read under the rules; `-` is PASS.

        Raises:
            DdzError: a move that the rules do not know; as `Move.parse` raises them.

        >>> ActionSpace.of().encode("3"), ActionSpace.of().encode(PASS)
        (1, 0)
        """
        number = self._table.encode(move)
        if number < 0:
            raise DdzError(f"{move} is no move of the action space {self.name}")
        return number

    def decode(self, number: int) -> Move:
        """Return the move of an id.

        Raises:
            DdzError: not an id, or one that is no play (OpenSpiel's bids, 1 to 3).
            TypeError: not an integer.

        >>> ActionSpace.named("openspiel").decode(0)
        Move.parse('-')
        """
        number = integer(number, f"an id of {self.name}", 0, len(self) - 1)
        move = self._table.decode(number)
        if move is None:
            raise DdzError(f"the id {number} of {self.name} is no play")
        return move

    # -- many --

    def ids(
        self, moves: MoveList | Sequence[Move] | npt.NDArray[np.uint64]
    ) -> npt.NDArray[np.int64]:
        """Return the ids of moves.

        Args:
            moves: a MoveList, a sequence of Moves, or an array of words (uint64).

        Returns:
            int64, as long as `moves`.

        Raises:
            DdzError: a move that the rules do not know, with its position.
            TypeError: elements that are no Moves, or another dtype.

        >>> import ddz
        >>> ActionSpace.of().ids(ddz.legal_moves("345", "3")).tolist()
        [0, 2, 3]
        """
        import numpy as np

        words: Any = moves
        if not isinstance(moves, MoveList):
            words = words_of(moves, Move, "moves")
        out = np.empty(len(words), np.int64)
        unknown = self._table.ids(words, out)
        if unknown >= 0:
            word = words[unknown]
            raise DdzError(f"position {unknown}: {word} is no move of {self.name}")
        return out

    def mask(
        self,
        hand: _HandLike,
        to_beat: _MoveLike = PASS,
        out: npt.NDArray[np.bool_] | None = None,
    ) -> npt.NDArray[np.bool_]:
        """Return which ids are legal.

        Args:
            hand: the player's cards, as `legal_moves` takes them.
            to_beat: the last move of the trick, as `legal_moves` takes it.
            out: where to write: bool, shape (len(self),), C-contiguous; None = a new array.

        Returns:
            `out`, or a new array like it.

        Raises:
            DdzError: as `legal_moves` raises them; or an `out` of another shape or dtype.

        >>> int(ActionSpace.of().mask("34567").sum())
        6
        """
        import numpy as np

        found: npt.NDArray[np.bool_] = out_array(out, np.bool_, (len(self),))
        self._table.mask(hand, to_beat, found)
        return found

    def masks(
        self,
        hands: Sequence[Hand] | npt.NDArray[np.uint64],
        to_beat: Move | Sequence[Move] | npt.NDArray[np.uint64] = PASS,
        out: npt.NDArray[np.bool_] | None = None,
    ) -> npt.NDArray[np.bool_]:
        """Return which ids are legal in many positions. The GIL is released.

        Args:
            hands: n Hands, or their words (uint64).
            to_beat: n Moves or words, or one Move for all.
            out: where to write: bool, shape (n, len(self)), C-contiguous; None = a new array.

        Returns:
            `out`, or a new array like it.

        Raises:
            DdzError: a hand or move that is none or above the deck, with its position; lengths
                that differ; an `out` of another shape or dtype. Nothing has been written then.
            TypeError: elements or dtypes of another type.
        """
        import numpy as np

        words = words_of(hands, Hand, "hands")
        if isinstance(to_beat, Move):
            bars = np.full(len(words), int(to_beat), np.uint64)
        else:
            bars = words_of(to_beat, Move, "to_beat")
        if len(bars) != len(words):
            raise DdzError(f"{len(words)} hands but {len(bars)} moves to beat")
        found: npt.NDArray[np.bool_] = out_array(out, np.bool_, (len(words), len(self)))
        self._table.masks(words, bars, found)
        return found

    def features(self, ids: npt.ArrayLike) -> npt.NDArray[np.int8]:
        """Return the cards of actions as planes, in the order of DouZero and RLCard.

        For each rank from 3 to 2 one column a card that the deck holds, filled from the left,
        then the black and the red joker: 54 columns for one deck, 108 for two.

        Args:
            ids: integers, shape (n,).

        Returns:
            int8, shape (n, columns); the rows of PASS and of bids are 0.

        Raises:
            DdzError: an id out of range.
            TypeError: not integers.

        >>> ActionSpace.of().features([1]).nonzero()
        (array([0]), array([0]))
        """
        import numpy as np

        try:
            numbers = np.asarray(ids)
        except ValueError as error:  # rows of several lengths, or too deep
            raise TypeError("ids must be integers of shape (n,)") from error
        if numbers.size == 0:
            numbers = numbers.astype(np.int64)
        if numbers.dtype.kind not in "iu" or numbers.ndim != 1:
            raise TypeError("ids must be integers of shape (n,)")
        if numbers.size and not (int(numbers.min()) >= 0 and int(numbers.max()) < len(self)):
            raise DdzError(f"the ids of {self.name} are 0 to {len(self) - 1}")
        if self._planes is None:
            object.__setattr__(self, "_planes", _planes(self))
        assert self._planes is not None
        planes: npt.NDArray[np.int8] = self._planes[numbers]
        return planes

    # -- a value --

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"an ActionSpace is immutable: {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"an ActionSpace is immutable: {name}")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ActionSpace):
            return NotImplemented
        return (self.name, self.version) == (other.name, other.version)

    def __hash__(self) -> int:
        return hash((self.name, self.version))

    def __repr__(self) -> str:
        method, (argument,) = self.__reduce__()
        return f"ActionSpace.{method.__name__}({argument!r})"

    def __copy__(self) -> ActionSpace:
        return self

    def __deepcopy__(self, memo: object) -> ActionSpace:
        return self

    def __reduce__(self) -> tuple[Callable[[Any], ActionSpace], tuple[Any]]:
        if self.name in _published:
            return ActionSpace.named, (self.name,)
        return ActionSpace.of, (self.rules,)


_published: dict[str, ActionSpace] = {}  # by name, made on first use: at most one a name


def _make(name: str, rules: Rules, words: list[int], pass_id: int) -> ActionSpace:
    if len(words) > MOST_ACTIONS:
        raise DdzError(f"{len(words)} actions are more than {MOST_ACTIONS}")
    space = object.__new__(ActionSpace)
    little = b"".join(word.to_bytes(8, "little") for word in words)
    values = {
        "name": name,
        "version": 1,
        "rules": rules,
        "digest": hashlib.sha256(little).hexdigest(),
        "_table": IdTable(rules, array("Q", words), pass_id),
        "_planes": None,
    }
    for attribute, value in values.items():
        object.__setattr__(space, attribute, value)
    return space


def _own(rules: Rules) -> tuple[list[int], int]:
    """PASS, then every move in order."""
    return [0, *memoryview(all_moves(rules))], 0


_OPENSPIEL_KINDS: Final = (
    Kind.SOLO,
    Kind.SOLO_CHAIN,
    Kind.PAIR,
    Kind.PAIR_CHAIN,
    Kind.TRIO,
    Kind.TRIO_SOLO,
    Kind.TRIO_PAIR,
    Kind.TRIO_CHAIN,
    Kind.TRIO_SOLO_CHAIN,
    Kind.TRIO_PAIR_CHAIN,
    Kind.BOMB,
    Kind.ROCKET,
)


def _openspiel(rules: Rules) -> tuple[list[int], int]:
    """Pass and three bids, then the kinds in an order of its own, each in ours."""
    words = list(memoryview(all_moves(rules)))
    plays = sorted(words, key=lambda word: _OPENSPIEL_KINDS.index(Kind(word >> 60)))
    return [0, 0, 0, 0, *plays], 0


def _rlcard(rules: Rules) -> tuple[list[int], int]:
    """Kinds, lengths and bodies in our order, kickers in one of its own; pass is the last."""
    return [*map(int, sorted(all_moves(rules), key=_rlcard_key)), 0], len(all_moves(rules))


def _rlcard_key(move: Move) -> tuple[int, int, int, int, list[int]]:
    """Kickers are compared from the lowest up, those of longer planes after they are grouped.

    Three solo kickers: all different, then all equal, then pairs by the rank of the pair. Four
    and five: those with a joker first.
    """
    kickers = [int(rank) for rank in move.kickers]
    group = 0
    if move.kind == Kind.TRIO_SOLO_CHAIN and move.length == 3:
        group = {3: 0, 1: 1, 2: 2}[len({*kickers})]
        if group == 2:
            kickers = sorted(kickers, key=kickers.count, reverse=True)
    elif move.kind == Kind.TRIO_SOLO_CHAIN and move.length > 3:
        group = int(kickers[-1] < Rank.BLACK_JOKER)
    return move.kind, move.length, int(move.rank or 0), group, kickers


def _planes(space: ActionSpace) -> npt.NDArray[np.int8]:
    """The planes of every id."""
    import numpy as np

    words = np.frombuffer(space._table.words_of_ids(), np.uint64)
    counts = words[:, None] >> np.arange(0, 60, 4, dtype=np.uint64) & 15
    decks = space.rules.decks
    columns = [counts[:, rank, None] > np.arange(4 * decks) for rank in range(13)]
    jokers = [(counts[:, rank, None] & 3) > np.arange(decks) for rank in (13, 14)]
    return np.concatenate([*columns, *jokers], axis=1).astype(np.int8)
