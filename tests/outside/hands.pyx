# cython: language_level=3
"""Loops in C over `ddz.zipai`: every hand of loose tiles, counted."""

from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memset

from ddz.zipai._hu cimport (
    NO_SOURCE, Exposed, HuRules, PackedZipai, count_hu, loose_most, zipai_packed,
)

cdef enum:
    HALF = 59049   # counts 0 to 2 of five numbers of both sizes
    MOST_HU = 64


cdef int64_t[41][11][11][MOST_HU] found   # by tiles, absent small and big kinds, hu


cdef uint64_t half_word(int configuration, int first) noexcept nogil:
    """The tiles of ten base-3 digits: numbers first to first + 4, small and then big."""
    cdef uint64_t word = 0
    cdef int i
    for i in range(10):
        word |= <uint64_t>(configuration % 3) << (3 * (first + i % 5 + 10 * (i // 5)))
        configuration //= 3
    return word


cdef void numbers(uint64_t word, int* tiles, int* small, int* big) noexcept nogil:
    """How many tiles, and how many kinds of each size are absent."""
    cdef int i, n
    tiles[0] = 0
    small[0] = big[0] = 0
    for i in range(20):
        n = <int>(word >> (3 * i)) & 7
        tiles[0] += n
        if n == 0 and i < 10:
            small[0] += 1
        elif n == 0:
            big[0] += 1


def loose_hands(rules):
    """Count the hands of loose tiles, at most two of a kind, that are melds and at most one pair.

    Returns:
        A dict: (tiles, absent small kinds, absent big kinds, most hu) -> how many hands.
    """
    cdef PackedZipai p = zipai_packed(rules)
    cdef const HuRules* c = &p.c
    cdef int left, right, hu, tiles, small, big
    cdef uint64_t low, word
    memset(found, 0, sizeof(found))
    with nogil:
        for left in range(HALF):
            low = half_word(left, 0)
            for right in range(HALF):
                word = low | half_words[right]
                hu = loose_most(c, word)
                if hu >= 0:
                    numbers(word, &tiles, &small, &big)
                    found[tiles][small][big][min(hu, MOST_HU - 1)] += 1
    return {
        (tiles, small, big, hu): found[tiles][small][big][hu]
        for tiles in range(41) for small in range(11) for big in range(11)
        for hu in range(MOST_HU) if found[tiles][small][big][hu]
    }


cdef uint64_t[HALF] half_words
for _configuration in range(HALF):
    half_words[_configuration] = half_word(_configuration, 5)


def hu_of(rules, uint64_t word):
    """The most hu of a hand as it stands; -1 = no win."""
    cdef PackedZipai p = zipai_packed(rules)
    cdef Exposed nothing
    memset(&nothing, 0, sizeof(Exposed))
    return count_hu(&p.c, word, &nothing, -1, NO_SOURCE, False)
