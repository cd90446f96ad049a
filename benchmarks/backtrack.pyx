# cython: language_level=3, boundscheck=False, wraparound=False
"""A plain backtracking solver for the 21 tiles of a Zipai deal, to measure ours beside it.

It knows the rules of shaoyang for tiles as dealt: kans and fours are locked, the lowest loose tile
goes into every meld that can hold it, and the most hu is kept.
"""

from libc.stdint cimport int16_t, uint64_t

cdef struct Hand:
    int[20] counts
    int tiles
    bint pair      # still to be found


cdef int most(Hand* h, int first) noexcept nogil:
    """The most hu of loose tiles from a tile on; -1 = they are no melds."""
    cdef int best = -1
    cdef int hu, other, number
    cdef int* c = h.counts
    if h.tiles == 0:
        return -1 if h.pair else 0
    while c[first] == 0:
        first += 1
    number = first % 10
    if number < 8 and c[first + 1] and c[first + 2]:
        hu = run(h, first, first + 1, first + 2)
        if hu >= 0 and number == 0:
            hu += 6 if first >= 10 else 3
        best = max(best, hu)
    if number == 1 and c[first + 5] and c[first + 8]:
        hu = run(h, first, first + 5, first + 8)
        if hu >= 0:
            best = max(best, hu + (6 if first >= 10 else 3))
    if first < 10:
        other = first + 10
        if c[first] >= 2 and c[other] >= 1:
            best = max(best, mixed(h, first, 2, other, 1))
        if c[other] >= 2:
            best = max(best, mixed(h, first, 1, other, 2))
    if h.pair and c[first] >= 2:
        h.pair = False
        c[first] -= 2
        h.tiles -= 2
        best = max(best, most(h, first))
        h.tiles += 2
        c[first] += 2
        h.pair = True
    return best


cdef int run(Hand* h, int a, int b, int c) noexcept nogil:
    cdef int hu
    h.counts[a] -= 1
    h.counts[b] -= 1
    h.counts[c] -= 1
    h.tiles -= 3
    hu = most(h, a)
    h.tiles += 3
    h.counts[a] += 1
    h.counts[b] += 1
    h.counts[c] += 1
    return hu


cdef int mixed(Hand* h, int a, int n, int b, int m) noexcept nogil:
    cdef int hu
    h.counts[a] -= n
    h.counts[b] -= m
    h.tiles -= 3
    hu = most(h, a)
    h.tiles += 3
    h.counts[a] += n
    h.counts[b] += m
    return hu


cdef int dealt_hu(uint64_t word) noexcept nogil:
    """The most hu of 21 tiles as dealt; -1 = no win."""
    cdef Hand h
    cdef int tile, n, hu = 0, fours = 0
    h.tiles = 0
    for tile in range(20):
        n = <int>(word >> (3 * tile)) & 7
        if n >= 3:
            fours += n == 4
            hu += (12 if n == 4 else 6) if tile >= 10 else (9 if n == 4 else 3)
            n = 0
        h.counts[tile] = n
        h.tiles += n
    h.pair = fours > 0
    if fours > 1 or h.tiles % 3 != 2 * h.pair:   # two fours make 22 tiles
        return -1
    n = most(&h, 0)
    return -1 if n < 0 or n + hu < 10 else n + hu


def solve(const uint64_t[::1] words, int16_t[::1] out):
    """Write the most hu of every deal."""
    cdef Py_ssize_t i
    with nogil:
        for i in range(words.shape[0]):
            out[i] = dealt_hu(words[i])
