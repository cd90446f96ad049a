"""Action ids in C: from words to ids and back, and masks of legal ids.

`ddz.actions` holds the class that people use; it checks types and makes the arrays.
"""

cimport cython
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from ddz._batch cimport check_positions
from ddz._buffers cimport Buffer
from ddz._core cimport check_deck, hand_word, move_from_word, move_word
from ddz._legal cimport list_somewhere
from ddz._packed cimport Packed, PackedRules, packed
from ddz._wordmap cimport WordMap, map_fill, map_find, map_free

from ddz._core import PASS

cdef enum:
    STACK_WORDS = 4096


@cython.final
@cython.no_gc_clear
cdef class IdTable:
    """The numbering of the moves of one rule set.

    Args:
        rules: whose moves.
        words: a buffer of uint64, the word of each id; 0 at `pass_id` and where an id is no play.
        pass_id: the id of PASS.
    """

    cdef WordMap numbers
    cdef uint64_t* words
    cdef PackedRules rules
    cdef readonly Py_ssize_t size
    cdef readonly Py_ssize_t pass_id

    def __cinit__(self, rules, words, Py_ssize_t pass_id):
        cdef Buffer given = Buffer(words)
        self.rules = packed(rules)
        self.pass_id = pass_id
        self.size = given.view.len // sizeof(uint64_t)
        self.words = <uint64_t*>malloc(given.view.len + 1)
        if self.words is NULL:
            raise MemoryError
        memcpy(self.words, given.view.buf, given.view.len)
        if not 0 <= pass_id < self.size:
            raise ValueError(f"of {self.size} ids none is {pass_id}")
        map_fill(&self.numbers, self.words, NULL, self.size)

    def __dealloc__(self):
        free(self.words)
        map_free(&self.numbers)

    def encode(self, move):
        """The id of a move, -1 if it has none."""
        cdef uint64_t word = move_word(move, self.rules)
        return map_find(&self.numbers, word) if word else self.pass_id

    def decode(self, Py_ssize_t number):
        """The move of an id that is in range, None if it is no play."""
        if not 0 <= number < self.size:
            raise ValueError(f"of {self.size} ids none is {number}")
        if number == self.pass_id:
            return PASS
        if self.words[number] == 0:
            return None
        return move_from_word(self.words[number])

    def words_of_ids(self):
        """The words of all ids as bytes."""
        return (<char*>self.words)[:self.size * sizeof(uint64_t)]

    def ids(self, words, out):
        """Write the ids of words to a buffer of int64 of the same length.

        Returns:
            The position of the first word without an id, -1 if all have one.
        """
        cdef Buffer source = Buffer(words)
        cdef Buffer target = Buffer(out, source.view.len, True)
        cdef const uint64_t* moves = <const uint64_t*>source.view.buf
        cdef int64_t* numbers = <int64_t*>target.view.buf
        cdef Py_ssize_t i
        cdef Py_ssize_t unknown = -1
        with nogil:
            for i in range(source.view.len // sizeof(uint64_t) - 1, -1, -1):
                numbers[i] = map_find(&self.numbers, moves[i]) if moves[i] else self.pass_id
                if numbers[i] < 0:
                    unknown = i
        return unknown

    def mask(self, hand, to_beat, out):
        """Write 0 or 1 for each id to a buffer of bytes."""
        cdef uint64_t word = hand_word(hand)
        cdef uint64_t bar = move_word(to_beat, self.rules)
        cdef Buffer row = Buffer(out, self.size, True)
        check_deck(self.rules, word)
        check_deck(self.rules, bar)
        if fill(&self.rules.c, self, word, bar, <uint8_t*>row.view.buf):
            raise MemoryError

    def masks(self, hands, to_beat, out):
        """Write a row of 0 and 1 for each hand: `hands` and `to_beat` are buffers of uint64."""
        cdef Buffer h = Buffer(hands)
        cdef Buffer b = Buffer(to_beat, h.view.len)
        cdef Py_ssize_t n = h.view.len // sizeof(uint64_t)
        cdef Buffer rows = Buffer(out, n * self.size, True)
        cdef const uint64_t* words = <const uint64_t*>h.view.buf
        cdef const uint64_t* bars = <const uint64_t*>b.view.buf
        cdef uint8_t* row = <uint8_t*>rows.view.buf
        cdef Py_ssize_t i
        cdef int failed = 0
        check_positions(self.rules, words, bars, n)
        with nogil:
            for i in range(n):
                failed |= fill(&self.rules.c, self, words[i], bars[i], row + i * self.size)
        if failed:
            raise MemoryError


cdef int fill(
    const Packed* rules, IdTable table, uint64_t hand, uint64_t bar, uint8_t* row
) noexcept nogil:
    """Write one mask; 1 if there is no memory for the moves."""
    cdef uint64_t[STACK_WORDS] stack
    cdef Py_ssize_t i, n
    cdef int32_t number
    cdef uint64_t* moves = list_somewhere(rules, hand, bar, stack, STACK_WORDS, &n)
    if moves is NULL:
        return 1
    memset(row, 0, table.size)
    for i in range(n):
        if moves[i] == 0:
            row[table.pass_id] = 1
        else:
            number = map_find(&table.numbers, moves[i])
            if number >= 0:
                row[number] = 1
    if moves != stack:
        free(moves)
    return 0
