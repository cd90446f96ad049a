# cython: cdivision=True
"""What cards are: the readings of a card set, the shape of a word, and which word beats which.

A move's word holds the cards as 4-bit counts, its kind in bits 60-63 and in bits 54-55 its
body: how many possible bodies of that kind lie above this one in the same cards.
"""

from libc.stdint cimport uint32_t, uint64_t

from ddz._bits cimport (
    CARDS, LIMITS, NIBBLES, at_least, compress, highest, lowest, popcount, runs,
    total, within,
)
from ddz._packed cimport *


cdef inline uint64_t spread(uint64_t cards) noexcept nogil:
    """One card of each rank that is held."""
    return (cards | cards >> 1 | cards >> 2 | cards >> 3) & NIBBLES


cdef inline uint32_t exactly(uint64_t cards, int n) noexcept nogil:
    """The mask of ranks held exactly n > 0 times."""
    return compress(~spread(cards ^ (NIBBLES * <uint64_t>n)))


cdef inline uint64_t groups(int length, int start, int size) noexcept nogil:
    """The cards of `length` groups of `size` from rank `start` up."""
    return ((NIBBLES >> (64 - 4 * length)) * <uint64_t>size) << (4 * start)


cdef inline int cards_a_group(int kind) noexcept nogil:
    return GROUP[kind] + KICKERS[kind] * KICKER_CARDS[kind]


cdef bint hand_fits(uint64_t word) noexcept nogil:
    """Whether a word is a hand: at most 12 of a rank, 3 of a joker, no other bits."""
    return (word & ~CARDS) == 0 and within(word, LIMITS)


cdef bint sum_fits(uint64_t word, uint64_t other) noexcept nogil:
    """Whether two hands together are a hand."""
    # a count that overflows its four bits shows in a smaller sum
    return hand_fits(word + other) and within(word, word + other)


cdef struct Run:
    int size    # cards a place, 0 = the cards are no run
    int length
    int start   # its first place on the line A 2 3 ... K A


cdef Run run_of(uint64_t cards) noexcept nogil:
    """The cards as equally many of consecutive places; of two possible runs the higher."""
    cdef Run run
    cdef uint64_t each = spread(cards)
    cdef uint32_t ranks = compress(each)
    cdef uint32_t low
    run.size = run.length = run.start = 0
    if ranks == 0 or ranks & JOKERS:
        return run
    cdef uint64_t size = (cards >> (4 * lowest(ranks))) & 15
    if size > 4:
        return run
    if cards == size * each:
        run.length = popcount(ranks)
        if not ranks >> TWO:
            if ranks >> lowest(ranks) != (<uint32_t>1 << run.length) - 1:
                return run
            run.start = lowest(ranks) + LINE_THREE
        elif ranks == PLAIN:
            run.start = 1
        else:
            low = ranks & (CHAINED >> 1)
            if low == 0 or low & (low + 1):
                return run
            run.start = 1 - <int>((ranks >> ACE) & 1)
    elif ranks == PLAIN and cards == size * each + (size << (4 * ACE)):
        run.length = 14
    else:
        return run
    run.size = <int>size
    return run


cdef inline uint32_t bodies_in(uint64_t cards, int kind, int length) noexcept nogil:
    """The lowest ranks of the possible bodies of a kind with kickers, whatever the rules."""
    cdef uint32_t starts = runs(
        exactly(cards, GROUP[kind]) & (PLAIN if length == 1 else CHAINED), length)
    cdef uint32_t odd
    if KICKER_CARDS[kind] == 2:
        odd = compress(cards)
        if GROUP[kind] == 4:
            return starts if odd == 0 else 0
        # pairs leave the trios as the only odd counts
        if odd == 0 or odd >> lowest(odd) != (<uint32_t>1 << length) - 1:
            return 0
        starts &= 1 << lowest(odd)
    return starts


cdef inline int nth_highest(uint32_t mask, int n) noexcept nogil:
    """The (n+1)-th highest bit of a mask, -1 if there is none."""
    while n and mask:
        mask ^= <uint32_t>1 << highest(mask)
        n -= 1
    return highest(mask) if mask else -1


