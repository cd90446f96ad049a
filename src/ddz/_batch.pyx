"""The verbs over arrays of words, in loops without the GIL.

`ddz.batch` checks types and makes the arrays; here arrays are C-contiguous buffers of uint64
unless said otherwise.
"""

cimport cython
from cpython.buffer cimport (
    PyBUF_C_CONTIGUOUS, PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer,
)
from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcpy

from ddz._bits cimport CARDS, within
from ddz._core cimport MoveList, check_deck, hand_word, list_for, move_word
from ddz._legal cimport FIXED_ROOM, count_words, list_somewhere, list_words
from ddz._packed cimport Packed, PackedRules, packed
from ddz._reading cimport MAX_READINGS, beats_word, hand_fits, readings, shape_of
from ddz._wordmap cimport WordMap, map_fill, map_find, map_free

from ddz.errors import DdzError

cdef enum:
    STACK_WORDS = 4096
    MAX_TABLE = 1 << 17   # moves


@cython.final
cdef class Array:
    """A buffer's memory, held for as long as this object lives."""

    cdef Py_buffer view
    cdef Py_ssize_t n   # items of eight bytes

    def __cinit__(self, array, bint writable=False):
        PyObject_GetBuffer(
            array, &self.view, PyBUF_C_CONTIGUOUS | (PyBUF_WRITABLE if writable else 0))
        self.n = self.view.len // 8

    def __dealloc__(self):
        PyBuffer_Release(&self.view)


@cython.final
cdef class Words:
    """Words that grow as they are written; a buffer of uint64 for numpy when done."""

    cdef uint64_t* data
    cdef Py_ssize_t n
    cdef Py_ssize_t room

    def __dealloc__(self):
        free(self.data)

    cdef int grow(self, Py_ssize_t room) noexcept nogil:
        """Make room for so many words; 1 if there is no memory."""
        cdef void* data = realloc(self.data, room * sizeof(uint64_t))
        if data is NULL:
            return 1
        self.data = <uint64_t*>data
        self.room = room
        return 0

    def __getbuffer__(self, Py_buffer* view, int flags):
        view.buf = self.data
        view.obj = self
        view.len = self.n * sizeof(uint64_t)
        view.itemsize = sizeof(uint64_t)
        view.readonly = 0
        view.ndim = 1
        view.format = b"Q"
        view.shape = &self.n
        view.strides = &view.itemsize
        view.suboffsets = NULL
        view.internal = NULL


cdef int check_positions(
    PackedRules rules, const uint64_t* hands, const uint64_t* bars, Py_ssize_t n
) except -1:
    """Refuse the first hand or move that is none or above the deck, with its position."""
    cdef uint64_t last = 0   # the move checked last: often one for all
    cdef Py_ssize_t i, bad = -1
    cdef uint64_t deck = rules.c.deck
    with nogil:
        for i in range(n):
            if not (hand_fits(hands[i]) and within(hands[i], deck)):
                bad = i
                break
            if bars is not NULL and bars[i] != last:
                last = bars[i]
                if shape_of(bars[i]).kind < 0 or not within(bars[i] & CARDS, deck):
                    bad = i
                    break
    if bad >= 0:
        try:
            check_deck(rules, hand_word(hands[bad]))
            check_deck(rules, move_word(bars[bad], rules))
        except DdzError as error:
            raise DdzError(f"position {bad}: {error}") from error
    return 0


@cython.final
cdef class Readings:
    """The strongest reading of every card set of a rule set, by a hash of the cards."""

    cdef WordMap numbers    # of the card sets
    cdef uint64_t* words    # by number: the reading

    def __cinit__(self, PackedRules rules, MoveList moves not None):
        cdef uint64_t[MAX_READINGS] found
        cdef Py_ssize_t i
        self.words = <uint64_t*>realloc(NULL, max(moves.n, 1) * sizeof(uint64_t))
        if self.words is NULL:
            raise MemoryError
        for i in range(moves.n):
            readings(&rules.c, moves.data[i] & CARDS, found)  # the map wants distinct words
            self.words[i] = moves.data[i] & CARDS if found[0] == moves.data[i] else 0
        map_fill(&self.numbers, self.words, moves.n)
        for i in range(moves.n):
            self.words[i] = moves.data[i]

    def __dealloc__(self):
        free(self.words)
        map_free(&self.numbers)


cdef Readings strongest(PackedRules rules):
    """The table of a rule set, made once; None if it has too many moves."""
    found = rules.kept.get("readings")
    if found is None:
        found = False
        if count_words(&rules.c, rules.c.deck, 0) <= MAX_TABLE:
            found = Readings(rules, list_for(rules, rules.c.deck, 0))
        found = rules.kept.setdefault("readings", found)
    return found or None


cdef inline bint is_move(Readings table, uint64_t word) noexcept nogil:
    """Whether a word is the strongest reading of its cards: then it need not be checked."""
    cdef int number = map_find(&table.numbers, word & CARDS)
    return number >= 0 and table.words[number] == word


cdef int check_moves(const uint64_t* words, Py_ssize_t n, PackedRules rules) except -1:
    """Refuse the first word that is no move, with its position."""
    cdef Readings table = strongest(rules)
    cdef bint known = table is not None
    cdef Py_ssize_t i, bad = -1
    with nogil:
        for i in range(n):
            if known and is_move(table, words[i]):
                continue
            if shape_of(words[i]).kind < 0:
                bad = i
                break
    if bad >= 0:
        try:
            move_word(words[bad], rules)
        except DdzError as error:
            raise DdzError(f"position {bad}: {error}") from error
    return 0


