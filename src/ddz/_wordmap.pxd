"""A read-only hash table from words to numbers."""

from libc.stdint cimport int64_t, uint64_t
from libc.stdlib cimport calloc, free

cdef extern from * nogil:
    """
    #define DDZ_GOLDEN 0x9E3779B97F4A7C15ULL  /* 2^64 divided by the golden ratio */
    """
    const uint64_t GOLDEN "DDZ_GOLDEN"
    void prefetch "__builtin_prefetch"(const void* address)

cdef struct Slot:
    uint64_t word    # 0 = empty: PASS is never a key
    int64_t value

cdef struct WordMap:
    Slot* slots
    int shift        # 64 less the bits of the number of slots


cdef inline int map_fill(
    WordMap* map, const uint64_t* words, const int64_t* values, Py_ssize_t n
) except -1 nogil:
    """Give n distinct words their values, or their places if there are none; 0 is left out."""
    cdef Py_ssize_t i
    cdef uint64_t slot
    map.shift = 63
    while (<uint64_t>1 << (64 - map.shift)) < <uint64_t>(2 * n):
        map.shift -= 1
    map.slots = <Slot*>calloc(<size_t>1 << (64 - map.shift), sizeof(Slot))
    if map.slots is NULL:
        with gil:
            raise MemoryError
    for i in range(n):
        if words[i]:
            slot = home(map, words[i])
            while map.slots[slot].word:
                slot = (slot + 1) & ((<uint64_t>1 << (64 - map.shift)) - 1)
            map.slots[slot].word = words[i]
            map.slots[slot].value = values[i] if values else i
    return 0


cdef inline uint64_t home(const WordMap* map, uint64_t word) noexcept nogil:
    """The slot where the search for a word begins, and mostly ends."""
    return (word * GOLDEN) >> map.shift


cdef inline int64_t map_find(const WordMap* map, uint64_t word) noexcept nogil:
    """The value of a word, -1 if it has none."""
    cdef uint64_t slot = home(map, word)
    while map.slots[slot].word != word:
        if map.slots[slot].word == 0:
            return -1
        slot = (slot + 1) & ((<uint64_t>1 << (64 - map.shift)) - 1)
    return map.slots[slot].value if word else -1


cdef inline void map_free(WordMap* map) noexcept nogil:
    free(map.slots)


cdef inline void map_expect(const WordMap* map, uint64_t word) noexcept nogil:
    """Begin to load what `map_find` will look at."""
    prefetch(map.slots + home(map, word))


cdef inline void map_expect_value(const WordMap* map, uint64_t word) noexcept nogil:
    """Begin to load what the value of a word, an address, mostly points to."""
    prefetch(<const void*>map.slots[home(map, word)].value)
