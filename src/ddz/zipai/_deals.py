"""Many whole deals at once: the part of `ddz.zipai.batch` that knows the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ddz.errors import integer, shown
from ddz.zipai._play import play_deals
from ddz.zipai.rules import ZIPAI_RULES, ZipaiRules

if TYPE_CHECKING:
    import random
    from typing import SupportsIndex

    import numpy as np
    import numpy.typing as npt

MOST_DEALS = 1 << 32


class Deals(NamedTuple):
    """How n deals ended. The winner of one is the dealer of the next; after 臭庄 the next seat."""

    dealers: npt.NDArray[np.int8]
    """The dealers' seats; shape (n,), like all but `scores`."""
    ends: npt.NDArray[np.int8]
    """How each deal ended: a place in `ddz.zipai.table.ENDS`."""
    winners: npt.NDArray[np.int8]
    """The winners' seats; -1 = 臭庄."""
    hu: npt.NDArray[np.int16]
    """The winners' hu; 0 = 臭庄."""
    piles: npt.NDArray[np.int64]
    """What each other seat pays."""
    scores: npt.NDArray[np.int64]
    """Of each seat; shape (n, players)."""
    plies: npt.NDArray[np.int32]
    """Actions, passes among them."""
    replaced: npt.NDArray[np.int8]
    """How many replacement tiles were taken for several fours of one seat."""


def random_deals(
    n: int,
    rules: ZipaiRules = ZIPAI_RULES["shaoyang"],
    seed: SupportsIndex | random.Random | None = None,
    *,
    greedy: bool = False,
    dealer: int = 0,
) -> Deals:
    """Deal and play n deals, one after the other. The GIL is released.

    Args:
        n: how many.
        rules: a ZipaiRules.
        seed: as `State.deal` takes it; the same deals on every platform.
        greedy: every seat wins when it may, claims what it may (pengs and eats), and discards the
            tile that has least to do with its others. Otherwise every legal action is as likely
            as the others, a pass among them.
        dealer: the first dealer.

    Returns:
        Deals.

    Raises:
        DdzError: a negative number, or one above 2**32; no such seat.
        RulesError: rules that no deal can be played by.
        TypeError: another type; `greedy` is a bool.

    >>> deals = random_deals(1000, seed=7, greedy=True)
    >>> int(abs(deals.scores.sum(axis=1)).max()), int(deals.hu[deals.winners >= 0].min()) >= 10
    (0, True)
    """
    import numpy as np

    if not isinstance(rules, ZipaiRules):
        raise TypeError(f"rules must be a ZipaiRules, not {shown(rules)}")
    if type(greedy) is not bool:
        raise TypeError(f"greedy is True or False, not {shown(greedy)}")
    n = integer(n, "a number of deals", 0, MOST_DEALS)
    dealer = integer(dealer, "a dealer", 0, rules.players - 1)
    dealers, ends, winners, replaced = (np.empty(n, np.int8) for _ in range(4))
    hu, plies = np.empty(n, np.int16), np.empty(n, np.int32)
    scores = np.empty((n, rules.players), np.int64)
    play_deals(rules, seed, greedy, dealer, dealers, ends, winners, hu, scores, plies, replaced)
    piles = -scores.min(axis=1, initial=0)
    return Deals(dealers, ends, winners, hu, piles, scores, plies, replaced)
