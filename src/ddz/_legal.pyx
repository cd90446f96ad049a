# cython: cdivision=True
"""Legal moves: listing them in their order, and counting them.

A hand becomes masks of the ranks held once, twice, ... or more. The moves of one body are its
word plus one card (or pair) of each rank of a mask, and a table that maps eight bits of mask to
their unit cards writes them in whole rows, advancing by the number of bits: no branch a card.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc

from ddz._bits cimport (
    CARDS, NIBBLES, at_least, compress, lowest, lowest_of_word, popcount, popcount_word, runs,
    unlikely,
)
from ddz._packed cimport *
from ddz._reading cimport Shape, shape_of

# The four functions at the bottom are compiled twice, for any processor and for those with AVX2
# and BMI, and the loader picks one: the same wheel runs everywhere
cdef extern from * nogil:
    """
    /* Eight words, for the compiler to keep in vectors: `out` is nowhere in the tables */
    static inline void ddz_row(
        uint64_t *__restrict out, uint64_t base, uint64_t const *__restrict row, int shift) {
        for (int i = 0; i < 8; i++) out[i] = base + (row[i] << shift);
    }
    static inline void ddz_trios(
        uint64_t *__restrict out, uint64_t base, uint64_t const *__restrict row, int shift) {
        for (int i = 0; i < 8; i++) out[i] = base + (row[i] << shift | row[i] << (shift + 1));
    }
    #define DDZ_CLONED(name) DDZ_CLONES static Py_ssize_t __pyx_f_3ddz_6_legal_##name
    typedef struct __pyx_t_3ddz_7_packed_Packed const *ddz_rules;
    typedef struct __pyx_t_3ddz_8_reading_Shape const *ddz_shape;
    DDZ_CLONED(list_leads)(ddz_rules, uint64_t, uint64_t *, Py_ssize_t);
    DDZ_CLONED(count_leads)(ddz_rules, uint64_t);
    DDZ_CLONED(list_answers)(ddz_rules, uint64_t, uint64_t, ddz_shape, uint64_t *, Py_ssize_t);
    DDZ_CLONED(count_answers)(ddz_rules, uint64_t, uint64_t, ddz_shape);
    """
    void write_row "ddz_row"(uint64_t* out, uint64_t base, const uint64_t* row, int shift)
    void write_trios "ddz_trios"(uint64_t* out, uint64_t base, const uint64_t* row, int shift)

# Read-only after import
cdef uint64_t[256][8] UNITS      # by mask: one card of each rank of the mask, packed to the left
cdef uint8_t[256] BITS           # by mask: how many
# By size of the groups, by 16 * length + first place: the word of a chain without kickers
cdef uint64_t[5][304] CHAINS


cdef void _fill_tables() noexcept:
    cdef int mask, bit, size, start, length, place
    cdef uint64_t word
    for mask in range(256):
        BITS[mask] = 0
        for bit in range(8):
            UNITS[mask][bit] = 0
        for bit in range(8):
            if (mask >> bit) & 1:
                UNITS[mask][BITS[mask]] = <uint64_t>1 << (4 * bit)
                BITS[mask] += 1
    for size in range(1, 5):
        for length in range(19):
            for start in range(16):
                word = <uint64_t>(K_FOUR_CHAIN if size == 4 else K_SOLO_CHAIN + size - 1) << 60
                for place in range(start, min(start + length, LINE_PLACES)):
                    word += <uint64_t>size << (4 * ((place + ACE) % 13))
                CHAINS[size][16 * length + start] = word


_fill_tables()


cdef struct Ranks:
    uint64_t hand
    uint32_t[16] held   # held[n]: the ranks held n times or more, for n up to `deepest`


cdef inline void look(const Packed* rules, uint64_t hand, Ranks* q) noexcept nogil:
    cdef uint64_t one = hand
    cdef uint64_t two = hand >> 1
    cdef uint64_t four = (hand >> 2) | (hand >> 3)
    cdef int n
    q.hand = hand
    q.held[1] = compress(one | two | four)
    q.held[2] = compress(two | four)
    q.held[3] = compress((one & two) | four)
    q.held[4] = compress(four)
    for n in range(5, rules.deepest + 1):
        q.held[n] = at_least(hand, n)


cdef inline uint32_t on_line(const Packed* rules, uint32_t ranks) noexcept nogil:
    """Ranks as places of the line A 2 3 ... K A; without a wheel its first two are not used."""
    cdef uint32_t line = (ranks & CHAINED) << LINE_THREE
    if rules.wheel:
        line |= ((ranks >> TWO) & 1) << 1 | ((ranks >> ACE) & 1)
    return line


# -- one card or pair of each rank of a mask ------------------------------------------------

cdef inline uint64_t* each_of(
    uint64_t* out, uint64_t base, uint32_t ranks, int unit
) noexcept nogil:
    """Write `base` plus 1 or 2 (`unit`) cards of each rank, lowest first.

    Whole rows are written: up to 16 words, of which those after the last rank are waste.
    """
    cdef const uint64_t* low = UNITS[ranks & 0xFF]
    cdef const uint64_t* high = UNITS[ranks >> 8]
    # Shifts by constants: by others, compilers take such rows apart
    if unit == 1:
        write_row(out, base, low, 0)
        write_row(out + BITS[ranks & 0xFF], base, high, 32)
    else:
        write_row(out, base, low, 1)
        write_row(out + BITS[ranks & 0xFF], base, high, 33)
    return out + BITS[ranks & 0xFF] + BITS[ranks >> 8]


include "_kickers.pxi"


cdef void mark_bodies(
    uint64_t* first, uint64_t* end, int kind, int length, int start
) noexcept nogil:
    """Note in each word how many possible bodies lie above the one from `start`."""
    cdef int size = GROUP[kind]
    cdef uint32_t exact
    cdef uint64_t cards, differ
    while first < end:
        cards = first[0] & CARDS
        differ = cards ^ (NIBBLES * <uint64_t>size)
        exact = compress(~(differ | differ >> 1 | differ >> 2 | differ >> 3))
        exact &= PLAIN if length == 1 else CHAINED
        first[0] |= <uint64_t>popcount(runs(exact, length) >> (start + 1)) << 54
        first += 1


# -- the kinds --------------------------------------------------------------------------------

cdef inline uint32_t one_kicker(const Packed* rules, const Ranks* q, int kind) noexcept nogil:
    """The ranks that may be the only kicker of a trio."""
    if kind == K_TRIO_SOLO:
        return q.held[1]
    return q.held[2] & (0x7FFF if rules.kick_joker_pair else PLAIN)


cdef inline uint32_t starts_of(
    const Packed* rules, const Ranks* q, int kind, int length
) noexcept nogil:
    """The lowest ranks of the bodies of a kind with kickers that are in the hand."""
    if length == 1:
        return q.held[GROUP[kind]] & rules.bodies[kind]
    return (runs(q.held[GROUP[kind]] & CHAINED, length)
            & (rules.starts[kind][length] >> LINE_THREE))


cdef uint64_t* list_kicked(
    const Packed* rules, const Ranks* q, int kind, int length, uint32_t starts,
    uint64_t* out, const uint64_t* end
) noexcept nogil:
    """The moves with several kickers from the given starts; NULL if there is no room."""
    cdef uint64_t base
    cdef uint64_t* first
    cdef Choice c
    cdef int start
    cdef int n = KICKERS[kind] * length
    while starts:
        start = lowest(starts)
        starts &= starts - 1
        choose(rules, q, kind, length, start, &c)
        if (end - out < most_choices(n) + FIXED_ROOM
                and end - out < count_choices(&c, n) + FIXED_ROOM):
            return NULL
        base = <uint64_t>kind << 60 | (
            ((NIBBLES >> (64 - 4 * length)) * <uint64_t>GROUP[kind]) << (4 * start))
        first = out
        out = list_choices(out, base, &c, n)
        if rules.many_bodies[kind]:
            mark_bodies(first, out, kind, length, start)
    return out


cdef Py_ssize_t count_kicked(
    const Packed* rules, const Ranks* q, int kind, int length, uint32_t starts
) noexcept nogil:
    cdef Py_ssize_t found = 0
    cdef Choice c
    while starts:
        choose(rules, q, kind, length, lowest(starts), &c)
        starts &= starts - 1
        found += count_choices(&c, KICKERS[kind] * length)
    return found


cdef inline uint32_t chain_starts(
    const Packed* rules, const Ranks* q, int kind, int length, uint32_t run
) noexcept nogil:
    """Of the runs in the hand, by first place, those that are chains by the rules."""
    run &= rules.starts[kind][length]
    if length == LINE_PLACES and run:
        # A stands at both ends
        if (q.hand >> (4 * ACE) & 15) < <uint64_t>(2 * GROUP[kind]):
            return 0
    return run


cdef inline uint64_t four_lengths(
    const Packed* rules, const Ranks* q, int kind, int length, uint32_t line, uint32_t* run
) noexcept nogil:
    """The chains of four lengths from `length` up, 16 bits each: one loop for all of them.

    `run` holds the runs of length - 1 and becomes those of length + 3.
    """
    cdef uint64_t one = run[0] & line >> (length - 1)
    cdef uint64_t two = one & line >> length
    cdef uint64_t three = two & line >> (length + 1)
    cdef uint64_t four = three & line >> (length + 2)
    cdef uint64_t chains = (one | two << 16 | three << 32 | four << 48) & rules.chains[kind][length]
    run[0] = <uint32_t>four
    if unlikely(rules.both_ends) and LINE_PLACES - length < 4:
        # A stands at both ends
        if (q.hand >> (4 * ACE) & 15) < <uint64_t>(2 * GROUP[kind]):
            chains &= ~(<uint64_t>0xFFFF << (16 * (LINE_PLACES - length)))
    return chains


cdef inline uint64_t* list_chain(
    int kind, int length, uint64_t chains, uint64_t* out, int block
) noexcept nogil:
    """Write chains of `length` (bits 0 to 15), of length + 1 (bits 16 to 31) and so on.

    They are written `block` at a time, the waste included: how many there are is hard to predict.
    """
    cdef const uint64_t* words = CHAINS[GROUP[kind]] + 16 * length
    cdef uint64_t* end = out + popcount_word(chains)
    cdef int i
    while True:
        for i in range(block):
            out[i] = words[lowest_of_word(chains | <uint64_t>1 << 63)]
            chains &= chains - 1
        if chains == 0:
            return end
        out += block


cdef inline uint64_t* list_chains(
    const Packed* rules, const Ranks* q, int kind, uint64_t* out
) noexcept nogil:
    """Every chain without kickers of one kind."""
    cdef int length = rules.shortest[kind]
    cdef uint32_t line = on_line(rules, q.held[GROUP[kind]])
    cdef uint32_t run = runs(line, length - 1)
    while run and length <= LINE_PLACES:
        out = list_chain(
            kind, length, four_lengths(rules, q, kind, length, line, &run), out,
            6 if kind == K_SOLO_CHAIN else 4)
        length += 4
    return out


cdef inline Py_ssize_t count_chains(
    const Packed* rules, const Ranks* q, int kind
) noexcept nogil:
    cdef int length = rules.shortest[kind]
    cdef uint32_t line = on_line(rules, q.held[GROUP[kind]])
    cdef uint32_t run = runs(line, length - 1)
    cdef Py_ssize_t found = 0
    while run and length <= LINE_PLACES:
        found += popcount_word(four_lengths(rules, q, kind, length, line, &run))
        length += 4
    return found


cdef inline uint64_t* list_bare_trios(uint64_t* out, uint32_t trios) noexcept nogil:
    """Trios without a kicker, in whole rows as `each_of` writes them."""
    write_trios(out, <uint64_t>K_TRIO << 60, UNITS[trios & 0xFF], 0)
    out += BITS[trios & 0xFF]
    write_trios(out, <uint64_t>K_TRIO << 60, UNITS[trios >> 8], 32)
    return out + BITS[trios >> 8]


cdef inline uint64_t* list_trios(
    const Packed* rules, const Ranks* q, int kind, uint32_t trios, uint64_t* out
) noexcept nogil:
    """Trios with one kicker."""
    cdef uint32_t kickers = one_kicker(rules, q, kind)
    cdef uint32_t bit
    while trios:
        bit = trios & -trios
        trios ^= bit
        out = each_of(
            out, <uint64_t>kind << 60 | <uint64_t>3 << (4 * lowest(bit)), kickers & ~bit,
            KICKER_CARDS[kind])
    return out


cdef struct Bar:
    # What a bomb must beat: bombs of `size` above `rank` do, and all larger ones
    int size
    int rank
    bint rocket   # whether the rocket does


cdef inline Bar bar_of(const Packed* rules, uint64_t to_beat, const Shape* shape) noexcept nogil:
    cdef Bar bar
    bar.size = 4
    bar.rank = -1
    bar.rocket = True
    if shape.kind == K_BOMB:
        bar.size = <int>(to_beat >> (4 * shape.rank)) & 15
        bar.rank = shape.rank
        bar.rocket = bar.size <= rules.rocket_over
    elif shape.kind == K_ROCKET:
        bar.size = rules.rocket_over + 1
        bar.rocket = False
    return bar


cdef inline int most_bomb_cards(const Packed* rules, uint64_t hand, int rank) noexcept nogil:
    return min(<int>(hand >> (4 * rank)) & 15, rules.max_bomb)


cdef inline bint holds_rocket(const Packed* rules, uint64_t hand) noexcept nogil:
    return rules.rocket != 0 and hand >> (4 * BLACK) == rules.rocket >> (4 * BLACK)


cdef uint64_t* list_bombs(
    const Packed* rules, const Ranks* q, Bar bar, uint64_t* out
) noexcept nogil:
    """The bombs over the bar, then the rocket."""
    cdef uint32_t fours = q.held[4] & PLAIN
    cdef int rank, n
    while fours:
        rank = lowest(fours)
        fours &= fours - 1
        for n in range(bar.size + (rank <= bar.rank), most_bomb_cards(rules, q.hand, rank) + 1):
            out[0] = <uint64_t>K_BOMB << 60 | <uint64_t>n << (4 * rank)
            out += 1
    if bar.rocket and holds_rocket(rules, q.hand):
        out[0] = <uint64_t>K_ROCKET << 60 | rules.rocket
        out += 1
    return out


cdef Py_ssize_t count_bombs(const Packed* rules, const Ranks* q, Bar bar) noexcept nogil:
    cdef uint32_t fours = q.held[4] & PLAIN
    cdef Py_ssize_t found = 1 if bar.rocket and holds_rocket(rules, q.hand) else 0
    cdef int rank
    while fours:
        rank = lowest(fours)
        fours &= fours - 1
        found += max(0, most_bomb_cards(rules, q.hand, rank) + 1 - bar.size - (rank <= bar.rank))
    return found


# -- leads --------------------------------------------------------------------------------------

cdef inline Bar no_bar() noexcept nogil:
    cdef Bar bar
    bar.size = 4
    bar.rank = -1
    bar.rocket = True
    return bar


cdef inline int longest_run(uint32_t ranks) noexcept nogil:
    """The most ranks of a mask in a row."""
    cdef int length = 0
    while ranks:
        ranks &= ranks >> 1
        length += 1
    return length


cdef inline uint64_t* list_all_kicked(
    const Packed* rules, const Ranks* q, int kind, int longest,
    uint64_t* out, const uint64_t* end
) noexcept nogil:
    """The moves of a kind with several kickers, up to `longest` groups; NULL: no room."""
    cdef int length
    cdef uint32_t starts
    for length in range(1 if GROUP[kind] == 4 else 2, longest + 1):
        starts = starts_of(rules, q, kind, length)
        if starts:
            out = list_kicked(rules, q, kind, length, starts, out, end)
            if out is NULL:
                break
    return out


cdef inline Py_ssize_t count_all_kicked(
    const Packed* rules, const Ranks* q, int kind, int longest
) noexcept nogil:
    cdef int length
    cdef uint32_t starts
    cdef Py_ssize_t found = 0
    for length in range(1 if GROUP[kind] == 4 else 2, longest + 1):
        starts = starts_of(rules, q, kind, length)
        if starts:
            found += count_kicked(rules, q, kind, length, starts)
    return found


cdef inline int longest_four(const Packed* rules, const Ranks* q) noexcept nogil:
    """The most quads of one body; a quad of twos is one."""
    if rules.shortest[<int>K_FOUR_CHAIN] > LINE_PLACES:
        return 1
    return max(1, longest_run(q.held[4] & CHAINED))


cdef Py_ssize_t list_leads(
    const Packed* rules, uint64_t hand, uint64_t* out, Py_ssize_t room
) noexcept nogil:
    """Write every lead, in order; return their number, -1 if there is not enough room."""
    cdef Ranks q
    cdef const uint64_t* end = out + room
    cdef uint64_t* p = out
    cdef uint32_t trios
    cdef int longest
    if room < FIXED_ROOM:
        return -1
    look(rules, hand, &q)
    p = each_of(p, <uint64_t>K_SOLO << 60, q.held[1] & rules.bodies[<int>K_SOLO], 1)
    p = each_of(p, <uint64_t>K_PAIR << 60, q.held[2] & rules.bodies[<int>K_PAIR], 2)
    p = list_bare_trios(p, q.held[3] & rules.bodies[<int>K_TRIO])
    p = list_trios(rules, &q, K_TRIO_SOLO, q.held[3] & rules.bodies[<int>K_TRIO_SOLO], p)
    p = list_trios(rules, &q, K_TRIO_PAIR, q.held[3] & rules.bodies[<int>K_TRIO_PAIR], p)
    p = list_chains(rules, &q, K_SOLO_CHAIN, p)
    p = list_chains(rules, &q, K_PAIR_CHAIN, p)
    trios = q.held[3] & CHAINED
    if trios & trios >> 1:
        p = list_chains(rules, &q, K_TRIO_CHAIN, p)
        longest = longest_run(trios)
        p = list_all_kicked(rules, &q, K_TRIO_SOLO_CHAIN, longest, p, end)
        if p is NULL:
            return -1
        p = list_all_kicked(rules, &q, K_TRIO_PAIR_CHAIN, longest, p, end)
        if p is NULL:
            return -1
    if q.held[4] & PLAIN:
        longest = longest_four(rules, &q)
        p = list_all_kicked(rules, &q, K_FOUR_TWO_SOLO, longest, p, end)
        if p is NULL:
            return -1
        p = list_all_kicked(rules, &q, K_FOUR_TWO_PAIR, longest, p, end)
        if p is NULL:
            return -1
    p = list_bombs(rules, &q, no_bar(), p)
    if rules.shortest[<int>K_FOUR_CHAIN] <= LINE_PLACES:
        p = list_chains(rules, &q, K_FOUR_CHAIN, p)
    return p - out


cdef Py_ssize_t count_leads(const Packed* rules, uint64_t hand) noexcept nogil:
    """The number of leads."""
    cdef Ranks q
    cdef Py_ssize_t found
    cdef uint32_t trios
    cdef int longest
    look(rules, hand, &q)
    found = popcount(q.held[1] & rules.bodies[<int>K_SOLO])
    found += popcount(q.held[2] & rules.bodies[<int>K_PAIR])
    found += popcount(q.held[3] & rules.bodies[<int>K_TRIO])
    trios = q.held[3]
    if trios:
        # the trio's own rank is among its possible kickers
        found += (popcount(trios & rules.bodies[<int>K_TRIO_SOLO])
                  * (popcount(one_kicker(rules, &q, K_TRIO_SOLO)) - 1))
        found += (popcount(trios & rules.bodies[<int>K_TRIO_PAIR])
                  * (popcount(one_kicker(rules, &q, K_TRIO_PAIR)) - 1))
        found += count_chains(rules, &q, K_TRIO_CHAIN)
    found += count_chains(rules, &q, K_SOLO_CHAIN)
    found += count_chains(rules, &q, K_PAIR_CHAIN)
    trios &= CHAINED
    if trios & trios >> 1:
        longest = longest_run(trios)
        found += count_all_kicked(rules, &q, K_TRIO_SOLO_CHAIN, longest)
        found += count_all_kicked(rules, &q, K_TRIO_PAIR_CHAIN, longest)
    if q.held[4] & PLAIN:
        longest = longest_four(rules, &q)
        found += count_all_kicked(rules, &q, K_FOUR_TWO_SOLO, longest)
        found += count_all_kicked(rules, &q, K_FOUR_TWO_PAIR, longest)
    found += count_bombs(rules, &q, no_bar())
    found += count_chains(rules, &q, K_FOUR_CHAIN)
    return found


# -- answers ------------------------------------------------------------------------------------

cdef inline uint32_t higher_ranks(int rank) noexcept nogil:
    return ~((<uint32_t>2 << rank) - 1)


cdef inline uint32_t higher_starts(
    const Packed* rules, const Ranks* q, const Shape* to_beat
) noexcept nogil:
    """The first places of the chains without kickers that beat one of their kind."""
    cdef uint32_t run = runs(on_line(rules, q.held[GROUP[to_beat.kind]]), to_beat.length)
    cdef int start = to_beat.rank + LINE_THREE - to_beat.length + 1
    run &= ~((<uint32_t>2 << start) - 1)
    return chain_starts(rules, q, to_beat.kind, to_beat.length, run)


cdef inline uint32_t higher_bodies(
    const Packed* rules, const Ranks* q, const Shape* to_beat
) noexcept nogil:
    """The lowest ranks of the bodies that beat one of their kind with kickers."""
    return (starts_of(rules, q, to_beat.kind, to_beat.length)
            & higher_ranks(to_beat.rank - to_beat.length + 1))


cdef Py_ssize_t list_answers(
    const Packed* rules, uint64_t hand, uint64_t to_beat, const Shape* shape,
    uint64_t* out, Py_ssize_t room
) noexcept nogil:
    """Write PASS and every move that beats `to_beat`, in order, as `list_leads` does."""
    cdef Ranks q
    cdef const uint64_t* end = out + room
    cdef uint64_t* p = out
    cdef uint32_t higher = higher_ranks(shape.rank)
    cdef int kind = shape.kind
    if room < FIXED_ROOM:
        return -1
    look(rules, hand, &q)
    p[0] = 0
    p += 1
    if kind == K_SOLO or kind == K_PAIR:
        p = each_of(p, <uint64_t>kind << 60, q.held[kind] & rules.bodies[kind] & higher, kind)
    elif kind == K_TRIO:
        p = list_bare_trios(p, q.held[3] & rules.bodies[kind] & higher)
    elif kind == K_TRIO_SOLO or kind == K_TRIO_PAIR:
        p = list_trios(rules, &q, kind, q.held[3] & rules.bodies[kind] & higher, p)
    elif K_SOLO_CHAIN <= kind <= K_TRIO_CHAIN:
        p = list_chain(kind, shape.length, higher_starts(rules, &q, shape), p, 4)
    elif K_TRIO_SOLO_CHAIN <= kind <= K_FOUR_TWO_PAIR:
        p = list_kicked(rules, &q, kind, shape.length, higher_bodies(rules, &q, shape), p, end)
        if p is NULL:
            return -1
    p = list_bombs(rules, &q, bar_of(rules, to_beat, shape), p)
    if kind == K_FOUR_CHAIN:
        p = list_chain(kind, shape.length, higher_starts(rules, &q, shape), p, 4)
    return p - out


cdef Py_ssize_t count_answers(
    const Packed* rules, uint64_t hand, uint64_t to_beat, const Shape* shape
) noexcept nogil:
    """The number of answers, PASS among them."""
    cdef Ranks q
    cdef uint32_t higher = higher_ranks(shape.rank)
    cdef int kind = shape.kind
    cdef Py_ssize_t found = 1
    look(rules, hand, &q)
    if K_SOLO <= kind <= K_TRIO:
        found += popcount(q.held[kind] & rules.bodies[kind] & higher)
    elif kind == K_TRIO_SOLO or kind == K_TRIO_PAIR:
        found += (popcount(q.held[3] & rules.bodies[kind] & higher)
                  * (popcount(one_kicker(rules, &q, kind)) - 1))
    elif K_SOLO_CHAIN <= kind <= K_TRIO_CHAIN or kind == K_FOUR_CHAIN:
        found += popcount(higher_starts(rules, &q, shape))
    elif K_TRIO_SOLO_CHAIN <= kind <= K_FOUR_TWO_PAIR:
        found += count_kicked(
            rules, &q, kind, shape.length, higher_bodies(rules, &q, shape))
    return found + count_bombs(rules, &q, bar_of(rules, to_beat, shape))


# -- both ---------------------------------------------------------------------------------------

cdef Py_ssize_t list_words(
    const Packed* rules, uint64_t hand, uint64_t to_beat, uint64_t* out, Py_ssize_t room
) noexcept nogil:
    """Write the legal moves in order; return their number, or -1 if there is not enough room.

    FIXED_ROOM more words than moves are always enough. Hand and move fit the deck; `to_beat` is
    0 for leads.
    """
    cdef Shape shape
    if to_beat == 0:
        return list_leads(rules, hand, out, room)
    shape = shape_of(to_beat)
    return list_answers(rules, hand, to_beat, &shape, out, room)


cdef Py_ssize_t count_words(
    const Packed* rules, uint64_t hand, uint64_t to_beat
) noexcept nogil:
    """The number of legal moves."""
    cdef Shape shape
    if to_beat == 0:
        return count_leads(rules, hand)
    shape = shape_of(to_beat)
    return count_answers(rules, hand, to_beat, &shape)


cdef uint64_t* list_somewhere(
    const Packed* rules, uint64_t hand, uint64_t to_beat,
    uint64_t* out, Py_ssize_t room, Py_ssize_t* n
) noexcept nogil:
    """Write the legal moves to `out`, or to memory that the caller must free if they are many.

    Returns where they are, NULL if there is no memory.
    """
    n[0] = list_words(rules, hand, to_beat, out, room)
    if n[0] >= 0:
        return out
    room = count_words(rules, hand, to_beat) + FIXED_ROOM
    out = NULL
    while n[0] < 0:
        free(out)
        out = <uint64_t*>malloc(room * sizeof(uint64_t))
        if out is NULL:
            break
        n[0] = list_words(rules, hand, to_beat, out, room)
        room *= 2  # a count that is too low must not become a length
    return out
