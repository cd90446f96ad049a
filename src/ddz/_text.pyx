"""The notation: words from text and text from words.

Cards are 3 to 9, T, J, Q, K, A, 2, B, R. A move is its cards, with a + between the body and all
kickers where the cards alone could be another move; PASS is -.
"""

from libc.stdint cimport uint64_t

from ddz._bits cimport CARDS
from ddz._packed cimport KICKERS, Packed
from ddz._reading cimport MAX_READINGS, body_of, hand_fits, readings, sum_fits

from ddz.errors import ParseError

cdef enum:
    MAX_TEXT = 512  # characters: three decks with "10" and spaces

SYMBOLS = "3456789TJQKA2BR"


cdef signed char[128] RANK_OF  # by ASCII character, -1 = no card; read-only after import


cdef void _fill_table() noexcept:
    cdef int rank, c
    for c in range(128):
        RANK_OF[c] = -1
    for rank in range(15):
        RANK_OF[ord(SYMBOLS[rank])] = rank
        RANK_OF[ord(SYMBOLS[rank].lower())] = rank


_fill_table()


cdef uint64_t parse_cards(str text, Py_ssize_t first, Py_ssize_t end) except? 1:
    """The cards of text[first:end]."""
    cdef uint64_t word = 0
    cdef Py_ssize_t i = first
    cdef Py_UCS4 c
    cdef int rank
    if end - first > MAX_TEXT:
        raise ParseError(
            f"{end - first} characters are longer than any hand", first + MAX_TEXT + 1)
    while i < end:
        c = text[i]
        if c == " ":
            i += 1
            continue
        rank = RANK_OF[<int>c] if c < 128 else -1
        if c == "1" and i + 1 < end and text[i + 1] == "0":
            rank = RANK_OF[<int>"T"]
            i += 1
        if rank < 0:
            raise ParseError(f"{text[i]!r} is no card; cards are {SYMBOLS} and 10", i + 1)
        word += <uint64_t>1 << (4 * rank)
        if not hand_fits(word):
            raise ParseError(
                f"a hand holds at most {12 if rank < 13 else 3} cards {SYMBOLS[rank]}", i + 1)
        i += 1
    return word


cdef uint64_t parse_move(str text, uint64_t* body) except? 1:
    """The cards of a move's text, 0 of PASS; `body` becomes those before a +, 0 without one."""
    cdef uint64_t cards
    cdef Py_ssize_t plus
    body[0] = 0
    if len(text) <= MAX_TEXT and text.strip(" ") == "-":
        return 0
    plus = text.find("+")
    if plus < 0:
        cards = parse_cards(text, 0, len(text))
        if cards == 0:
            raise ParseError("no cards; to pass is written -", 1)
        return cards
    body[0] = parse_cards(text, 0, plus)
    cards = parse_cards(text, plus + 1, len(text))
    if body[0] == 0 or cards == 0:
        raise ParseError("a + stands between a body and its kickers", plus + 1)
    if not sum_fits(body[0], cards):
        raise ParseError("more cards of one rank than a hand holds", plus + 1)
    return body[0] + cards


cdef int named(const Packed* rules, uint64_t cards, uint64_t body, uint64_t* out) noexcept:
    """The moves that a text of these cards and this body can mean; return their number.

    Without a body, cards that can be read without kickers are read so. `out` has room for
    MAX_READINGS words; `rules` NULL: any rules.
    """
    cdef int n = readings(rules, cards, out)
    cdef int found = 0
    cdef int i
    cdef bint bare
    for i in range(n):
        bare = KICKERS[<int>(out[i] >> 60)] == 0
        if bare and body == 0:
            out[0] = out[i]
            return 1
        if body == 0 or not bare and body_of(out[i]) == body:
            out[found] = out[i]
            found += 1
    return found


cdef str format_cards(uint64_t word):
    """The cards in rank order."""
    cdef int rank
    return "".join([SYMBOLS[rank] * <int>((word >> (4 * rank)) & 15) for rank in range(15)])


cdef str format_move(uint64_t word, bint always_plus):
    """The text that `parse_move` reads; with the + only if the cards alone could be another."""
    cdef uint64_t[MAX_READINGS] out
    cdef uint64_t cards = word & CARDS
    cdef uint64_t body = body_of(word)
    if word == 0:
        return "-"
    if body != cards and (always_plus or readings(NULL, cards, out) > 1):
        return f"{format_cards(body)}+{format_cards(cards - body)}"
    return format_cards(cards)
