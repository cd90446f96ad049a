"""The verbs over arrays of words, in loops without the GIL.

`ddz.batch` checks types and makes the arrays; here arrays are C-contiguous buffers of uint64
unless said otherwise.
"""

cimport cython
from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from ddz._bits cimport CARDS, total, within
from ddz._buffers cimport Buffer, Words, grow
from ddz._core cimport Hand, Move, MoveList, check_deck, hand_word, list_for, move_word
from ddz._legal cimport (
    FIXED_ROOM, count_answers, count_leads, count_words, list_answers, list_leads, list_somewhere,
)
from ddz._packed cimport Packed, PackedRules, packed
from ddz._reading cimport MAX_READINGS, Shape, beats_word, power, readings, shape_of
from ddz._wordmap cimport WordMap, map_expect, map_fill, map_find, map_free

from ddz.errors import DdzError, shown

cdef enum:
    STACK_WORDS = 4096
    MAX_TABLE = 1 << 17   # moves
    AHEAD = 8             # how many items early the loops begin to load what is known of one


def words_in(values, kind, what):
    """The words of a sequence of values that have one: Hands, Moves, Tiles."""
    cdef Words words = Words()
    for item in values:  # a length may lie
        if words.n == words.room.size and grow(&words.room, 2 * words.n + 64) < 0:
            raise MemoryError
        if type(item) is not kind:
            raise TypeError(
                f"position {words.n}: {what} must be {kind.__name__} objects or an array, "
                f"not {shown(item)}")
        if kind is Move:
            words.room.words[words.n] = (<Move>item).word
        elif kind is Hand:
            words.room.words[words.n] = (<Hand>item).word
        else:
            words.room.words[words.n] = int(item)
        words.n += 1
    return words


# -- what is known of each card set -------------------------------------------------------------

cdef enum:
    # A card set's strongest reading in one number, from bit 0: the kind, the body (as in words),
    # the cards, the rank, the strength of a bomb or the rocket, the length
    BODY = 4
    CARDS_OF = 6
    RANK = 12
    STRENGTH = 16
    LENGTH = 24


@cython.final
cdef class Readings:
    """The strongest reading of every card set of a rule set, by a hash of the cards."""

    cdef WordMap known

    def __cinit__(self, PackedRules rules not None, MoveList moves not None):
        cdef uint64_t[MAX_READINGS] found
        cdef uint64_t* sets = <uint64_t*>malloc(max(moves.n, 1) * sizeof(uint64_t))
        cdef int64_t* traits = <int64_t*>malloc(max(moves.n, 1) * sizeof(int64_t))
        cdef uint64_t word
        cdef Shape shape
        cdef Py_ssize_t i
        try:
            if sets is NULL or traits is NULL:
                raise MemoryError
            for i in range(moves.n):
                word = moves.data[i]
                shape = shape_of(word)
                readings(&rules.c, word & CARDS, found)  # the map wants distinct sets
                sets[i] = word & CARDS if found[0] == word else 0
                traits[i] = (
                    shape.kind | (word >> 54 & 3) << BODY | total(word & CARDS) << CARDS_OF
                    | shape.rank << RANK | power(&rules.c, word, shape.kind) << STRENGTH
                    | shape.length << LENGTH)
            map_fill(&self.known, sets, traits, moves.n)
        finally:
            free(sets)
            free(traits)

    def __dealloc__(self):
        map_free(&self.known)


cdef Readings strongest(PackedRules rules):
    """The table of a rule set, made once; None if it has too many moves."""
    found = rules.kept.get("readings")
    if found is None:
        found = False
        if count_words(&rules.c, rules.c.deck, 0) <= MAX_TABLE:
            found = Readings(rules, list_for(rules, rules.c.deck, 0))
        found = rules.kept.setdefault("readings", found)
    return found or None


cdef inline uint64_t reading_of(uint64_t cards, int64_t traits) noexcept nogil:
    return (<uint64_t>traits & 15) << 60 | (<uint64_t>traits >> BODY & 3) << 54 | cards


cdef inline int64_t traits_of(const WordMap* known, uint64_t word) noexcept nogil:
    """What is known of a word, -1 if it is not the strongest reading of its cards."""
    cdef uint64_t cards = word & CARDS
    cdef int64_t traits = map_find(known, cards)
    return traits if reading_of(cards, traits) == word else -1


cdef inline Shape shape_in(const WordMap* known, uint64_t word) noexcept nogil:
    """`shape_of`, from the table if there is one and it has the word."""
    cdef Shape shape
    cdef int64_t traits = traits_of(known, word) if known else -1
    if traits == -1:
        return shape_of(word)
    shape.kind = traits & 15
    shape.rank = traits >> RANK & 15
    shape.length = <int>(traits >> LENGTH)
    return shape


cdef inline bint beats_known(int64_t traits, int64_t other) noexcept nogil:
    """`beats_word` of two moves by their traits."""
    cdef int strength = (traits >> STRENGTH) & 255
    cdef int other_strength = (other >> STRENGTH) & 255
    cdef bint alike = (
        ((traits ^ other) & (15 | 63 << CARDS_OF)) == 0
        and (traits & (15 << RANK)) > (other & (15 << RANK)))
    return strength > other_strength or (strength == other_strength == 0 and alike)