cdef Shape shape_of(uint64_t word) noexcept nogil:
    cdef Shape shape
    cdef Run run
    cdef int kind = <int>(word >> 60)
    cdef int body = <int>(word >> 54) & 3
    cdef uint64_t cards = word & CARDS
    cdef uint32_t ranks = compress(spread(cards))
    cdef int n = total(cards)
    cdef int start
    cdef bint good = False
    shape.length = 1
    shape.rank = highest(ranks) if ranks else -1
    shape.kind = -1
    if not hand_fits(cards):
        return shape
    if KICKERS[kind]:
        shape.length = n // cards_a_group(kind)
        if n == 0 or n % cards_a_group(kind) or shape.length > 12:
            return shape
        if shape.length == 1 and kind in (K_TRIO_SOLO_CHAIN, K_TRIO_PAIR_CHAIN):
            return shape
        if shape.length > 1 and kind in (K_TRIO_SOLO, K_TRIO_PAIR):
            return shape
        start = nth_highest(bodies_in(cards, kind, shape.length), body)
        shape.rank = start + shape.length - 1
        good = start >= 0
    elif body:
        pass
    elif GROUP[kind] and kind >= K_SOLO_CHAIN:
        run = run_of(cards)
        shape.length = run.length
        shape.rank = run.start + run.length - 1 - LINE_THREE
        good = run.size == GROUP[kind] and run.length >= 2
        if run.start < LINE_THREE:
            good = good and kind in (K_SOLO_CHAIN, K_PAIR_CHAIN)
    elif kind == K_PASS:
        good = n == 0
    elif kind == K_ROCKET:
        good = ranks == JOKERS and (cards >> 52) % 0x11 == 0
    elif popcount(ranks) == 1:
        if kind == K_BOMB:
            good = n >= 4 and ranks < JOKERS & -JOKERS
        else:
            good = n == GROUP[kind] and (kind != K_TRIO or ranks < JOKERS & -JOKERS)
    if good:
        shape.kind = kind
    return shape


cdef inline int top_of(uint64_t word, int kind) noexcept nogil:
    """The rank of a word that is a move."""
    cdef uint64_t cards = word & CARDS
    cdef uint32_t ranks
    cdef Run run
    cdef int length
    if KICKERS[kind]:
        length = total(cards) // cards_a_group(kind)
        return length - 1 + nth_highest(
            bodies_in(cards, kind, length), <int>(word >> 54) & 3)
    ranks = compress(spread(cards))
    if ranks >> TWO and kind in (K_SOLO_CHAIN, K_PAIR_CHAIN):
        run = run_of(cards)
        return run.start + run.length - 1 - LINE_THREE
    return highest(ranks)


cdef uint64_t body_of(uint64_t word) noexcept nogil:
    """The cards of the body of a word that is a move."""
    cdef int kind = <int>(word >> 60)
    cdef int length
    if not KICKERS[kind]:
        return word & CARDS
    length = total(word & CARDS) // cards_a_group(kind)
    return groups(length, top_of(word, kind) - length + 1, GROUP[kind])


cdef bint precedes(uint64_t word, uint64_t other) noexcept nogil:
    """The order of moves: by kind, length, rank, kickers."""
    cdef int kind = <int>(word >> 60)
    cdef int n, m
    if kind != <int>(other >> 60):
        return kind < <int>(other >> 60)
    if GROUP[kind]:  # a bomb's length is 1 whatever its size
        n = total(word & CARDS)
        m = total(other & CARDS)
        if n != m:
            return n < m
    if kind != K_PASS:
        n = top_of(word, kind)
        m = top_of(other, kind)
        if n != m:
            return n < m
    return (word & CARDS) < (other & CARDS)


cdef int power(const Packed* rules, uint64_t word, int kind) noexcept nogil:
    """The strength of a bomb or the rocket, 0 of any other kind."""
    if kind == K_BOMB:
        return total(word & CARDS) * 16 + top_of(word, kind)
    if kind == K_ROCKET:
        return rules.rocket_over * 16 + 15
    return 0


cdef bint beats_word(const Packed* rules, uint64_t word, uint64_t other) noexcept nogil:
    """Whether one move beats another; both are the shape of a move."""
    cdef int kind = <int>(word >> 60)
    cdef int other_kind = <int>(other >> 60)
    cdef int strength
    if kind == K_PASS or other_kind == K_PASS:
        return kind != K_PASS
    strength = power(rules, word, kind)
    if strength or other_kind in (K_BOMB, K_ROCKET):
        return strength > power(rules, other, other_kind)
    return (kind == other_kind and total(word & CARDS) == total(other & CARDS)
            and top_of(word, kind) > top_of(other, kind))


