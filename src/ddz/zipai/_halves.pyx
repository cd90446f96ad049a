"""Building the tables of `_halves.pxd`: made once for all rules that give loose melds the same hu.

Between two numbers the state of a reading is, for each size, how many runs want the next number
only and how many the next two, how many 2-7-10 and 1-5-10 are open, and whether the pair was used.
A number takes a state to others, for every number of small and big tiles of it: 0, 1 or 2. A half
of a hand is the set of states it can reach (from the right: be completed from), each with its most
hu; different halves are often the same set, which is kept once.
"""

cimport cython
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from libc.stdint cimport int32_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

from ddz.zipai._words cimport NUMBERS

import weakref

cdef enum:
    SIDE = 81                   # states of one size: 3 ** 4
    STATES = SIDE * SIDE * 2
    COUNTS = 9                  # (small, big) tiles of one number: 3 * small + big
    CUT = 5
    MAX_OPTIONS = 16            # ways to use at most two tiles of one size and number

cdef tuple POWERS = (1, 3, 9, 27, 81, 243)

_KNOWN = weakref.WeakValueDictionary()

cdef struct LooseRules:
    int[2] hu_123
    int[2] hu_2710
    int[2] hu_1510
    int[2] hu_run
    int[2] hu_mixed
    int[2] hu_pair
    bint use_2710
    bint use_1510
    bint[11] mixed              # by number

cdef struct Option:
    int rest                    # tiles left for a mixed meld or the pair
    int state
    int hu


cdef int options(
    const LooseRules* rules, int number, int size, int count, int state, Option* out
) noexcept nogil:
    """The ways to use the tiles of one size and number in runs.

    Args:
        state: of this size: runs that want this number only + 3 * those that want the next, too
            + 9 * open 2-7-10 + 27 * open 1-5-10.
        out: room for MAX_OPTIONS.
    """
    cdef int ends = state % 3
    cdef int goes_on = state // 3 % 3
    cdef int open_2710 = state // 9 % 3
    cdef int open_1510 = state // 27
    cdef int left = count - ends - goes_on
    cdef int n = 0
    cdef int hu, new, new_2710, new_1510
    if number == 7 or number == 10:
        left -= open_2710
    if number == 5 or number == 10:
        left -= open_1510
    if left < 0:
        return 0
    if number == 10:
        open_2710 = open_1510 = 0
    hu = ends * (rules.hu_123[size] if number == 3 else rules.hu_run[size])
    for new in range(left + 1 if number <= 8 else 1):
        for new_2710 in range(left - new + 1 if number == 2 and rules.use_2710 else 1):
            for new_1510 in range(left - new + 1 if number == 1 and rules.use_1510 else 1):
                out[n].rest = left - new - new_2710 - new_1510
                out[n].state = (
                    goes_on + 3 * new + 9 * (open_2710 + new_2710) + 27 * (open_1510 + new_1510))
                out[n].hu = hu + new_2710 * rules.hu_2710[size] + new_1510 * rules.hu_1510[size]
                n += 1
    return n


cdef int rest_hu(const LooseRules* rules, int number, int small, int big) noexcept nogil:
    """The hu of what is left of one number, a mixed meld, a pair or nothing; -1 = no such."""
    if small == 0 and big == 0:
        return 0
    if small + big == 3 and rules.mixed[number]:
        return rules.hu_mixed[big == 2]
    if small + big == 2 and small != big:
        return rules.hu_pair[big == 2]
    return -1


@cython.final
@cython.internal
cdef class Steps:
    """Every step over one number, by counts and by the state that it starts from."""

    cdef uint32_t* starts       # by counts * STATES + state; one more for the end
    cdef uint16_t* states
    cdef uint16_t* hu

    def __dealloc__(self):
        free(self.starts)
        free(self.states)
        free(self.hu)

    @staticmethod
    cdef Steps of(list steps):
        """From a list of (counts * STATES + state, state, hu)."""
        cdef Steps made = Steps.__new__(Steps)
        cdef Py_ssize_t i, n = len(steps)
        cdef uint32_t key, last = 0
        made.starts = <uint32_t*>calloc(COUNTS * STATES + 1, sizeof(uint32_t))
        made.states = <uint16_t*>malloc((n + 1) * sizeof(uint16_t))
        made.hu = <uint16_t*>malloc((n + 1) * sizeof(uint16_t))
        if made.starts is NULL or made.states is NULL or made.hu is NULL:
            raise MemoryError
        steps.sort()
        for i in range(n):
            key, made.states[i], made.hu[i] = steps[i]
            made.starts[key + 1] += 1
        for last in range(COUNTS * STATES):
            made.starts[last + 1] += made.starts[last]
        return made


