"""Action ids in C: from words to ids and back, and masks of legal ids.

`ddz.actions` holds the class that people use; it checks types and makes the arrays.
"""

cimport cython
from cpython.buffer cimport (
    PyBUF_C_CONTIGUOUS, PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer,
)
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from ddz._batch cimport check_positions
from ddz._core cimport MoveList, check_deck, hand_word, move_from_word, move_word
from ddz._legal cimport list_somewhere
from ddz._packed cimport Packed, PackedRules, packed
from ddz._wordmap cimport WordMap, map_fill, map_find, map_free

from ddz._core import PASS

cdef enum:
    STACK_WORDS = 4096


@cython.final
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
        cdef Py_buffer view
        self.rules = packed(rules)
        self.pass_id = pass_id
        PyObject_GetBuffer(words, &view, PyBUF_C_CONTIGUOUS)
        try:
            self.size = view.len // sizeof(uint64_t)
            self.words = <uint64_t*>malloc(view.len + 1)
            if self.words is NULL:
                raise MemoryError
            memcpy(self.words, view.buf, view.len)
        finally:
            PyBuffer_Release(&view)
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
        cdef Py_buffer source
        if isinstance(words, MoveList):
            return self._ids((<MoveList>words).data, (<MoveList>words).n, out)
        PyObject_GetBuffer(words, &source, PyBUF_C_CONTIGUOUS)
        try:
            return self._ids(
                <const uint64_t*>source.buf, source.len // sizeof(uint64_t), out)
        finally:
            PyBuffer_Release(&source)

    cdef object _ids(self, const uint64_t* words, Py_ssize_t n, object out):
        cdef Py_buffer target
        cdef int64_t* ids
        cdef Py_ssize_t i
        cdef Py_ssize_t unknown = -1
        PyObject_GetBuffer(out, &target, PyBUF_C_CONTIGUOUS | PyBUF_WRITABLE)
        ids = <int64_t*>target.buf
        with nogil:
            for i in range(n - 1, -1, -1):
                ids[i] = map_find(&self.numbers, words[i]) if words[i] else self.pass_id
                if ids[i] < 0:
                    unknown = i
        PyBuffer_Release(&target)
        return unknown

    def mask(self, hand, to_beat, out):
        """Write 0 or 1 for each id to a buffer of bytes."""
        cdef uint64_t word = hand_word(hand)
        cdef uint64_t bar = move_word(to_beat, self.rules)
        cdef Py_buffer target
        cdef int failed
        check_deck(self.rules, word)
        check_deck(self.rules, bar)
        PyObject_GetBuffer(out, &target, PyBUF_C_CONTIGUOUS | PyBUF_WRITABLE)
        failed = fill(&self.rules.c, self, word, bar, <uint8_t*>target.buf)
        PyBuffer_Release(&target)
        if failed:
            raise MemoryError

    def masks(self, hands, to_beat, out):
        """Write a row of 0 and 1 for each hand: `hands` and `to_beat` are buffers of uint64."""
        cdef Py_buffer h, b, target
        cdef Py_ssize_t i, n
        cdef const uint64_t* words
        cdef const uint64_t* bars
        cdef uint8_t* rows
        cdef int failed = 0
        PyObject_GetBuffer(hands, &h, PyBUF_C_CONTIGUOUS)
        PyObject_GetBuffer(to_beat, &b, PyBUF_C_CONTIGUOUS)
        try:
            words = <const uint64_t*>h.buf
            bars = <const uint64_t*>b.buf
            n = h.len // sizeof(uint64_t)
            check_positions(self.rules, words, bars, n)
            PyObject_GetBuffer(out, &target, PyBUF_C_CONTIGUOUS | PyBUF_WRITABLE)
            rows = <uint8_t*>target.buf
            with nogil:
                for i in range(n):
                    failed |= fill(
                        &self.rules.c, self, words[i], bars[i], rows + i * self.size)
            PyBuffer_Release(&target)
        finally:
            PyBuffer_Release(&h)
            PyBuffer_Release(&b)
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
