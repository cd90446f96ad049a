"""Many whole deals at once: the part of `ddz.batch` that knows the table."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from ddz._play import TableArray, play_random
from ddz.errors import DdzError, integer, shown
from ddz.rules import RULES, Rules
from ddz.table import Phase

if TYPE_CHECKING:
    import random
    from typing import SupportsIndex

    import numpy as np
    import numpy.typing as npt

    from ddz.actions import ActionSpace
    from ddz.batch import MoveBatch

MOST_DEALS = 1 << 32


class Games(NamedTuple):
    """How n deals ended."""

    winners: npt.NDArray[np.int8]
    """0 the landlord, 1 the peasants, -1 nobody; shape (n,)."""
    scores: npt.NDArray[np.int64]
    """Of each seat, as `State.scores` gives them; shape (n, players)."""
    plies: npt.NDArray[np.int32]
    """Actions, passes and calls among them; shape (n,)."""


def random_games(
    n: int,
    rules: Rules = RULES["classic"],
    seed: SupportsIndex | random.Random | None = None,
    *,
    play_only: bool = False,
) -> Games:
    """Deal and play n deals at random, every legal action as likely. The GIL is released.

    Args:
        n: how many.
        rules: a Rules value.
        seed: as `State.deal` takes it; the same games on every platform.
        play_only: begin each deal at the landlord's first lead: the seat that would begin the
            auction takes the kitty, for a stake of 1.

    Returns:
        Games. A deal that is thrown in counts as over, with scores of 0.

    Raises:
        DdzError: a negative number, or one above 2**32.
        MemoryError: more deals than there is memory for.
        TypeError: another type.

    >>> games = random_games(1000, seed=7)
    >>> int(games.plies.max()) <= 162 + 7, int(abs(games.scores.sum(axis=1)).max())
    (True, 0)
    """
    import numpy as np

    if not isinstance(rules, Rules):
        raise TypeError(f"rules must be a ddz.Rules, not {shown(rules)}")
    n = integer(n, "a number of deals", 0, MOST_DEALS)
    _check_flag(play_only)
    games = Games(
        np.empty(n, np.int8), np.empty((n, rules.players), np.int64), np.empty(n, np.int32)
    )
    play_random(n, rules, seed, play_only, *games)
    return games


class Tables:
    """n tables that are stepped together: an environment for learning.

    It is mutable. Threads may share it; calls wait for each other, and the GIL is released.

    An action is a word: in play the word of a move, in the auction the value of a level (0 passes),
    and in the other phases the place of a `Choice` in its class.

    Args:
        n: how many tables.
        rules: a Rules value.
        seed: as `State.deal` takes it.
        play_only: as `random_games` takes it.

    Raises:
        DdzError: a negative number, or one above 2**32.
        MemoryError: more tables than there is memory for.
        TypeError: another type.

    >>> import numpy as np
    >>> rng = np.random.default_rng(1)
    >>> tables = Tables(8, seed=1)
    >>> while not tables.done.all():
    ...     legal = tables.legal()
    ...     counts = np.diff(legal.offsets)
    ...     chosen = legal.offsets[:-1] + (rng.random(8) * counts).astype(np.int64)
    ...     tables.step(legal.words.take(chosen, mode="clip"))
    >>> int(tables.scores.sum()), tables.redeal()
    (0, 8)
    """

    __slots__ = ("_array", "_lock")

    def __init__(
        self,
        n: int,
        rules: Rules = RULES["classic"],
        seed: SupportsIndex | random.Random | None = None,
        *,
        play_only: bool = False,
    ) -> None:
        if hasattr(self, "_array"):
            raise TypeError("Tables are made once")
        _check_flag(play_only)
        self._array = TableArray(
            integer(n, "a number of deals", 0, MOST_DEALS), rules, seed, play_only
        )
        self._lock = Lock()

    def __reduce__(self) -> NoReturn:
        raise TypeError("Tables change, and are not copied or pickled")

    @property
    def rules(self) -> Rules:
        """The Rules."""
        return self._array.rules

    def __len__(self) -> int:
        """The number of tables."""
        return self._array.n

    def legal(self) -> MoveBatch:
        """List the legal actions of all tables; none where a deal is over."""
        with self._lock:
            return self._legal()

    def step(
        self, actions: npt.NDArray[np.uint64 | np.int64], space: ActionSpace | None = None
    ) -> None:
        """Do an action at every table; what stands at tables that are over is not looked at.

        Args:
            actions: one a table: words (uint64); or with a space its ids (int64), where tables
                that are not in play take words still.
            space: an ActionSpace.

        Raises:
            IllegalMoveError: an illegal action, with its table; nothing has been done then.
            DdzError: not one action a table; at a table in play no id, or one that is no play.
            TypeError: arrays of other dtypes, or what is no ActionSpace.
        """
        import numpy as np

        if space is not None:
            _check_space(space)
        expected = np.uint64 if space is None else np.int64
        if not isinstance(actions, np.ndarray) or actions.dtype != expected:
            raise TypeError(f"actions must be an array of {expected.__name__}")
        own = np.array(actions, expected, order="C")  # the caller's array may change meanwhile
        if own.shape != (len(self),):
            raise DdzError(f"{len(self)} tables but actions of shape {own.shape}")
        words = own.view(np.uint64)
        with self._lock:
            if space is not None:
                self._read_ids(words, space)
            self._array.step(words)

    def _read_ids(self, words: npt.NDArray[np.uint64], space: ActionSpace) -> None:
        """Put words in the place of the ids at the tables that are in play."""
        import numpy as np

        playing = self._read("phases", "int8") == PHASES.index(Phase.PLAY)
        known = np.frombuffer(space._table.words_of_ids(), np.uint64)
        ids = words[playing]  # what was negative is large here
        if len(ids) and ids.max() >= len(known):
            raise DdzError(f"the ids of {space.name} are 0 to {len(known) - 1}")
        chosen = known[ids.astype(np.int64)]
        no_play = (chosen == 0) & (ids != space._table.pass_id)
        if no_play.any():
            raise DdzError(f"the id {ids[no_play][0]} of {space.name} is no play")
        words[playing] = chosen

    def masks(
        self, space: ActionSpace, out: npt.NDArray[np.bool_] | None = None
    ) -> npt.NDArray[np.bool_]:
        """Return which ids of a space are legal; none at tables that are not in play.

        Args:
            space: an ActionSpace of these rules' moves.
            out: where to write: bool, shape (n, len(space)), C-contiguous; None = a new array.

        Raises:
            DdzError: an `out` of another shape or dtype; a move that the space does not know.
        """
        import numpy as np

        from ddz.batch import out_array

        _check_space(space)
        found: npt.NDArray[np.bool_] = out_array(out, np.bool_, (len(self), len(space)))
        with self._lock:
            legal = self._legal()
            phases = self._read("phases", "int8")
        rows = np.repeat(np.arange(len(self)), np.diff(legal.offsets))
        playing = phases[rows] == PHASES.index(Phase.PLAY)
        ids = space.ids(legal.words[playing])
        found[:] = False
        found[rows[playing], ids] = True
        return found

    def redeal(self) -> int:
        """Deal again where a deal is over.

        Returns:
            How many tables that are.
        """
        with self._lock:
            return self._array.redeal()

    @property
    def hands(self) -> npt.NDArray[np.uint64]:
        """The words of all hands; shape (n, players)."""
        return self._locked("hands", "uint64", self.rules.players)

    @property
    def kitties(self) -> npt.NDArray[np.uint64]:
        """The words of the kitties, whether taken or not."""
        return self._locked("kitties", "uint64")

    @property
    def to_beat(self) -> npt.NDArray[np.uint64]:
        """The words of the moves to beat; 0 where a seat leads."""
        return self._locked("to_beat", "uint64")

    @property
    def seats(self) -> npt.NDArray[np.int8]:
        """The seats to act; -1 where a deal is over."""
        return self._locked("seats", "int8")

    @property
    def phases(self) -> npt.NDArray[np.int8]:
        """The places of the phases in `Phase`."""
        return self._locked("phases", "int8")

    @property
    def landlords(self) -> npt.NDArray[np.int8]:
        """The landlords' seats; -1 where there is none yet."""
        return self._locked("landlords", "int8")

    @property
    def winners(self) -> npt.NDArray[np.int8]:
        """0 where the landlord won, 1 where the peasants did, else -1."""
        return self._locked("winners", "int8")

    @property
    def done(self) -> npt.NDArray[np.bool_]:
        """Whether each deal is over."""
        phases = self.phases
        return phases >= PHASES.index(Phase.REDEAL)

    @property
    def scores(self) -> npt.NDArray[np.int64]:
        """The scores of the deals that are over, else 0; shape (n, players)."""
        return self._locked("scores", "int64", self.rules.players)

    def _legal(self) -> MoveBatch:
        """`legal`, for who holds the lock."""
        import numpy as np

        from ddz.batch import MoveBatch

        offsets = np.empty(len(self) + 1, "int64")
        words: Any = self._array.legal(offsets)
        return MoveBatch(np.frombuffer(words, "uint64"), offsets)

    def _locked(self, what: str, dtype: str, *more: int) -> npt.NDArray[Any]:
        with self._lock:
            return self._read(what, dtype, *more)

    def _read(self, what: str, dtype: str, *more: int) -> npt.NDArray[Any]:
        """What `TableArray` calls so, for who holds the lock."""
        import numpy as np

        out = np.empty((len(self), *more), dtype)
        self._array.read(what, out)
        return out


PHASES = list(Phase)


def _check_space(space: object) -> None:
    from ddz.actions import ActionSpace

    if not isinstance(space, ActionSpace):
        raise TypeError(f"a space is an ActionSpace, not {shown(space)}")


def _check_flag(play_only: object) -> None:
    if not isinstance(play_only, bool):
        raise TypeError(f"play_only is True or False, not {shown(play_only)}")