# -- checking -----------------------------------------------------------------------------------

cdef const WordMap* map_of(Readings table) noexcept:
    return NULL if table is None else &table.known


cdef int check_positions(
    PackedRules rules, const uint64_t* hands, const uint64_t* bars, Py_ssize_t n
) except -1:
    """Refuse the first hand or move that is none or above the deck, with its position."""
    cdef Readings table = None if bars is NULL else strongest(rules)
    cdef const WordMap* known = map_of(table)
    cdef uint64_t deck = rules.c.deck
    cdef Py_ssize_t i
    cdef Py_ssize_t bad = -1
    with nogil:
        for i in range(n):
            if not within(hands[i], deck):
                bad = i
                break
        if bars is not NULL:
            for i in range(n if bad < 0 else bad):
                if known and i + AHEAD < n:
                    map_expect(known, bars[i + AHEAD] & CARDS)
                if shape_in(known, bars[i]).kind < 0 or not within(bars[i] & CARDS, deck):
                    bad = i
                    break
    if bad >= 0:
        refuse(rules, hands, bars, bad)
    return 0


cdef int refuse(
    PackedRules rules, const uint64_t* hands, const uint64_t* bars, Py_ssize_t bad
) except -1:
    """Raise what the verb on one position raises, with the position."""
    try:
        if hands is not NULL:
            check_deck(rules, hand_word(hands[bad]))
        if bars is not NULL:
            check_deck(rules, move_word(bars[bad], rules))
    except DdzError as error:
        raise DdzError(f"position {bad}: {error}") from error
    raise AssertionError(f"position {bad} is refused without a reason")


# -- the verbs ----------------------------------------------------------------------------------

cdef struct Positions:
    # Checked positions
    const Packed* rules
    const WordMap* known    # of the rules, or NULL
    const uint64_t* hands
    const uint64_t* bars    # the moves to beat, or NULL
    Py_ssize_t n


cdef Positions checked(PackedRules rules, Buffer hands, Buffer to_beat):
    cdef Positions at
    cdef Readings table = None if to_beat is None else strongest(rules)
    at.rules = &rules.c
    at.known = map_of(table)
    at.hands = <const uint64_t*>hands.view.buf
    at.bars = NULL
    if to_beat is not None:
        at.bars = <const uint64_t*>to_beat.view.buf
    at.n = hands.view.len // sizeof(uint64_t)
    check_positions(rules, at.hands, at.bars, at.n)
    return at


cdef inline uint64_t bar_at(const Positions* at, Py_ssize_t i, Shape* shape) noexcept nogil:
    """The move to beat, and its shape."""
    if at.bars is NULL or at.bars[i] == 0:
        return 0
    if at.known and i + AHEAD < at.n:
        map_expect(at.known, at.bars[i + AHEAD] & CARDS)
    shape[0] = shape_in(at.known, at.bars[i])
    return at.bars[i]


cdef inline Py_ssize_t list_at(
    const Positions* at, Py_ssize_t i, uint64_t* out, Py_ssize_t room
) noexcept nogil:
    cdef Shape shape
    cdef uint64_t bar = bar_at(at, i, &shape)
    if bar == 0:
        return list_leads(at.rules, at.hands[i], out, room)
    return list_answers(at.rules, at.hands[i], bar, &shape, out, room)


cdef inline Py_ssize_t count_at(const Positions* at, Py_ssize_t i) noexcept nogil:
    cdef Shape shape
    cdef uint64_t bar = bar_at(at, i, &shape)
    if bar == 0:
        return count_leads(at.rules, at.hands[i])
    return count_answers(at.rules, at.hands[i], bar, &shape)


