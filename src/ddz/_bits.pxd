"""Bit tricks on words of sixteen 4-bit counts and on 15-bit masks of ranks."""

from libc.stdint cimport uint32_t, uint64_t

cdef extern from * nogil:
    """
    #define DDZ_NIBBLES 0x1111111111111111ULL  /* bit 0 of every count */
    #define DDZ_BYTES   0x0F0F0F0F0F0F0F0FULL  /* every other count */
    #define DDZ_HIGHS   0x8080808080808080ULL
    #define DDZ_LANES   0x000F000F000F000FULL  /* four counts apart */
    #define DDZ_GATHER  0x0001001001001000ULL
    #define DDZ_PAIRS   0x5555555555555555ULL
    #define DDZ_QUADS   0x3333333333333333ULL
    #define DDZ_ONES    0x0101010101010101ULL
    #define DDZ_CARDS   0x0F3FFFFFFFFFFFFFULL  /* the cards of a move's word */
    #define DDZ_LIMITS  0x033CCCCCCCCCCCCCULL  /* the most cards of a hand: 12 and 3 jokers */
    /* Before a function: it is compiled for any processor and for those with AVX2 and BMI, and
       the loader picks one, so that the same wheel runs everywhere */
    #if defined(__x86_64__) && defined(__GLIBC__) && !defined(__clang__) && __GNUC__ >= 12 \\
            && !defined(__SANITIZE_ADDRESS__) && !defined(DDZ_NO_CLONES)
    #define DDZ_CLONES __attribute__((flatten, target_clones("arch=x86-64-v3", "default")))
    #else
    #define DDZ_CLONES
    #endif
    """
    const uint64_t NIBBLES "DDZ_NIBBLES"
    const uint64_t BYTES "DDZ_BYTES"
    const uint64_t HIGHS "DDZ_HIGHS"
    const uint64_t LANES "DDZ_LANES"
    const uint64_t GATHER "DDZ_GATHER"
    const uint64_t PAIRS "DDZ_PAIRS"
    const uint64_t QUADS "DDZ_QUADS"
    const uint64_t ONES "DDZ_ONES"
    const uint64_t CARDS "DDZ_CARDS"
    const uint64_t LIMITS "DDZ_LIMITS"
    int lowest "__builtin_ctz"(uint32_t mask)
    int lowest_of_word "__builtin_ctzll"(uint64_t word)
    int leading_zeros "__builtin_clz"(uint32_t mask)
    bint unlikely(bint)


cdef inline int popcount(uint32_t mask) noexcept nogil:
    """The number of bits of a mask, in the form that compilers know as one instruction.

    A plain x86-64 has none, and the builtin would call a function there.
    """
    mask = mask - ((mask >> 1) & 0x55555555)
    mask = (mask & 0x33333333) + ((mask >> 2) & 0x33333333)
    return <int>((((mask + (mask >> 4)) & 0x0F0F0F0F) * <uint32_t>0x01010101) >> 24)


cdef inline int popcount_word(uint64_t bits) noexcept nogil:
    """The number of bits of a word."""
    bits = bits - ((bits >> 1) & PAIRS)
    bits = (bits & QUADS) + ((bits >> 2) & QUADS)
    return <int>((((bits + (bits >> 4)) & BYTES) * ONES) >> 56)


cdef inline int highest(uint32_t mask) noexcept nogil:
    """The number of the highest bit set; mask is not 0."""
    return 31 - leading_zeros(mask)


cdef inline uint32_t compress(uint64_t bits) noexcept nogil:
    """Gather bit 0 of each of the 16 counts into a 16-bit mask."""
    bits &= NIBBLES
    bits = (bits | bits >> 3 | bits >> 6 | bits >> 9) & LANES
    # 16-bit lane k moves to bits 48 + 4k: no two partial products meet
    return <uint32_t>((bits * GATHER) >> 48)


cdef inline int total(uint64_t cards) noexcept nogil:
    """The sum of the counts."""
    return <int>((((cards & BYTES) + ((cards >> 4) & BYTES)) * ONES) >> 56)


cdef inline bint within(uint64_t cards, uint64_t limits) noexcept nogil:
    """Whether no count of `cards` is above that of `limits`."""
    cdef uint64_t even = ((limits & BYTES) | HIGHS) - (cards & BYTES)
    cdef uint64_t odd = (((limits >> 4) & BYTES) | HIGHS) - ((cards >> 4) & BYTES)
    return (even & odd & HIGHS) == HIGHS


cdef inline uint32_t at_least(uint64_t cards, int n) noexcept nogil:
    """The mask of ranks held `n` times or more, 1 <= n <= 15."""
    cdef uint64_t add = ONES * <uint64_t>(16 - n)  # carries into bit 4 of a byte
    cdef uint64_t even = (cards & BYTES) + add
    cdef uint64_t odd = ((cards >> 4) & BYTES) + add
    return compress(((even >> 4) & BYTES) | (odd & ~BYTES))


cdef inline uint32_t runs(uint32_t mask, int length) noexcept nogil:
    """The starts of runs of `length` bits."""
    cdef uint32_t starts = mask
    cdef int i
    for i in range(1, length):
        starts &= mask >> i
    return starts
