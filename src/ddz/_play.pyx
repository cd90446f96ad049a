"""Many deals at once without the GIL: random games, tables stepped together, perft.

`ddz._games` checks types and makes the arrays for the first two.
"""

cimport cython
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from ddz._bits cimport NIBBLES, compress, lowest_of_word, popcount
from ddz._buffers cimport Buffer, Room, Words, grow
from ddz._core cimport word_of
from ddz._legal cimport FIXED_ROOM, list_leads
from ddz._packed cimport K_FOUR_TWO_SOLO, K_PAIR_CHAIN, K_SOLO_CHAIN, K_TRIO
from ddz._random cimport Random, random_below
from ddz._state cimport State, seed_random
from ddz._table cimport *

from ddz._state import State as _State
from ddz.errors import IllegalMoveError, Reason
from ddz.rules import RULES

# `play_out` is compiled twice as the lists of `_legal` are, and the loader picks one
cdef extern from * nogil:
    """
    typedef struct __pyx_t_3ddz_6_table_TableRules const *ddz_table_rules;
    typedef struct __pyx_t_3ddz_7_random_Random *ddz_random;
    typedef struct __pyx_t_3ddz_6_table_Table *ddz_table;
    typedef struct __pyx_t_3ddz_8_buffers_Room *ddz_room;
    DDZ_CLONES static int __pyx_f_3ddz_5_play_play_out(
        ddz_table_rules, ddz_random, ddz_table, ddz_room);
    """

cdef object CLASSIC = RULES["classic"]

cdef enum:
    PATIENCE = 1 << 10   # deals, or 1 << 16 nodes, between looks for an interrupt
    MAX_DEPTH = 4096     # no deal has as many actions


