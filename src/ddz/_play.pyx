"""Many deals at once without the GIL: random games, tables stepped together, perft.

`ddz._games` checks types and makes the arrays for the first two.
"""

cimport cython
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int8_t, int32_t, int64_t, uint64_t
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memset

from ddz._batch cimport Array
from ddz._core cimport word_of
from ddz._legal cimport FIXED_ROOM, count_words
from ddz._random cimport Random, random_below
from ddz._state cimport State, seed_random
from ddz._table cimport *

from ddz._state import State as _State
from ddz.errors import DdzError
from ddz.rules import RULES

cdef object CLASSIC = RULES["classic"]

cdef enum:
    PATIENCE = 1 << 10   # deals, or 1 << 16 nodes, between looks for an interrupt


cdef struct Room:
    # Words that grow as they are needed
    uint64_t* words
    Py_ssize_t size


cdef int grow(Room* room, Py_ssize_t size) noexcept nogil:
    """Make room for so many words; -1 if there is no memory."""
    cdef void* words = realloc(room.words, size * sizeof(uint64_t))
    if words is NULL:
        return -1
    room.words = <uint64_t*>words
    room.size = size
    return 0


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


cdef int play_out(
    const TableRules* rules, Random* random, Table* t, Room* room
) noexcept nogil:
    """Play at random to the end; return the number of actions, -1 if there is no memory."""
    cdef int plies = 0
    cdef Py_ssize_t n
    while t.phase < PHASE_REDEAL:
        n = actions_at(rules, t, room, 0)
        if n < 0:
            return -1
        table_apply(rules, t, room.words[random_below(random, <uint32_t>n)])
        plies += 1
    return plies


def play_random(rules, seed, bint play_only, winners, scores, plies):
    """Play as many deals as `winners` is long.

    Args:
        winners: int8; becomes 0 for the landlord, 1 for the peasants, -1 if nobody won.
        scores: int64, one for each seat and deal.
        plies: int32; becomes the number of actions.
    """
    cdef PackedTable packed = packed_table(rules)
    cdef const TableRules* c = &packed.c
    cdef Array w = Array(winners, True)
    cdef Array s = Array(scores, True)
    cdef Array p = Array(plies, True)
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
            for i in range(w.view.len):
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
