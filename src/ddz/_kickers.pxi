"""Choices of several kickers: a part of `_legal.pyx`, compiled with it."""

cdef struct Choice:
    # The kickers that one body may take
    uint32_t[MAX_COPIES + 3] ranks  # ranks[n]: plain ranks that may give n kickers or more
    int unit        # cards of one kicker
    int black       # black jokers or pairs of them at most, in kickers
    int red
    bint not_all    # whether all of both are forbidden together


cdef inline void choose(
    const Packed* rules, const Ranks* q, int kind, int length, int start, Choice* c
) noexcept nogil:
    """The kickers for the body of `length` groups from rank `start`."""
    cdef uint32_t window = ((<uint32_t>1 << length) - 1) << start
    cdef uint32_t allowed = PLAIN & ~window
    cdef uint32_t beside = 0
    cdef int n
    c.unit = KICKER_CARDS[kind]
    if c.unit == 1 and length >= 2 and not rules.kick_adjacent:
        beside = (window << 1 | window >> 1) & CHAINED
    for n in range(1, rules.copies[kind] + 1):
        if n == GROUP[kind]:
            allowed &= ~beside
        c.ranks[n] = q.held[n * c.unit] & allowed
    c.ranks[rules.copies[kind] + 1] = c.ranks[rules.copies[kind] + 2] = 0
    c.black = c.red = 0
    if c.unit == 1 or rules.kick_joker_pair:
        c.black = min(<int>(q.hand >> (4 * BLACK)) & 3, rules.copies[kind] * c.unit) // c.unit
        c.red = min(<int>(q.hand >> (4 * RED)), rules.copies[kind] * c.unit) // c.unit
    c.not_all = (c.black and c.black * c.unit == rules.jokers
                 and c.red * c.unit == rules.jokers
                 and KICKERS[kind] * length < rules.kick_rocket_min)


cdef inline Py_ssize_t over(Py_ssize_t n, int k) noexcept nogil:
    """n choose k for k <= 5."""
    if n < k:
        return 0
    if k == 1:
        return n
    if k == 2:
        return n * (n - 1) // 2
    if k == 3:
        return n * (n - 1) * (n - 2) // 6
    if k == 4:
        return n * (n - 1) * (n - 2) * (n - 3) // 24
    return n * (n - 1) * (n - 2) * (n - 3) * (n - 4) // 120


cdef Py_ssize_t ways_of_many(const Choice* c, int n) noexcept nogil:
    """The number of multisets of n plain kickers: a product of polynomials, rank by rank."""
    cdef Py_ssize_t[MAX_KICKERS + 1] ways
    cdef Py_ssize_t more
    cdef int rank, most, i, k
    for i in range(n + 1):
        ways[i] = 0
    ways[0] = 1
    for rank in range(BLACK):
        most = 0
        while c.ranks[most + 1] >> rank & 1:
            most += 1
        if most == 0:
            continue
        for i in range(n, 0, -1):
            more = 0
            for k in range(1, min(most, i) + 1):
                more += ways[i - k]
            ways[i] += more
    return ways[n]


cdef inline Py_ssize_t ways(const Choice* c, int n) noexcept nogil:
    """The number of multisets of n plain kickers, by how the n split over ranks."""
    cdef Py_ssize_t a, b, d
    if n > 5:
        return ways_of_many(c, n)
    if n == 0:
        return 1
    a = popcount(c.ranks[1])
    if n == 1:
        return a
    b = popcount(c.ranks[2])
    if n == 2:
        return over(a, 2) + b
    d = popcount(c.ranks[3]) if b else 0
    if n == 3:
        return over(a, 3) + b * (a - 1) + d
    if n == 4:
        return (over(a, 4) + b * over(a - 1, 2) + over(b, 2) + d * (a - 1)
                + (popcount(c.ranks[4]) if d else 0))
    return (over(a, 5) + b * over(a - 1, 3) + over(b, 2) * (a - 2) + d * over(a - 1, 2)
            + d * (b - 1) + (popcount(c.ranks[4]) * (a - 1) if d else 0)
            + (popcount(c.ranks[5]) if d and c.ranks[4] else 0))


