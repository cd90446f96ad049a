"""Many whole deals in one call, without the GIL.

`ddz.zipai._deals` checks types and makes the arrays.
"""

cimport cython
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint32_t, uint64_t

from ddz._random cimport Random, random_below
from ddz._state cimport seed_random
from ddz.zipai._action cimport action_of
from ddz.zipai._state cimport State
from ddz.zipai._table cimport *
from ddz.zipai._words cimport *

from ddz.errors import IllegalMoveError, Reason

cdef enum:
    PATIENCE = 1 << 12   # deals between looks for an interrupt


cdef inline int bond(const TableRules* rules, uint64_t hand, int tile) noexcept nogil:
    """How much a tile has to do with the others in hand: melds that lack one tile, or two."""
    cdef const HuRules* hu = rules.hu
    cdef uint64_t one = <uint64_t>1 << (3 * tile)
    cdef uint64_t others, held
    cdef int i, meld, strength = 3 * (count_of(hand, tile) - 1)
    hand -= one
    held = (hand | hand >> 1) & ONES
    for i in range(hu.n_options[tile]):
        meld = hu.options[tile][i]
        if meld_kind(meld) == M_RUN:
            others = hu.words[meld] - one
            strength += (held & others) != 0
            strength += 4 * ((held & others) == others)
        elif meld_kind(meld) == M_MIXED:
            others = hu.words[meld] - one
            strength += (held & (others | others >> 1)) != 0
            strength += 4 * within(others, hand)
    return strength


cdef inline uint32_t loosest(
    const TableRules* rules, Random* random, const Table* t, const uint32_t* options, int n
) noexcept nogil:
    """The discard of the tile that has least to do with the others, one of them at random."""
    cdef uint64_t hand = t.seats[t.seat].hand
    cdef uint32_t chosen = options[0]
    cdef int i, strength, least = 1000, equal = 0
    for i in range(n):
        strength = bond(rules, hand, options[i] >> 8)
        if strength < least:
            least = strength
            chosen = options[i]
            equal = 1
        elif strength == least:
            equal += 1
            if random_below(random, equal) == 0:
                chosen = options[i]
    return chosen


cdef inline uint32_t choose(
    const TableRules* rules, Random* random, const Table* t, bint greedy
) noexcept nogil:
    """A random legal action; a greedy seat wins, claims what it may, and keeps what fits."""
    cdef uint32_t[MAX_ACTIONS] options
    cdef int n = table_options(rules, t, options)
    if not greedy:
        return options[random_below(random, n)]
    if t.stage == STAGE_DISCARD:
        return loosest(rules, random, t, options, n)
    return options[random_below(random, n - 1)] if n > 2 else options[0]


@cython.boundscheck(False)
@cython.wraparound(False)
def play_deals(
    rules, seed, bint greedy, int dealer, int8_t[::1] dealers, int8_t[::1] ends,
    int8_t[::1] winners, int16_t[::1] hu, int64_t[:, ::1] scores, int32_t[::1] plies,
    int8_t[::1] replaced
):
    """Play as many deals as the arrays are long; the dealers follow from the deals before."""
    cdef PackedTable packed = table_rules(rules)
    cdef const TableRules* c = &packed.c
    cdef Random random
    cdef Table t
    cdef Py_ssize_t i
    seed_random(&random, seed)
    with nogil:
        for i in range(ends.shape[0]):
            if i % PATIENCE == PATIENCE - 1:
                with gil:
                    PyErr_CheckSignals()
            table_deal(c, &random, dealer, &t)
            dealers[i] = dealer
            table_begin(c, &t, NULL)
            replaced[i] = t.replaced
            plies[i] = 0
            while t.stage != STAGE_OVER:
                table_play(c, &t, choose(c, &random, &t, greedy), NULL)
                plies[i] += 1
            ends[i] = t.how
            winners[i] = t.winner
            hu[i] = t.hu
            table_scores(c, &t, &scores[i, 0])
            dealer = next_dealer(c, &t)
    return dealer


def choose_action(State state not None, rng, bint greedy):
    """Return an action such as `random_deals` chooses, with a seed or a `random.Random`."""
    cdef Random random
    if state.table.stage == STAGE_OVER:
        raise IllegalMoveError("the deal is over", Reason.OVER)
    seed_random(&random, rng)
    return action_of(choose(&state.packed.c, &random, &state.table, greedy))
