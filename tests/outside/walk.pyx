# cython: language_level=3
"""Loops in C over `ddz`, as another package would write them: every hand of n cards, summed."""

from libc.stdint cimport uint64_t
from libc.stdlib cimport free, malloc

from ddz._core cimport Hand
from ddz._legal cimport count_words, list_words
from ddz._packed cimport Packed, PackedRules, packed

import time

cdef enum:
    ROOM = 1 << 16

cdef struct Sums:
    uint64_t hands
    uint64_t leads
    uint64_t squares
    uint64_t most
    uint64_t differing  # hands of which count and list disagree


cdef void walk(
    const Packed* rules, uint64_t hand, int rank, int left, uint64_t* out, Sums* sums
) noexcept nogil:
    cdef int most = <int>(rules.deck >> (4 * rank)) & 15
    cdef int after = 0
    cdef int i, n
    cdef uint64_t leads
    if left == 0:
        leads = count_words(rules, hand, 0)
        sums.hands += 1
        sums.leads += leads
        sums.squares += leads * leads
        sums.most = max(sums.most, leads)
        if out is not NULL and list_words(rules, hand, 0, out, ROOM) != <Py_ssize_t>leads:
            sums.differing += 1
        return
    if rank > 14:
        return
    for i in range(rank + 1, 15):
        after += <int>(rules.deck >> (4 * i)) & 15
    for n in range(max(0, left - after), min(most, left) + 1):
        walk(rules, hand | <uint64_t>n << (4 * rank), rank + 1, left - n, out, sums)


def sums(rules, Hand start, int rank, int cards, bint check):
    """Sum over every hand that adds `cards` cards of ranks from `rank` up to `start`.

    Returns:
        hands, leads, sum of squares, the most leads, and (with `check`) of how many hands the
        list is not as long as the count.
    """
    cdef PackedRules p = packed(rules)
    cdef Sums s
    cdef uint64_t* out = NULL
    s.hands = s.leads = s.squares = s.most = s.differing = 0
    if check:
        out = <uint64_t*>malloc(ROOM * sizeof(uint64_t))
        if out is NULL:
            raise MemoryError
    with nogil:
        walk(&p.c, start.word, rank, cards, out, &s)
    free(out)
    return s.hands, s.leads, s.squares, s.most, s.differing


def lead_loop(rules, hands, int rounds):
    """List the leads of each hand `rounds` times in one buffer.

    Args:
        hands: a sequence of Hands.

    Returns:
        CPU seconds of the best round, and the number of moves in a round.
    """
    cdef PackedRules p = packed(rules)
    cdef Py_ssize_t n = len(hands)
    cdef Py_ssize_t i, moves = 0
    cdef uint64_t* words = <uint64_t*>malloc((n + 1) * sizeof(uint64_t))
    cdef uint64_t* out = <uint64_t*>malloc(ROOM * sizeof(uint64_t))
    if words is NULL or out is NULL:
        raise MemoryError
    for i in range(n):
        words[i] = (<Hand?>hands[i]).word
    best = float("inf")
    for _ in range(rounds):
        start = time.process_time()
        moves = 0
        with nogil:
            for i in range(n):
                moves += list_words(&p.c, words[i], 0, out, ROOM)
        best = min(best, time.process_time() - start)
    free(words)
    free(out)
    return best, moves
