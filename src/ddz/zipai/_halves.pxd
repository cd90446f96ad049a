"""The most hu of loose tiles, at most two of each, by two look-ups and a short sum.

The numbers are cut between five and six. What one half does not complete it leaves open: runs that
cross the cut (4-5-6, 5-6-7, 2-7-10, 1-5-10, of each size) and whether the pair was used. `left`
gives for the counts of 1 to 5 a list of (what is left open, hu so far), `right` for the counts of
6 to 10 a row with the hu by what was left open. Hands with a pair and without one have tables of
their own: the number of tiles modulo 3 says which are asked, and most random hands end early.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

cdef enum:
    CONFIGURATIONS = 59049   # 3 ** 10: five counts of each size, 0 to 2
    BIT_WORDS = 923          # of so many bits
    LANE = 243               # 3 ** 5

cdef struct Entry:
    uint16_t open    # what is left open: first a state, in `Tables` a column of the rows
    uint16_t hu

cdef struct Half:
    uint16_t number  # of a list or a row; 0 = these counts cannot be
    uint16_t hu      # beside those of the list or row

cdef struct Tables:
    uint64_t* left_bits  # by configuration: whether these counts can be, 64 in a word
    uint64_t* right_bits
    Half* left           # by configuration
    Half* right
    uint32_t* starts     # by list: where it begins in `entries`, and where the last one ends
    Entry* entries       # every list filled up to fours with entries of column 0
    uint8_t* rows        # by row and column: hu + 1, 0 = cannot be, as all of column 0
    uint32_t width       # columns of a row

cdef class Halves:
    cdef Tables plain     # for loose tiles without a pair
    cdef Tables paired    # with exactly one
    cdef object __weakref__

cdef Halves halves_of(object rules)

cdef extern from * nogil:
    """
    /* A word is four lanes of five counts: small 1-5, small 6-10, big 1-5, big 6-10 */
    #define ZIPAI_SECONDS 0x0038E071C0E381C7ULL  /* the first and third count of each lane */
    #define ZIPAI_QUADS   0x0007E00FC01F803FULL  /* the first two */
    #define ZIPAI_FIRSTS  0x0000E001C0038007ULL  /* the first */
    """
    const uint64_t SECONDS "ZIPAI_SECONDS"
    const uint64_t QUADS "ZIPAI_QUADS"
    const uint64_t FIRSTS "ZIPAI_FIRSTS"


cdef inline int joined(const uint8_t* row, const Entry* entry) noexcept nogil:
    """The hu of what one entry leaves open, completed, + 1; 0 = it cannot be."""
    cdef int more = row[entry.open]
    return more + entry.hu if more else 0


cdef inline int loose_hu(const Tables* t, uint64_t loose, bint asked) noexcept nogil:
    """The most hu of loose tiles, at most two of each; -1 = they are no melds.

    Args:
        t: the tables with a pair if the number of tiles is 2 modulo 3, those without if it is 0.
        asked: if not, the answer is -1. It is asked here because one branch for all that hinders
            is foreseen more often than one for each.
    """
    cdef uint32_t left, right
    cdef uint64_t bits
    cdef Half low, high
    cdef const uint8_t* row
    cdef const Entry* entry
    cdef const Entry* end
    cdef int best = 0
    # Base 8 to base 3 in every lane: counts to pairs, pairs to fours, and the fifth
    loose -= 5 * ((loose >> 3) & SECONDS)
    loose -= 55 * ((loose >> 6) & QUADS)
    loose -= 4015 * ((loose >> 12) & FIRSTS)
    left = (loose & 0x7FFF) + LANE * ((loose >> 30) & 0x7FFF)
    right = ((loose >> 15) & 0x7FFF) + LANE * (loose >> 45)
    # Bits first: they stay in the nearest cache, and few random hands pass
    bits = t.left_bits[left >> 6] >> (left & 63) & t.right_bits[right >> 6] >> (right & 63)
    if bits & asked == 0:
        return -1
    low = t.left[left]
    high = t.right[right]
    row = t.rows + high.number * t.width
    entry = t.entries + t.starts[low.number]
    end = t.entries + t.starts[low.number + 1]
    while True:
        best = max(
            max(best, max(joined(row, entry), joined(row, entry + 1))),
            max(joined(row, entry + 2), joined(row, entry + 3)))
        entry += 4
        if entry >= end:
            return best - 1 + low.hu + high.hu if best else -1
