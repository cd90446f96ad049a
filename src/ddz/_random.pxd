"""Random numbers in C: xoshiro256**, seeded by splitmix64. The same on every platform for ever."""

from libc.stdint cimport int64_t, uint32_t, uint64_t

cdef extern from * nogil:
    """
    /* The high word of a product; the low one is left in x. */
    static inline uint64_t ddz_scale(uint64_t* x, uint64_t n) {
        unsigned __int128 product = (unsigned __int128)*x * n;
        *x = (uint64_t)product;
        return (uint64_t)(product >> 64);
    }
    """
    uint64_t scale "ddz_scale"(uint64_t* x, uint64_t n)

cdef struct Random:
    uint64_t[4] s


cdef inline uint64_t split(uint64_t* x) noexcept nogil:
    """The next number of splitmix64."""
    cdef uint64_t z
    x[0] += <uint64_t>0x9E3779B97F4A7C15
    z = x[0]
    z = (z ^ (z >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    z = (z ^ (z >> 27)) * <uint64_t>0x94D049BB133111EB
    return z ^ (z >> 31)


cdef inline void random_mix(Random* r, uint64_t seed) noexcept nogil:
    """Take 64 bits of a seed in; the first time `r` is all 0."""
    cdef int i
    cdef uint64_t x = seed
    for i in range(4):
        x ^= r.s[i]
        r.s[i] = split(&x)


cdef inline uint64_t random_next(Random* r) noexcept nogil:
    """64 random bits."""
    cdef uint64_t five = r.s[1] * 5
    cdef uint64_t result = (five << 7 | five >> 57) * 9
    cdef uint64_t shifted = r.s[1] << 17
    r.s[2] ^= r.s[0]
    r.s[3] ^= r.s[1]
    r.s[1] ^= r.s[2]
    r.s[0] ^= r.s[3]
    r.s[2] ^= shifted
    r.s[3] = r.s[3] << 45 | r.s[3] >> 19
    return result


cdef inline uint32_t random_below(Random* r, uint32_t n) noexcept nogil:
    """A number from 0 to n - 1, each as likely; n is not 0."""
    cdef uint64_t left = random_next(r)
    cdef uint64_t found = scale(&left, n)
    cdef uint64_t least
    if left < n:
        least = <uint64_t>(-<int64_t>n) % n
        while left < least:
            left = random_next(r)
            found = scale(&left, n)
    return <uint32_t>found


cdef inline void shuffle(Random* r, uint64_t* items, int size, int n) noexcept nogil:
    """Move n of the items, drawn at random, to the front.

    Four draws share 64 random bits: the product of their numbers is far below 2**64, and the
    remainders that would make some results likelier are drawn again.
    """
    cdef uint64_t[4] places
    cdef uint64_t left, product, item
    cdef int i, k, many
    i = 0
    while i < n:
        many = min(4, n - i)
        product = 1
        for k in range(many):
            product *= <uint64_t>(size - i - k)
        while True:
            left = random_next(r)
            for k in range(many):
                places[k] = scale(&left, <uint64_t>(size - i - k))
            if left >= product or left >= <uint64_t>(-<int64_t>product) % product:
                break
        for k in range(many):
            item = items[i + k + <int>places[k]]
            items[i + k + <int>places[k]] = items[i + k]
            items[i + k] = item
        i += many
