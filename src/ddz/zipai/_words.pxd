"""Bit tricks on words of twenty 3-bit counts, and melds as numbers.

Tile 0..9 is small one to ten, 10..19 big; its count is in bits 3t..3t+2. A meld's number is
20 * kind + index; the index is the tile, of a mixed meld the tile that is there twice, and of a
run 10 * size + its lowest number - 1, with 8 for 2-7-10 and 9 for 1-5-10.
"""

from libc.stdint cimport uint64_t

cdef enum:
    TILES = 20
    NUMBERS = 10
    MELDS = 200      # numbers of melds; those below 20 are none

cdef enum:
    M_PENG = 1
    M_KAN = 2
    M_WEI = 3
    M_CHOU_WEI = 4
    M_PAO = 5
    M_TI = 6
    M_RUN = 7
    M_MIXED = 8
    M_PAIR = 9

cdef extern from * nogil:
    """
    #define ZIPAI_ALL   0x0FFFFFFFFFFFFFFFULL
    #define ZIPAI_ONES  0x0249249249249249ULL  /* bit 0 of every count */
    #define ZIPAI_TOPS  0x0924924924924924ULL  /* bit 2 of every count */
    #define ZIPAI_SMALL 0x000000003FFFFFFFULL
    #define ZIPAI_SIXES 0x01C71C71C71C71C7ULL  /* every other count */
    #define ZIPAI_TWELVES 0x003F03F03F03F03FULL
    #define ZIPAI_GATHER  0x0001001001001001ULL
    #define ZIPAI_RED   0x0e07000e381c0038ULL  /* the counts of two, seven and ten */
    """
    const uint64_t ALL "ZIPAI_ALL"
    const uint64_t ONES "ZIPAI_ONES"
    const uint64_t TOPS "ZIPAI_TOPS"
    const uint64_t SMALL "ZIPAI_SMALL"
    const uint64_t SIXES "ZIPAI_SIXES"
    const uint64_t TWELVES "ZIPAI_TWELVES"
    const uint64_t GATHER "ZIPAI_GATHER"
    const uint64_t RED "ZIPAI_RED"
    int lowest_bit "__builtin_ctzll"(uint64_t word)
    bint likely(bint)
    bint unlikely(bint)


cdef inline bint is_tiles(uint64_t word) noexcept nogil:
    """Whether a word has at most four of each tile and nothing else."""
    return word <= ALL and not (word >> 2) & (word >> 1 | word) & ONES


cdef inline int total(uint64_t word) noexcept nogil:
    """The sum of the counts, each at most 4."""
    word = (word & SIXES) + ((word >> 3) & SIXES)
    word = (word & TWELVES) + ((word >> 6) & TWELVES)
    return <int>((word * GATHER) >> 48) & 0xFFF


cdef inline int count_of(uint64_t word, int tile) noexcept nogil:
    return <int>(word >> (3 * tile)) & 7


cdef inline bint within(uint64_t part, uint64_t word) noexcept nogil:
    """Whether no count of `part` is above that of `word`."""
    # The borrows out of the counts of a subtraction: none, or the lowest of them is seen
    return not ((~word & part) | (~(word ^ part) & (word - part))) & TOPS


cdef inline uint64_t threes_of(uint64_t word) noexcept nogil:
    """Bit 0 of every count of three or more."""
    return (word >> 2 | (word >> 1 & word)) & ONES


cdef inline int lowest_tile(uint64_t word) noexcept nogil:
    """The first tile of a word that is not 0."""
    return lowest_bit(word) // 3


cdef inline int meld_tile(int meld) noexcept nogil:
    """The tile (or the index of the run) in a meld's number."""
    return meld % TILES


cdef inline int meld_kind(int meld) noexcept nogil:
    return meld // TILES


cdef inline uint64_t meld_word(int meld) noexcept nogil:
    """The tiles of a meld."""
    cdef int kind = meld // TILES
    cdef int index = meld % TILES
    cdef int place = index % NUMBERS
    cdef int size = index - place
    cdef uint64_t word
    if kind == M_PAO or kind == M_TI:
        return <uint64_t>4 << (3 * index)
    if kind == M_PAIR:
        return <uint64_t>2 << (3 * index)
    if kind == M_MIXED:
        return <uint64_t>2 << (3 * index) | <uint64_t>1 << (3 * (place + NUMBERS - size))
    if kind != M_RUN:
        return <uint64_t>3 << (3 * index)
    if place < 8:
        word = <uint64_t>0o111 << (3 * place)
    elif place == 8:
        word = <uint64_t>1 << (3 * 1) | <uint64_t>1 << (3 * 6) | <uint64_t>1 << (3 * 9)
    else:
        word = <uint64_t>1 | <uint64_t>1 << (3 * 4) | <uint64_t>1 << (3 * 9)
    return word << (3 * size)
