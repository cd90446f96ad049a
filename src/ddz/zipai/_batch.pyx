"""Counting over arrays of words, in loops without the GIL.

`ddz.zipai.batch` checks types and shapes and makes the arrays.
"""

cimport cython
from libc.stdint cimport int8_t, int16_t, uint8_t, uint64_t
from libc.string cimport memset

from ddz.zipai._hu cimport *
from ddz.zipai._words cimport *

from ddz.errors import DdzError
from ddz.zipai._tiles import Meld, Tiles
from ddz.zipai._verbs import check_hand
from ddz.zipai.table import SOURCES


cdef inline bint read_table(
    const HuRules* rules, const uint8_t* melds, Py_ssize_t n, Exposed* exposed
) noexcept nogil:
    """The melds at one table; True if they cannot lie there."""
    cdef Py_ssize_t i
    memset(exposed, 0, sizeof(Exposed))
    for i in range(n):
        if melds[i] and expose(rules, exposed, melds[i]):
            return True
    return False


cdef inline bint unfit(
    const HuRules* rules, uint64_t word, const Exposed* exposed, int tile, int source
) noexcept nogil:
    """Whether a hand has five of a kind, too many tiles, or a tile that is none."""
    cdef int i
    if not is_tiles(word) or not -1 <= tile < TILES or not NO_SOURCE <= source <= DISCARD:
        return True
    if (tile < 0) != (source == NO_SOURCE):
        return True
    if tile >= 0 and count_of(word, tile) + count_of(exposed.word, tile) >= 4:
        return True
    if exposed.melds:
        for i in range(TILES):
            if count_of(word, i) + count_of(exposed.word, i) > 4:
                return True
    return too_many(rules, word, exposed, tile)


cdef object refuse(
    object rules, Py_ssize_t place, uint64_t word, const uint8_t* melds, Py_ssize_t n, int tile,
    int source
):
    """Raise what the verb on one hand raises, with the position."""
    try:
        table = [Meld(melds[i]) for i in range(n) if melds[i]]
        check_hand(
            Tiles(word), table, None if tile == -1 else tile, source_name(source), rules)
    except DdzError as error:
        raise DdzError(f"position {place}: {error}") from error
    raise AssertionError(f"position {place} is refused without a reason")


cdef int check_length(str what, Py_ssize_t length, Py_ssize_t needed) except -1:
    """Refuse a buffer that is not as long as its array said."""
    if length != needed:
        raise ValueError(f"{what} has {length} rows where {needed} are needed")
    return 0


cdef object source_name(int source):
    if not NO_SOURCE <= source <= DISCARD:
        raise DdzError(f"sources are 0 (none), 1 (self), 2 (other) and 3 (discard), not {source}")
    return SOURCES[source]


@cython.boundscheck(False)
@cython.wraparound(False)
cdef Py_ssize_t count_dealt(
    const HuRules* rules, const uint64_t[::1] words, int16_t[::1] out
) noexcept nogil:
    """Write the hu of hands as they stand, with no meld at the table; the first that is none."""
    cdef Py_ssize_t i
    cdef int tiles
    cdef Exposed nothing
    memset(&nothing, 0, sizeof(Exposed))
    for i in range(words.shape[0]):
        tiles = total(words[i])
        if unlikely(not is_tiles(words[i])) or unlikely(
            tiles > 3 * rules.most_melds and too_many(rules, words[i], &nothing, -1)
        ):
            return i
        out[i] = dealt_hu(rules, words[i], tiles, 0, 0, 0)
    return -1


@cython.boundscheck(False)
@cython.wraparound(False)
def count_all(
    rules, const uint64_t[::1] words, const int8_t[::1] tiles, const int8_t[::1] sources,
    const uint8_t[:, ::1] exposed, int16_t[::1] out
):
    """Write the hu of every hand; -1 = no win. tiles, sources and exposed may be None."""
    cdef PackedZipai p = zipai_packed(rules)
    cdef const HuRules* c = &p.c
    cdef Py_ssize_t n = words.shape[0]
    cdef Py_ssize_t width = 0 if exposed is None else exposed.shape[1]
    cdef Py_ssize_t i, bad = -1
    cdef const uint8_t* melds = NULL
    cdef int tile = -1, source = NO_SOURCE
    cdef bint asked = tiles is not None
    cdef Exposed table
    memset(&table, 0, sizeof(Exposed))
    check_length("out", out.shape[0], n)
    if asked:
        check_length("tiles", tiles.shape[0], n)
        check_length("sources", sources.shape[0], n)
    if width:
        check_length("exposed", exposed.shape[0], n)
    with nogil:
        if not width and not asked and not c.split_kan:
            bad = count_dealt(c, words, out)
            n = 0
        for i in range(n):
            if width:
                melds = &exposed[i, 0]
                if unlikely(read_table(c, melds, width, &table)):
                    bad = i
                    break
            if asked:
                tile, source = tiles[i], sources[i]
            if unlikely(unfit(c, words[i], &table, tile, source)):
                bad = i
                break
            out[i] = count_hu(c, words[i], &table, tile, source, False)
    if bad >= 0:
        if asked:
            tile, source = tiles[bad], sources[bad]
        refuse(rules, bad, words[bad], melds, width, tile, source)


@cython.boundscheck(False)
@cython.wraparound(False)
def waits_all(
    rules, const uint64_t[::1] words, const uint8_t[:, ::1] exposed, int16_t[:, :, ::1] out
):
    """Write what every tile wins with; -1 = no win. exposed may be None."""
    cdef PackedZipai p = zipai_packed(rules)
    cdef const HuRules* c = &p.c
    cdef Py_ssize_t n = words.shape[0]
    cdef Py_ssize_t width = 0 if exposed is None else exposed.shape[1]
    cdef Py_ssize_t i, bad = -1
    cdef const uint8_t* melds = NULL
    cdef Exposed table
    memset(&table, 0, sizeof(Exposed))
    check_length("out", out.shape[0], n)
    if out.shape[1] != TILES or out.shape[2] != DISCARD:
        raise ValueError("out is of another shape")
    if width:
        check_length("exposed", exposed.shape[0], n)
    with nogil:
        for i in range(n):
            if width:
                melds = &exposed[i, 0]
                if unlikely(read_table(c, melds, width, &table)):
                    bad = i
                    break
            if unlikely(unfit(c, words[i], &table, -1, NO_SOURCE)):
                bad = i
                break
            count_waits(c, words[i], &table, &out[i, 0, 0])
    if bad >= 0:
        refuse(rules, bad, words[bad], melds, width, -1, NO_SOURCE)