cdef inline Py_ssize_t actions_at(
    const TableRules* rules, const Table* t, Room* room, Py_ssize_t used
) noexcept nogil:
    """Write the legal actions after the `used` words; -1 if there is no memory."""
    cdef Py_ssize_t n = -1
    if room.size > used:
        n = table_actions(rules, t, room.words + used, room.size - used)
    if n < 0:
        n = used + table_count(rules, t) + 4 * FIXED_ROOM
        if grow(room, n + n // 2) < 0:
            return -1
        n = table_actions(rules, t, room.words + used, room.size - used)
    return n


# -- random games -------------------------------------------------------------------------------

cdef int begin(
    const TableRules* rules, Random* random, Table* t, bint play_only
) noexcept nogil:
    cdef FaceUp face_up
    table_deal(rules, random, t, &face_up)
    if play_only:
        table_start_play(rules, t, t.first)
    else:
        table_start(rules, t)
    return 0


# By eight bits of a mask and k: the place of the k-th bit, k from 1. Read-only after import
cdef uint8_t[256][9] NTH


cdef void fill_nth() noexcept:
    cdef int mask, place
    cdef int k
    for mask in range(256):
        k = 0
        for place in range(8):
            if (mask >> place) & 1:
                k += 1
                NTH[mask][k] = place


fill_nth()


cdef inline bint may_bomb(const TableRules* rules, uint64_t hand) noexcept nogil:
    """Whether a hand holds four equal cards or the rocket."""
    return (((hand >> 2 | hand >> 3) & NIBBLES) != 0
            or (rules.moves.rocket != 0 and hand >> 52 == rules.moves.rocket >> 52))


cdef inline uint64_t ranks_held(uint64_t hand, int n) noexcept nogil:
    """Bit 0 of each rank that a hand holds n times or more, n from 1 to 3."""
    cdef uint64_t more = hand >> 2 | hand >> 3
    if n == 1:
        more |= hand | hand >> 1
    elif n == 2:
        more |= hand >> 1
    else:
        more |= hand & hand >> 1
    return more & NIBBLES


cdef inline uint64_t simple_answer(
    const TableRules* rules, Random* random, const Table* t, int kind
) noexcept nogil:
    """PASS, or one of the solos, pairs or trios that beat one, without listing them."""
    cdef uint32_t ranks = compress(ranks_held(t.hands[t.seat], kind)) & rules.moves.bodies[kind]
    cdef uint32_t k, low, in_high
    ranks &= ~((<uint32_t>2 << (lowest_of_word(t.to_beat) >> 2)) - 1)
    k = random_below(random, <uint32_t>popcount(ranks) + 1)
    if k == 0:
        return 0
    low = <uint32_t>popcount(ranks & 0xFF)
    in_high = k > low
    ranks = NTH[ranks >> (8 * in_high) & 0xFF][k - (low & -in_high)] + 8 * in_high
    return <uint64_t>kind << 60 | <uint64_t>kind << (4 * ranks)


cdef inline int play_action(
    const TableRules* rules, Random* random, Table* t, Room* room
) noexcept nogil:
    """Do a random action; -1 if there is no memory.

    Most are answers by hands without a bomb: to a single rank, or to what needs three or four
    equal cards. Those need no list.
    """
    cdef int kind = <int>(t.to_beat >> 60)
    cdef uint64_t hand = t.hands[t.seat]
    cdef Py_ssize_t n = -1
    if kind and not may_bomb(rules, hand):
        if kind <= K_TRIO:
            apply_move(rules, t, simple_answer(rules, random, t, kind))
            return 0
        if (kind >= K_FOUR_TWO_SOLO or not (K_SOLO_CHAIN <= kind <= K_PAIR_CHAIN)
                and ranks_held(hand, 3) == 0):
            apply_move(rules, t, 0)
            return 0
    if t.phase != PHASE_PLAY:
        n = actions_at(rules, t, room, 0)
        if n > 0:
            table_apply(rules, t, room.words[random_below(random, <uint32_t>n)])
        return <int>n
    if kind == 0 and not rules.quota:
        n = list_leads(rules.moves, hand, room.words, room.size)
    if n < 0:
        n = actions_at(rules, t, room, 0)
    if n > 0:
        apply_move(rules, t, room.words[random_below(random, <uint32_t>n) if n > 1 else 0])
    return <int>n


cdef int play_out(
    const TableRules* rules, Random* random, Table* t, Room* room
) noexcept nogil:
    """Play at random to the end; return the number of actions, -1 if there is no memory."""
    cdef int plies = 0
    while t.phase < PHASE_REDEAL:
        if play_action(rules, random, t, room) < 0:
            return -1
        plies += 1
    return plies


def play_random(Py_ssize_t n, rules, seed, bint play_only, winners, scores, plies):
    """Play n deals.

    Args:
        winners: int8; becomes 0 for the landlord, 1 for the peasants, -1 if nobody won.
        scores: int64, one for each seat and deal.
        plies: int32; becomes the number of actions.
    """
    cdef PackedTable packed = packed_table(rules)
    cdef const TableRules* c = &packed.c
    cdef Buffer w = Buffer(winners, n, True)
    cdef Buffer s = Buffer(scores, n * c.players * sizeof(int64_t), True)
    cdef Buffer p = Buffer(plies, n * sizeof(int32_t), True)
    cdef int8_t* won = <int8_t*>w.view.buf
    cdef int64_t* points = <int64_t*>s.view.buf
    cdef int32_t* lengths = <int32_t*>p.view.buf
    cdef Random random
    cdef Table t
    cdef Room room
    cdef Py_ssize_t i
    cdef int length = 0
    seed_random(&random, seed)
    room.words = NULL
    room.size = 0
    try:
        with nogil:
            for i in range(n):
                begin(c, &random, &t, play_only)
                length = play_out(c, &random, &t, &room)
                if length < 0:
                    break
                lengths[i] = length
                won[i] = side_that_won(&t)
                table_scores(c, &t, points + i * c.players)
                if i % PATIENCE == 0:
                    with gil:
                        PyErr_CheckSignals()
    finally:
        free(room.words)
    if length < 0:
        raise MemoryError


cdef inline int8_t side_that_won(const Table* t) noexcept nogil:
    if t.ended == ENDED_NOT or t.ended >= ENDED_DRAWN:
        return -1
    return 0 if landlord_won(t) else 1


# -- tables stepped together ----------------------------------------------------------------------

cdef tuple REASONS = (
    None, Reason.OVER, Reason.NOT_OFFERED, Reason.MUST_LEAD, Reason.NOT_IN_HAND,
    Reason.NOT_A_COMBINATION, Reason.DOES_NOT_BEAT, Reason.OVER_QUOTA)


cdef inline bint holds(const uint64_t* words, Py_ssize_t n, uint64_t word) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(n):
        if words[i] == word:
            return True
    return False


@cython.final
@cython.no_gc_clear  # threads and finalizers may still use it while the collector runs
cdef class TableArray:
    """Tables in C. One thread at a time may use it: `Tables` has the lock."""

    cdef PackedTable packed
    cdef Table* tables
    cdef int64_t* starts     # of each table's actions in `listed`
    cdef Words listed        # what `legal` gave since the last step, or None
    cdef Random random
    cdef readonly object rules
    cdef readonly Py_ssize_t n
    cdef bint play_only

    def __cinit__(self, Py_ssize_t n, rules, seed, bint play_only):
        self.packed = packed_table(rules)
        self.rules = rules
        self.play_only = play_only
        seed_random(&self.random, seed)
        self.tables = <Table*>calloc(max(n, 1), sizeof(Table))
        self.starts = <int64_t*>calloc(n + 1, sizeof(int64_t))
        if self.tables is NULL or self.starts is NULL:
            raise MemoryError
        self.n = n
        self.deal(True)

    def __dealloc__(self):
        free(self.tables)
        free(self.starts)

    cdef Py_ssize_t deal(self, bint all_tables) except -1:
        """Deal at all tables, or at those that are over; return at how many."""
        cdef Py_ssize_t i
        cdef Py_ssize_t found = 0
        self.listed = None
        with nogil:
            for i in range(self.n):
                if all_tables or self.tables[i].phase >= PHASE_REDEAL:
                    begin(&self.packed.c, &self.random, &self.tables[i], self.play_only)
                    found += 1
                if i % PATIENCE == 0:
                    with gil:
                        PyErr_CheckSignals()
        return found

    def legal(self, offsets):
        """List the actions of every table; `offsets` (int64) becomes where each list begins."""
        cdef const TableRules* rules = &self.packed.c
        cdef Buffer o = Buffer(offsets, (self.n + 1) * sizeof(int64_t), True)
        cdef Words listed = Words()
        cdef Py_ssize_t i
        cdef Py_ssize_t n = 0
        listed.readonly = True
        self.listed = None
        with nogil:
            if grow(&listed.room, 2 * FIXED_ROOM + 24 * self.n) == 0:
                for i in range(self.n):
                    n = 0
                    if self.tables[i].phase < PHASE_REDEAL:
                        n = actions_at(rules, &self.tables[i], &listed.room, listed.n)
                        if n < 0:
                            break
                    listed.n += n
                    self.starts[i + 1] = listed.n
            else:
                n = -1
        if n < 0:
            raise MemoryError
        memcpy(o.view.buf, self.starts, (self.n + 1) * sizeof(int64_t))
        self.listed = listed
        return listed

    def step(self, words):
        """Do an action at every table that is not over; at all of them or, on an error, at none.

        Nobody else may write to the words meanwhile.
        """
        cdef const TableRules* rules = &self.packed.c
        cdef Buffer w = Buffer(words, self.n * sizeof(uint64_t))
        cdef const uint64_t* actions = <const uint64_t*>w.view.buf
        cdef const uint64_t* listed = NULL if self.listed is None else self.listed.room.words
        cdef Py_ssize_t i
        cdef int refused = 0
        with nogil:
            for i in range(self.n):
                if self.tables[i].phase < PHASE_REDEAL and not (listed is not NULL and holds(
                        listed + self.starts[i], self.starts[i + 1] - self.starts[i], actions[i])):
                    refused = table_refusal(rules, &self.tables[i], actions[i])
                    if refused:
                        break
            if not refused:
                for i in range(self.n):
                    if self.tables[i].phase < PHASE_REDEAL:
                        table_apply(rules, &self.tables[i], actions[i])
        if refused:
            raise IllegalMoveError(
                f"table {i}: the action {actions[i]:#x} is {REASONS[refused]}", REASONS[refused])
        self.listed = None

    def redeal(self):
        """Deal again at the tables that are over; return how many."""
        return self.deal(False)

    def read(self, str what, out):
        """Copy `hands`, `kitties` or `to_beat` (uint64), `scores` (int64), or small numbers
        (int8) to an array."""
        cdef int players = self.packed.c.players
        cdef Buffer o = Buffer(out, self.n * size_of(what, players), True)
        cdef uint64_t* words = <uint64_t*>o.view.buf
        cdef int8_t* small = <int8_t*>o.view.buf
        cdef Table* t
        cdef Py_ssize_t i
        for i in range(self.n):
            t = &self.tables[i]
            if what == "hands":
                memcpy(words + i * players, t.hands, players * sizeof(uint64_t))
            elif what == "kitties":
                words[i] = t.kitty
            elif what == "to_beat":
                words[i] = t.to_beat
            elif what == "scores":
                table_scores(&self.packed.c, t, <int64_t*>words + i * players)
            elif what == "seats":
                small[i] = t.seat
            elif what == "phases":
                small[i] = t.phase
            elif what == "landlords":
                small[i] = NO_SEAT if t.phase <= PHASE_SNATCH else t.landlord
            elif what == "winners":
                small[i] = side_that_won(t)


cdef Py_ssize_t size_of(str what, int players) except -1:
    """How many bytes a table has of what `TableArray.read` reads."""
    if what in ("hands", "scores"):
        return players * sizeof(uint64_t)
    return sizeof(uint64_t) if what in ("kitties", "to_beat") else 1


# -- perft ----------------------------------------------------------------------------------------

cdef struct Walk:
    const TableRules* rules
    Room room
    uint64_t leaves
    uint64_t nodes


cdef int walk(Walk* w, const Table* t, int depth, Py_ssize_t used) except -1 nogil:
    """Add up the leaves below a table; `used` words of the room hold the moves above it."""
    cdef Table child
    cdef Py_ssize_t i, n
    if depth == 0 or t.phase >= PHASE_REDEAL:
        w.leaves += 1
        return 0
    w.nodes += 1
    if w.nodes % (64 * PATIENCE) == 0:
        with gil:
            PyErr_CheckSignals()
    if depth == 1 and not bombs_spent(w.rules, t):
        w.leaves += table_count(w.rules, t)
        return 0
    n = actions_at(w.rules, t, &w.room, used)
    if n < 0:
        with gil:
            raise MemoryError
    for i in range(n):
        child = t[0]
        table_apply(w.rules, &child, w.room.words[used + i])
        walk(w, &child, depth - 1, used + n)
    return 0


def perft(position, depth, rules=None):
    """Count the leaves of the tree of actions: the oracle for engines of this game.

    Args:
        position: a State; or hands, of which the first leads, as `State.from_hands` takes them.
        depth: how many actions deep, 0 or more.
        rules: of hands: a Rules value; None = classic.

    Returns:
        The number of sequences of `depth` actions, where a deal that is over earlier counts once.

    Raises:
        DdzError: a negative depth; as `State.from_hands` raises it.
        TypeError: rules beside a State, which has its own.

    >>> [perft(["3344", "455", "667"], depth) for depth in range(1, 9)]
    [4, 9, 23, 29, 43, 97, 101, 119]
    """
    cdef State state
    cdef Walk w
    cdef int deep = min(word_of(depth, "a depth is an integer"), MAX_DEPTH)
    if isinstance(position, _State):
        if rules is not None:
            raise TypeError("a State has its own rules")
        state = position
    else:
        state = _State.from_hands(position, rules=CLASSIC if rules is None else rules, landlord=0)
    memset(&w, 0, sizeof(Walk))
    w.rules = &state.packed.c
    try:
        with nogil:
            walk(&w, &state.table, deep, 0)
    finally:
        free(w.room.words)
    return w.leaves
