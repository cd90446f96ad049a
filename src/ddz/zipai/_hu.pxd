"""Counting hu in C, for other Cython code: one hand a call, no Python object and no GIL.

`count_hu(&zipai_packed(rules).c, concealed, &exposed, tile, source, refused)` is `best_hu`.
"""

from libc.stdint cimport int16_t, uint32_t, uint64_t

from ddz.zipai._halves cimport Halves, Tables, loose_hu
from ddz.zipai._words cimport (
    MELDS, M_KAN, M_TI, NUMBERS, ONES, SMALL, TILES, count_of, likely, threes_of, total, unlikely,
)

cdef enum:
    NO_SOURCE = 0   # no tile: the tiles win as they stand
    SELF = 1
    OTHER = 2
    DISCARD = 3

cdef enum:
    MAX_OPTIONS = 16   # runs, mixed melds and the pair that hold one tile
    MAX_MELDS = 32     # of a hand, with some to spare
    MAX_READINGS = 2   # of the winning tile, before it is used among the loose ones

# The melds at the table
cdef struct Exposed:
    int hu
    int melds
    int fours
    uint32_t pengs     # masks of tiles
    uint32_t weis
    uint32_t chou_weis
    uint64_t word      # all their tiles

# One way the winning tile counts
cdef struct Reading:
    uint64_t locked    # three or four of a kind that stand
    uint64_t loose
    int made           # the meld that the tile makes with its like, 0 = it is loose
    int instead        # the exposed meld that this was, 0 = none

cdef struct HuRules:
    const Tables* plain
    const Tables* paired
    int[MELDS] hu      # by meld, -1 = there is no such meld
    int min_hu
    int melds          # 0 = any number
    int most_melds     # of a hand, whatever the number
    bint strict        # beside fours there must be a pair
    bint split_kan
    bint forced_wei
    bint forced_ti
    bint break_kan
    bint break_exposed
    bint discard_wins
    bint discard_pao
    int[TILES] n_options
    int[TILES][MAX_OPTIONS] options    # melds that may hold a loose tile
    uint64_t[MELDS] words

cdef class PackedZipai:
    cdef HuRules c
    cdef Halves halves
    cdef object __weakref__

cdef PackedZipai zipai_packed(object rules)

# Put one more meld among the exposed ones; 1 if there is no such meld or no such tile left
cdef bint expose(const HuRules* rules, Exposed* exposed, int meld) noexcept nogil

# The most hu, -1 = no win. The tile is a fifth of no kind.
cdef int count_hu(
    const HuRules* rules, uint64_t concealed, const Exposed* exposed, int tile, int source,
    bint refused) noexcept nogil

# The readings of the tile, at most MAX_READINGS
cdef int readings_of(
    const HuRules* rules, uint64_t concealed, const Exposed* exposed, int tile, int source,
    bint refused, Reading* out) noexcept nogil

# The most hu of one reading, whether or not it is enough; -1 = not the melds of a win.
# `kept`, unless NULL, gets the locked tiles that are not split.
cdef int reading_hu(
    const HuRules* rules, const Exposed* exposed, const Reading* reading, uint64_t* kept
) noexcept nogil

# The most hu of loose tiles, -1 = they are no melds
cdef int loose_most(const HuRules* rules, uint64_t loose) noexcept nogil

# Split loose tiles into melds with the most hu (which they must have); how many there are
cdef int split_loose(const HuRules* rules, uint64_t loose, int* out) noexcept nogil

# What every tile would win with: hu or -1 by tile and source (self, other, discard)
cdef void count_waits(
    const HuRules* rules, uint64_t concealed, const Exposed* exposed, int16_t* out
) noexcept nogil


cdef inline uint64_t locked_of(uint64_t concealed) noexcept nogil:
    """The kinds of which there are three or four."""
    return concealed & (7 * threes_of(concealed))


cdef inline int locked_hu(const HuRules* rules, uint64_t locked) noexcept nogil:
    """The hu of kans and fours."""
    cdef uint64_t fours = (locked >> 2) & ONES
    cdef uint64_t kans = locked & ONES
    return (
        rules.hu[20 * M_KAN] * total(kans & SMALL)
        + rules.hu[20 * M_KAN + NUMBERS] * total(kans & ~SMALL)
        + rules.hu[20 * M_TI] * total(fours & SMALL)
        + rules.hu[20 * M_TI + NUMBERS] * total(fours & ~SMALL))


cdef inline int melds_fit(
    const HuRules* rules, uint64_t locked, int tiles, int melds, int fours
) noexcept nogil:
    """Whether there is the number of melds of a win, and the pair if there is a four.

    Args:
        tiles: locked and loose ones together.
        melds, fours: beside those that are locked.

    Returns:
        0 = no, 1 = with a pair, 2 = without one. There is no branch: it could not be foreseen.
    """
    cdef int locked_fours = total((locked >> 2) & ONES)
    cdef int left
    tiles -= locked_fours   # now every locked meld is three tiles
    fours += locked_fours
    left = tiles % 3
    melds += (tiles + 2) // 3
    return (
        ((left == 2) & (fours > 0) | ((left == 0) & ((fours == 0) | (not rules.strict))) << 1)
        * ((rules.melds == 0) | (melds == rules.melds)))


cdef inline int dealt_hu(
    const HuRules* rules, uint64_t concealed, int tiles, int melds, int fours, int more
) noexcept nogil:
    """`count_hu` of tiles as they stand, where no kan may be split.

    Args:
        tiles: total(concealed).
        melds, fours, more: of the exposed melds; more is their hu.
    """
    cdef uint64_t locked = locked_of(concealed)
    cdef int fit = melds_fit(rules, locked, tiles, melds, fours)
    cdef int hu = loose_hu(
        rules.paired if fit == 1 else rules.plain, concealed ^ locked, fit != 0)
    if hu < 0:
        return -1
    hu += locked_hu(rules, locked) + more
    return hu if hu >= rules.min_hu else -1


cdef inline bint too_many(
    const HuRules* rules, uint64_t concealed, const Exposed* exposed, int tile
) noexcept nogil:
    """Whether there are more tiles than the melds of three and every four beside them.

    That is no hand at all, not only one with a wrong number of tiles.
    """
    cdef int tiles = 3 * exposed.melds + exposed.fours + total(concealed) + (tile >= 0)
    cdef int most = 3 * rules.most_melds
    cdef int fours
    if likely(tiles <= most):
        return False
    fours = exposed.fours + total((concealed >> 2) & ONES)
    if tile >= 0 and count_of(concealed, tile) == 3:
        fours += 1
    elif tile >= 0:
        fours += ((exposed.pengs | exposed.weis | exposed.chou_weis) >> tile) & 1
    return tiles > most + 4 * fours