cdef inline bint kickers_legal(
    const Packed* rules, int kind, int length, int start, uint64_t kickers
) noexcept nogil:
    """Whether kickers, of the right number and none of a rank of the body, obey the rules."""
    cdef int unit = KICKER_CARDS[kind]
    cdef uint32_t window = ((<uint32_t>1 << length) - 1) << start
    if at_least(kickers, rules.copies[kind] * unit + 1):
        return False
    if kickers >> (4 * BLACK):
        if unit == 2 and not rules.kick_joker_pair:
            return False
        if (kickers >> (4 * BLACK) == rules.rocket >> (4 * BLACK)
                and KICKERS[kind] * length < rules.kick_rocket_min):
            return False
    if unit == 1 and length >= 2 and not rules.kick_adjacent:
        if at_least(kickers, GROUP[kind]) & (window << 1 | window >> 1) & CHAINED:
            return False
    return True


cdef int read_kind(
    const Packed* rules, uint64_t cards, int n, int kind, uint64_t* out
) noexcept nogil:
    """The readings of cards as one kind with kickers, highest body first.

    Without rules: every body that is one in some rule set.
    """
    cdef int length = n // cards_a_group(kind)
    cdef int found = 0
    cdef int body = 0
    cdef int start
    cdef uint32_t starts, bodies
    cdef uint64_t kickers
    if n % cards_a_group(kind) or length > 12:
        return 0
    if rules is NULL:
        starts = PLAIN
    elif length == 1:
        starts = rules.bodies[kind]
    else:
        starts = rules.starts[kind][length] >> LINE_THREE
    if starts == 0:
        return 0
    bodies = bodies_in(cards, kind, length)
    while bodies and body < 4:
        start = highest(bodies)
        bodies ^= <uint32_t>1 << start
        if (starts >> start) & 1:
            kickers = cards - groups(length, start, GROUP[kind])
            if rules is NULL or kickers_legal(rules, kind, length, start, kickers):
                out[found] = <uint64_t>kind << 60 | <uint64_t>body << 54 | cards
                found += 1
        body += 1
    return found


cdef int bare_kind(const Packed* rules, uint64_t cards, int n) noexcept nogil:
    """The kind of cards without kickers, 0 if they are none."""
    cdef uint32_t ranks = compress(spread(cards))
    cdef int kind
    cdef Run run
    if popcount(ranks) == 1:
        if n >= 4:
            return K_BOMB if ranks & PLAIN and (rules is NULL or n <= rules.max_bomb) else 0
        kind = K_SOLO + n - 1
        if rules is NULL:
            return kind if n < 3 or ranks & PLAIN else 0
        return kind if rules.bodies[kind] & ranks else 0
    if ranks == JOKERS:
        if rules is NULL:
            return K_ROCKET if (cards >> 52) % 0x11 == 0 else 0
        return K_ROCKET if cards == rules.rocket else 0
    run = run_of(cards)
    if run.size == 0:
        return 0
    kind = K_FOUR_CHAIN if run.size == 4 else K_SOLO_CHAIN + run.size - 1
    if rules is NULL:
        return kind if run.size < 3 or run.start >= LINE_THREE else 0
    return kind if (rules.starts[kind][run.length] >> run.start) & 1 else 0


cdef int readings(const Packed* rules, uint64_t cards, uint64_t* out) noexcept nogil:
    """Every reading of cards that the deck holds, longest body first, then the higher rank.

    `out` has room for MAX_READINGS words. No cards read as PASS. `rules` NULL: every move that
    the cards are under some rules.
    """
    cdef int n = total(cards)
    cdef int found = 0
    cdef int kind
    if n == 0:
        out[0] = 0
        return 1
    if rules is not NULL and n > rules.max_cards:
        return 0
    kind = bare_kind(rules, cards, n)
    if kind:
        out[0] = <uint64_t>kind << 60 | cards
        found = 1
    # The bodies are 3/4, 2/3, 3/5 and 1/2 of the cards
    found += read_kind(rules, cards, n, K_TRIO_SOLO if n == 4 else K_TRIO_SOLO_CHAIN, out + found)
    found += read_kind(rules, cards, n, K_FOUR_TWO_SOLO, out + found)
    found += read_kind(rules, cards, n, K_TRIO_PAIR if n == 5 else K_TRIO_PAIR_CHAIN, out + found)
    found += read_kind(rules, cards, n, K_FOUR_TWO_PAIR, out + found)
    return found
