"""Random numbers in C: xoshiro256**, seeded by splitmix64. The same on every platform for ever."""

from libc.stdint cimport uint32_t, uint64_t

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
    cdef uint64_t product = (random_next(r) >> 32) * n
    cdef uint32_t least
    if <uint32_t>product < n:
        least = <uint32_t>(-n) % n
        while <uint32_t>product < least:
            product = (random_next(r) >> 32) * n
    return <uint32_t>(product >> 32)