def list_all(rules, hands, to_beat, offsets):
    """List the moves of every position.

    Args:
        to_beat: as long as `hands`, or None for leads.
        offsets: int64, one longer than `hands`; becomes where each list begins.

    Returns:
        Words.
    """
    cdef PackedRules p = packed(rules)
    cdef Array h = Array(hands)
    cdef Array b = None if to_beat is None else Array(to_beat)
    cdef Array o = Array(offsets, True)
    cdef Words words = Words()
    cdef const uint64_t* held = <const uint64_t*>h.view.buf
    cdef const uint64_t* bars = NULL
    cdef int64_t* starts = <int64_t*>o.view.buf
    cdef Py_ssize_t i, n
    cdef int failed = 0
    if b is not None:
        bars = <const uint64_t*>b.view.buf
    check_positions(p, held, bars, h.n)
    with nogil:
        failed = words.grow(2 * FIXED_ROOM + 64 * h.n)
        starts[0] = 0
        i = 0
        while i < h.n and not failed:
            n = list_words(
                &p.c, held[i], bars[i] if bars else 0, words.data + words.n,
                words.room - words.n)
            if n < 0:
                n = count_words(&p.c, held[i], bars[i] if bars else 0) + FIXED_ROOM
                failed = words.grow(words.room + words.room // 2 + n)
                continue
            words.n += n
            i += 1
            starts[i] = words.n
        if not failed:
            failed = words.grow(max(words.n, 1))
    if failed:
        raise MemoryError
    return words


def list_into(rules, hands, to_beat, offsets, out):
    """The same into a caller's array of uint64; return how many words there are.

    If that is more than the array holds, its contents are undefined.
    """
    cdef PackedRules p = packed(rules)
    cdef Array h = Array(hands)
    cdef Array b = None if to_beat is None else Array(to_beat)
    cdef Array o = Array(offsets, True)
    cdef Array w = Array(out, True)
    cdef const uint64_t* held = <const uint64_t*>h.view.buf
    cdef const uint64_t* bars = NULL
    cdef uint64_t* words = <uint64_t*>w.view.buf
    cdef int64_t* starts = <int64_t*>o.view.buf
    cdef Py_ssize_t i, n
    cdef Py_ssize_t used = 0
    cdef int failed = 0
    if b is not None:
        bars = <const uint64_t*>b.view.buf
    check_positions(p, held, bars, h.n)
    with nogil:
        starts[0] = 0
        for i in range(h.n):
            n = -1
            if used < w.n:
                n = list_words(
                    &p.c, held[i], bars[i] if bars else 0, words + used, w.n - used)
            if n < 0:
                n = list_at_the_end(
                    &p.c, held[i], bars[i] if bars else 0, words + used, w.n - used)
                if n < 0:
                    failed = 1
                    break
            used += n
            starts[i + 1] = used
    if failed:
        raise MemoryError
    return used


cdef Py_ssize_t list_at_the_end(
    const Packed* rules, uint64_t hand, uint64_t bar, uint64_t* out, Py_ssize_t room
) noexcept nogil:
    """List where there is no slack; without room for the moves count them. -1: no memory."""
    cdef uint64_t[STACK_WORDS] stack
    cdef Py_ssize_t n
    cdef uint64_t* moves = list_somewhere(rules, hand, bar, stack, STACK_WORDS, &n)
    if moves is NULL:
        return -1
    if n <= room:
        memcpy(out, moves, n * sizeof(uint64_t))
    if moves != stack:
        free(moves)
    return n


def count_all(rules, hands, to_beat, out):
    """Count the moves of every position into an array of int64."""
    cdef PackedRules p = packed(rules)
    cdef Array h = Array(hands)
    cdef Array b = None if to_beat is None else Array(to_beat)
    cdef Array o = Array(out, True)
    cdef const uint64_t* held = <const uint64_t*>h.view.buf
    cdef const uint64_t* bars = NULL
    cdef int64_t* counts = <int64_t*>o.view.buf
    cdef Py_ssize_t i
    if b is not None:
        bars = <const uint64_t*>b.view.buf
    check_positions(p, held, bars, h.n)
    with nogil:
        for i in range(h.n):
            counts[i] = count_words(&p.c, held[i], bars[i] if bars else 0)


def classify_all(rules, cards, out):
    """Write the strongest reading of every card set to an array of uint64, 0 if there is none."""
    cdef PackedRules p = packed(rules)
    cdef Array c = Array(cards)
    cdef Array o = Array(out, True)
    cdef const uint64_t* sets = <const uint64_t*>c.view.buf
    cdef uint64_t* words = <uint64_t*>o.view.buf
    cdef uint64_t[MAX_READINGS] found
    cdef Readings table = strongest(p)
    cdef bint known = table is not None
    cdef int number
    cdef Py_ssize_t i
    check_positions(p, sets, NULL, c.n)
    with nogil:
        for i in range(c.n):
            if known:
                number = map_find(&table.numbers, sets[i])
                words[i] = table.words[number] if number >= 0 else 0
            else:
                words[i] = found[0] if readings(&p.c, sets[i], found) else 0


def beats_all(rules, moves, others, out):
    """Write whether each move beats the other to an array of bool."""
    cdef PackedRules p = packed(rules)
    cdef Array m = Array(moves)
    cdef Array t = Array(others)
    cdef Array o = Array(out, True)
    cdef const uint64_t* words = <const uint64_t*>m.view.buf
    cdef const uint64_t* bars = <const uint64_t*>t.view.buf
    cdef uint8_t* won = <uint8_t*>o.view.buf
    cdef Py_ssize_t i
    check_moves(words, m.n, p)
    check_moves(bars, m.n, p)
    with nogil:
        for i in range(m.n):
            won[i] = beats_word(&p.c, words[i], bars[i])
