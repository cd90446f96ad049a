"""Counting hu in C, for other Cython code: one hand a call, no Python object and no GIL.

`count_hu(&zipai_packed(rules).c, concealed, &exposed, tile, source, refused)` is `best_hu`.
"""

from libc.stdint cimport int16_t, uint32_t, uint64_t

from ddz.zipai._halves cimport Halves, Tables
from ddz.zipai._words cimport MELDS, TILES

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
    uint32_t kans
    uint64_t word      # all their tiles

# One way the winning tile counts
cdef struct Reading:
    uint64_t locked    # three or four of a kind that stand
    uint64_t loose
    int made           # the meld that the tile makes with its like, 0 = it is loose
    int instead        # the exposed meld that this was, 0 = none

cdef struct HuRules:
    const Tables* tables
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

# Whether there are more tiles than the melds of threes and every four beside them: what is no hand
# at all, not only one with a wrong number of tiles
cdef bint too_many(
    const HuRules* rules, uint64_t concealed, const Exposed* exposed, int tile) noexcept nogil

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

# The hu of the melds that stand in a reading
cdef int locked_hu(const HuRules* rules, uint64_t locked) noexcept nogil

# The most hu of loose tiles, -1 = they are no melds
cdef int loose_most(const HuRules* rules, uint64_t loose) noexcept nogil

# Split loose tiles into melds with the most hu (which they must have); how many there are
cdef int split_loose(const HuRules* rules, uint64_t loose, int* out) noexcept nogil

# What every tile would win with: hu or -1 by tile and source (self, other, discard)
cdef void count_waits(
    const HuRules* rules, uint64_t concealed, const Exposed* exposed, int16_t* out
) noexcept nogil