def list_all(rules, hands, to_beat, offsets):
    """List the moves of every position.

    Args:
        to_beat: as long as `hands`, or None for leads.
        offsets: int64, one longer than `hands`; becomes where each list begins.

    Returns:
        Words.
    """
    cdef Buffer h = Buffer(hands)
    cdef Buffer b = None if to_beat is None else Buffer(to_beat, h.view.len)
    cdef Buffer o = Buffer(offsets, h.view.len + sizeof(int64_t), True)
    cdef Positions at = checked(packed(rules), h, b)
    cdef Words words = Words()
    cdef int64_t* starts = <int64_t*>o.view.buf
    cdef Py_ssize_t i, n
    cdef int failed = 0
    with nogil:
        failed = grow(&words.room, 2 * FIXED_ROOM + 64 * at.n)
        starts[0] = 0
        i = 0
        while i < at.n and not failed:
            n = list_at(&at, i, words.room.words + words.n, words.room.size - words.n)
            if n < 0:
                n = count_at(&at, i) + FIXED_ROOM
                failed = grow(&words.room, words.room.size + words.room.size // 2 + n)
                continue
            words.n += n
            i += 1
            starts[i] = words.n
        if not failed:
            failed = grow(&words.room, max(words.n, 1))
    if failed:
        raise MemoryError
    return words


def list_into(rules, hands, to_beat, offsets, out):
    """The same into a caller's array of uint64; return how many words there are.

    If that is more than the array holds, its contents are undefined.
    """
    cdef Buffer h = Buffer(hands)
    cdef Buffer b = None if to_beat is None else Buffer(to_beat, h.view.len)
    cdef Buffer o = Buffer(offsets, h.view.len + sizeof(int64_t), True)
    cdef Buffer w = Buffer(out, -1, True)
    cdef Positions at = checked(packed(rules), h, b)
    cdef uint64_t* words = <uint64_t*>w.view.buf
    cdef Py_ssize_t room = w.view.len // sizeof(uint64_t)
    cdef int64_t* starts = <int64_t*>o.view.buf
    cdef Py_ssize_t i, n
    cdef Py_ssize_t used = 0
    cdef int failed = 0
    with nogil:
        starts[0] = 0
        for i in range(at.n):
            n = list_at(&at, i, words + used, room - used) if used < room else -1
            if n < 0:
                n = list_at_the_end(&at, i, words + used, room - used)
                if n < 0:
                    failed = 1
                    break
            used += n
            starts[i + 1] = used
    if failed:
        raise MemoryError
    return used


cdef Py_ssize_t list_at_the_end(
    const Positions* at, Py_ssize_t i, uint64_t* out, Py_ssize_t room
) noexcept nogil:
    """List where there is no slack; without room for the moves count them. -1: no memory."""
    cdef uint64_t[STACK_WORDS] stack
    cdef Py_ssize_t n
    cdef uint64_t* moves = list_somewhere(
        at.rules, at.hands[i], at.bars[i] if at.bars else 0, stack, STACK_WORDS, &n)
    if moves is NULL:
        return -1
    if n <= room:
        memcpy(out, moves, n * sizeof(uint64_t))
    if moves != stack:
        free(moves)
    return n


def count_all(rules, hands, to_beat, out):
    """Count the moves of every position into an array of int64."""
    cdef Buffer h = Buffer(hands)
    cdef Buffer b = None if to_beat is None else Buffer(to_beat, h.view.len)
    cdef Buffer o = Buffer(out, h.view.len, True)
    cdef Positions at = checked(packed(rules), h, b)
    cdef int64_t* counts = <int64_t*>o.view.buf
    cdef Py_ssize_t i
    with nogil:
        for i in range(at.n):
            counts[i] = count_at(&at, i)


def classify_all(rules, cards, out):
    """Write the strongest reading of every card set to an array of uint64, 0 if there is none."""
    cdef PackedRules p = packed(rules)
    cdef Buffer c = Buffer(cards)
    cdef Buffer o = Buffer(out, c.view.len, True)
    cdef Py_ssize_t n = c.view.len // sizeof(uint64_t)
    cdef const uint64_t* sets = <const uint64_t*>c.view.buf
    cdef uint64_t* words = <uint64_t*>o.view.buf
    cdef uint64_t[MAX_READINGS] found
    cdef Readings table = strongest(p)
    cdef const WordMap* known = map_of(table)
    cdef int64_t traits
    cdef Py_ssize_t i
    check_positions(p, sets, NULL, n)
    with nogil:
        for i in range(n):
            if known is NULL:
                words[i] = found[0] if readings(&p.c, sets[i], found) else 0
                continue
            if i + AHEAD < n:
                map_expect(known, sets[i + AHEAD])
            traits = map_find(known, sets[i])
            words[i] = 0 if traits == -1 else reading_of(sets[i], traits)


def beats_all(rules, moves, others, out):
    """Write whether each move beats the other to an array of bool.

    Words that are no moves are found on the way: after an error the array means nothing.
    """
    cdef PackedRules p = packed(rules)
    cdef Buffer m = Buffer(moves)
    cdef Buffer t = Buffer(others, m.view.len)
    cdef Py_ssize_t n = m.view.len // sizeof(uint64_t)
    cdef Buffer o = Buffer(out, n, True)
    cdef const uint64_t* words = <const uint64_t*>m.view.buf
    cdef const uint64_t* bars = <const uint64_t*>t.view.buf
    cdef uint8_t* won = <uint8_t*>o.view.buf
    cdef Readings table = strongest(p)
    cdef const WordMap* known = map_of(table)
    cdef int64_t traits, other
    cdef Py_ssize_t i
    cdef Py_ssize_t bad = -1
    with nogil:
        for i in range(n):
            traits = other = -1
            if known:
                if i + AHEAD < n:
                    map_expect(known, words[i + AHEAD] & CARDS)
                    map_expect(known, bars[i + AHEAD] & CARDS)
                traits = traits_of(known, words[i])
                other = traits_of(known, bars[i])
            if traits >= 0 and other >= 0:
                won[i] = beats_known(traits, other)
            elif shape_of(words[i]).kind < 0 or shape_of(bars[i]).kind < 0:
                bad = i
                break
            else:
                won[i] = beats_word(&p.c, words[i], bars[i])
    if bad >= 0:
        refuse(p, NULL, bars if shape_of(words[bad]).kind >= 0 else words, bad)