cdef inline Py_ssize_t most_choices(int n) noexcept nogil:
    """A bound of the number of multisets of n kickers that needs no hand."""
    if n == 2:
        return 15 * 16 // 2
    return 15 * 16 * 17 // 6 if n == 3 else 1 << 30


cdef inline Py_ssize_t count_choices(const Choice* c, int n) noexcept nogil:
    """The number of multisets of n kickers."""
    cdef Py_ssize_t found = 0
    cdef int red, black
    for red in range(min(c.red, n) + 1):
        for black in range(min(c.black, n - red) + 1):
            if not (c.not_all and red == c.red and black == c.black):
                found += ways(c, n - red - black)
    return found


cdef inline uint64_t* place_two(
    uint64_t* out, uint64_t base, const Choice* c, uint32_t last, int copies
) noexcept nogil:
    """`place` of two kickers: each but the lowest with all below it, then twice."""
    cdef uint32_t lower = c.ranks[1] & (last - 1)
    cdef uint32_t again = c.ranks[copies + 1] & last
    cdef uint32_t left = lower
    cdef uint32_t bit
    cdef uint64_t card
    cdef Py_ssize_t n = 0
    while left:
        bit = left & -left
        left ^= bit
        card = <uint64_t>c.unit << (4 * lowest(bit))
        each_of(out, base + card, lower, c.unit)  # those above it are waste
        out[n] = base + 2 * card
        out += n + (c.ranks[2] & bit != 0)
        n += 1
    if again:
        card = <uint64_t>c.unit << (4 * lowest(again))
        each_of(out, base + card, lower, c.unit)
        out[n] = base + 2 * card
        out += n + (c.ranks[copies + 2] & again != 0)
    return out


cdef uint64_t* place(
    uint64_t* out, uint64_t base, const Choice* c, uint32_t last, int copies, int n
) noexcept nogil:
    """Write `base` plus every n plain kickers no higher than `last`, in ascending order.

    `last` is the bit of the lowest rank chosen so far, chosen `copies` times.
    """
    cdef uint32_t lower = c.ranks[1] & (last - 1)
    cdef uint32_t again = c.ranks[copies + 1] & last
    cdef uint32_t bit
    if n == 1:
        return each_of(out, base, lower | again, c.unit)
    if n == 2:
        return place_two(out, base, c, last, copies)
    while lower:
        bit = lower & -lower
        lower ^= bit
        out = place(out, base + (<uint64_t>c.unit << (4 * lowest(bit))), c, bit, 1, n - 1)
    if again:
        out = place(
            out, base + (<uint64_t>c.unit << (4 * lowest(again))), c, again, copies + 1, n - 1)
    return out


cdef inline uint64_t* list_choices(
    uint64_t* out, uint64_t base, const Choice* c, int n
) noexcept nogil:
    """Write `base` plus every multiset of n kickers, in ascending order."""
    cdef int red, black
    cdef uint64_t jokers
    if n == 2 and c.black <= 1 and c.red <= 1:
        return list_twos(out, base, c)
    for red in range(min(c.red, n) + 1):
        for black in range(min(c.black, n - red) + 1):
            if c.not_all and red == c.red and black == c.black:
                continue
            jokers = (<uint64_t>(black * c.unit) << (4 * BLACK)
                      | <uint64_t>(red * c.unit) << (4 * RED))
            if red + black == n:
                out[0] = base + jokers
                out += 1
            else:
                out = place(out, base + jokers, c, <uint32_t>1 << BLACK, 0, n - red - black)
    return out


cdef inline uint64_t* list_twos(uint64_t* out, uint64_t base, const Choice* c) noexcept nogil:
    """`list_choices` of two with at most one kicker of each joker: no branch on what is held."""
    cdef uint64_t black = <uint64_t>c.unit << (4 * BLACK)
    cdef uint64_t red = <uint64_t>c.unit << (4 * RED)
    cdef Py_ssize_t n
    out = place_two(out, base, c, <uint32_t>1 << BLACK, 0)
    n = each_of(out, base + black, c.ranks[1], c.unit) - out
    out += n & -<Py_ssize_t>c.black
    each_of(out, base + red, c.ranks[1], c.unit)
    out += n & -<Py_ssize_t>c.red
    out[0] = base + black + red
    return out + (c.black & c.red & ~c.not_all & 1)