cdef list steps_over(const LooseRules* rules, int number, set begin, int pairs):
    """Every step over a number from some states: (counts, state before, state after, hu).

    Args:
        pairs: the most pairs, 0 or 1.
    """
    cdef Option[MAX_OPTIONS] small
    cdef Option[MAX_OPTIONS] big
    cdef int counts, state, n, m, i, j, hu, after, pair
    found = []
    for state in begin:
        pair = state & 1
        for counts in range(COUNTS):
            n = options(rules, number, 0, counts // 3, state // 2 // SIDE, small)
            m = options(rules, number, 1, counts % 3, state // 2 % SIDE, big)
            for i in range(n):
                for j in range(m):
                    hu = rest_hu(rules, number, small[i].rest, big[j].rest)
                    after = pair
                    if small[i].rest + big[j].rest == 2:
                        after += 1
                    if hu < 0 or after > pairs:
                        continue
                    hu += small[i].hu + big[j].hu
                    after += 2 * (small[i].state * SIDE + big[j].state)
                    found.append((counts, state, after, hu))
    return found


@cython.final
@cython.internal
cdef class Sweep:
    """The sets of states of all counts of the numbers so far.

    Attributes:
        sets: each set once, as the bytes of its entries; number 0 is the empty one.
        halves: by configuration, the number of its set and what is to be added to its hu.
    """

    cdef list sets
    cdef Half* halves
    cdef int32_t[STATES] best   # of the fold that is made; -1 between folds
    cdef int done               # configurations of one size so far

    def __cinit__(self):
        self.halves = <Half*>calloc(CONFIGURATIONS, sizeof(Half))
        if self.halves is NULL:
            raise MemoryError
        memset(self.best, -1, sizeof(self.best))
        self.done = 1

    def __dealloc__(self):
        free(self.halves)

    cdef uint64_t* bits(self) except NULL:
        """Whether the counts can be, a bit for each configuration."""
        cdef uint64_t* found = <uint64_t*>calloc(BIT_WORDS, sizeof(uint64_t))
        cdef uint32_t i
        if found is NULL:
            raise MemoryError
        for i in range(CONFIGURATIONS):
            if self.halves[i].number:
                found[i >> 6] |= <uint64_t>1 << (i & 63)
        return found

    cdef object start(self, list states):
        """Begin with one set: some states, with no hu."""
        cdef int state
        for state in states:
            self.best[state] = 0
        self.sets = [b"", self.taken(sorted(states))[0]]
        self.halves[0].number = 1

    cdef tuple taken(self, list states):
        """The set in `best`, which is emptied: (bytes, the hu that all its states have)."""
        cdef Py_ssize_t i, n = len(states)
        cdef bytes made = PyBytes_FromStringAndSize(NULL, n * sizeof(Entry))
        cdef Entry* entries = <Entry*>PyBytes_AS_STRING(made)
        cdef int state, least = 0
        for i in range(n):
            state = states[i]
            if i == 0 or self.best[state] < least:
                least = self.best[state]
        for i in range(n):
            state = states[i]
            entries[i].open = <uint16_t>state
            entries[i].hu = <uint16_t>(self.best[state] - least)
            self.best[state] = -1
        return made, least

    cdef tuple fold(self, bytes begin, Steps steps, int counts):
        """The set that a set becomes over one number."""
        cdef const Entry* entries = <const Entry*>PyBytes_AS_STRING(begin)
        cdef Py_ssize_t i, n = PyBytes_GET_SIZE(begin) // sizeof(Entry)
        cdef uint32_t key, at
        cdef int state, hu
        cdef list states = []
        for i in range(n):
            key = counts * STATES + entries[i].open
            for at in range(steps.starts[key], steps.starts[key + 1]):
                state = steps.states[at]
                hu = entries[i].hu + steps.hu[at]
                if self.best[state] < 0:
                    states.append(state)
                if self.best[state] < hu:
                    self.best[state] = hu
        states.sort()
        return self.taken(states)

    cdef object step(self, Steps steps, int digit, int unit):
        """Go over one more number.

        Args:
            digit: what one tile of the number adds to the configuration of its size.
            unit: the least that a tile of the numbers so far added.
        """
        cdef int counts, small, big, low, high, begin, end, number
        cdef dict known = {b"": 0}
        cdef list after = []
        cdef list sets = [b""]
        for begin in range(len(self.sets)):
            for counts in range(COUNTS):
                made, hu = self.fold(self.sets[begin], steps, counts)
                number = known.setdefault(made, len(sets))
                if number == len(sets):
                    sets.append(made)
                after.append((number, hu))
        for low in range(self.done):
            for high in range(self.done):
                begin = unit * (low + LANE * high)
                number = self.halves[begin].number
                base = self.halves[begin].hu
                for counts in range(COUNTS - 1, -1, -1):
                    small = counts // 3
                    big = counts % 3
                    end = begin + digit * (small + LANE * big)
                    self.halves[end].number, hu = after[COUNTS * number + counts]
                    self.halves[end].hu = base + hu
        self.sets = sets
        self.done *= 3


@cython.final
cdef class Halves:
    """The tables of one set of hu for loose melds."""

    def __dealloc__(self):
        release(&self.plain)
        release(&self.paired)


cdef void release(Tables* c) noexcept:
    free(c.left_bits)
    free(c.right_bits)
    free(c.left)
    free(c.right)
    free(c.starts)
    free(c.entries)
    free(c.rows)


cdef int build(Tables* c, const LooseRules* rules, bint pair) except -1:
    """Fill tables, for loose tiles with a pair or without one."""
    cdef Sweep left = Sweep()
    cdef Sweep right = Sweep()
    cdef int number, counts, before, after, hu
    reached = {0}
    over = []
    for number in range(1, NUMBERS + 1):
        over.append(steps_over(rules, number, reached, pair))
        reached = {after for _, _, after, _ in over[-1]}
    left.start([0])
    for number in range(1, CUT + 1):
        steps = [(counts * STATES + before, after, hu)
                 for counts, before, after, hu in over[number - 1]]
        left.step(Steps.of(steps), POWERS[number - 1], 1)
    right.start([pair])
    for number in range(NUMBERS, CUT, -1):
        steps = [(counts * STATES + after, before, hu)
                 for counts, before, after, hu in over[number - 1]]
        right.step(Steps.of(steps), POWERS[number - CUT - 1], POWERS[number - CUT])
    return fill(c, left, right)


cdef int tiles_used(int state) noexcept:
    """The tiles that are in open runs at the cut, and in the pair, modulo 3."""
    cdef int used = 2 * (state & 1)
    cdef int side
    for side in (state // 2 // SIDE, state // 2 % SIDE):
        # 4-5 of 4-5-6, 5 of 5-6-7, 2 of 2-7-10, 1 and 5 of 1-5-10
        used += 2 * (side % 3) + side // 3 % 3 + side // 9 % 3 + 2 * (side // 27)
    return used % 3


cdef int fill(Tables* c, Sweep left, Sweep right) except -1:
    """Tables from the sets: lists on the left, rows on the right.

    Halves that go together, by the number of tiles modulo 3, use as many tiles of what is open
    modulo 3: states that differ in this may share a column.
    """
    cdef int32_t[STATES] column
    cdef uint32_t[3] columns
    cdef const Entry* entries
    cdef Py_ssize_t i, n, number, fours = 0
    cdef int state
    cdef bytes each
    memset(column, 0, sizeof(column))
    columns[0] = columns[1] = columns[2] = 1
    c.starts = <uint32_t*>malloc((len(left.sets) + 1) * sizeof(uint32_t))
    for each in left.sets:
        fours += (len(each) // sizeof(Entry) + 3) // 4
    c.entries = <Entry*>calloc(4 * fours + 1, sizeof(Entry))
    if c.starts is NULL or c.entries is NULL:
        raise MemoryError
    fours = 0
    for number, each in enumerate(left.sets):
        entries = <const Entry*>PyBytes_AS_STRING(each)
        n = len(each) // sizeof(Entry)
        c.starts[number] = 4 * fours
        for i in range(n):
            state = entries[i].open
            if column[state] == 0:
                column[state] = columns[tiles_used(state)]
                columns[tiles_used(state)] += 1
            c.entries[4 * fours + i].open = column[state]
            c.entries[4 * fours + i].hu = entries[i].hu
        fours += (n + 3) // 4
    c.starts[len(left.sets)] = 4 * fours
    c.width = max(columns[0], columns[1], columns[2])
    c.rows = <uint8_t*>calloc(len(right.sets) * c.width, 1)
    if c.rows is NULL:
        raise MemoryError
    for number, each in enumerate(right.sets):
        entries = <const Entry*>PyBytes_AS_STRING(each)
        n = len(each) // sizeof(Entry)
        for i in range(n):
            state = entries[i].open
            if column[state]:
                c.rows[number * c.width + column[state]] = entries[i].hu + 1
    c.left_bits = left.bits()
    c.right_bits = right.bits()
    c.left, left.halves = left.halves, NULL
    c.right, right.halves = right.halves, NULL
    return 0


cdef Halves halves_of(object rules):
    """The tables for a ZipaiRules, shared by all rules that give loose melds the same hu."""
    cdef LooseRules c
    cdef Halves made
    cdef int number, size
    key = (
        rules.hu_123, rules.hu_run, rules.use_2710 and rules.hu_2710,
        rules.use_1510 and rules.hu_1510, rules.mixed and rules.hu_mixed,
        rules.mixed and rules.mixed_red, rules.hu_pair,
    )
    found = _KNOWN.get(key)
    if found is not None:
        return <Halves>found
    for size in range(2):
        c.hu_123[size] = rules.hu_123[size]
        c.hu_2710[size] = rules.hu_2710[size]
        c.hu_1510[size] = rules.hu_1510[size]
        c.hu_run[size] = rules.hu_run[size]
        c.hu_mixed[size] = rules.hu_mixed[size]
        c.hu_pair[size] = rules.hu_pair[size]
    c.use_2710 = rules.use_2710
    c.use_1510 = rules.use_1510
    for number in range(11):
        c.mixed[number] = rules.mixed and (rules.mixed_red or number not in (2, 7, 10))
    made = Halves.__new__(Halves)
    build(&made.plain, &c, False)
    build(&made.paired, &c, True)
    _KNOWN[key] = made
    return made
