"""The notation: words from text and text from words.

Cards are 3 to 9, T, J, Q, K, A, 2, B, R. A move is its cards, with a + between the body and all
kickers where the cards alone could be another move; PASS is -.
"""

from libc.stdint cimport uint64_t

from ddz._bits cimport CARDS
from ddz._packed cimport WINGS, Packed
from ddz._reading cimport MAX_READINGS, body_of, hand_fits, readings, sum_fits

from ddz.errors import ParseError

cdef enum:
    MAX_TEXT = 512  # characters: three decks with "10" and spaces

SYMBOLS = "3456789TJQKA2BR"


cdef int rank_of(Py_UCS4 c) noexcept:
    """The rank of a symbol, -1 of any other character."""
    cdef int rank
    if "a" <= c <= "z":
        c -= 32
    for rank in range(15):
        if SYMBOLS[rank] == c:
            return rank
    return -1


cdef uint64_t parse_cards(str text, Py_ssize_t first, Py_ssize_t end) except? 1:
    """The cards of text[first:end]."""
    cdef uint64_t word = 0
    cdef Py_ssize_t i = first
    cdef int rank
    if end - first > MAX_TEXT:
        raise ParseError(
            f"{end - first} characters are longer than any hand", first + MAX_TEXT + 1)
    while i < end:
        if text[i] == " ":
            i += 1
            continue
        if text[i] == "1" and i + 1 < end and text[i + 1] == "0":
            rank = rank_of("T")
            i += 1
        else:
            rank = rank_of(text[i])
        if rank < 0:
            raise ParseError(f"{text[i]!r} is no card; cards are {SYMBOLS} and 10", i + 1)
        word += <uint64_t>1 << (4 * rank)
        if not hand_fits(word):
            raise ParseError(
                f"a hand holds at most {12 if rank < 13 else 3} cards {SYMBOLS[rank]}", i + 1)
        i += 1
    return word


cdef int parse_move(str text, const Packed* rules, uint64_t* out) except -1:
    """Write the moves that a text can be to `out` (MAX_READINGS words), return their number.

    Without a + cards that can be read without kickers are read so. `rules` NULL: any rules.
    """
    cdef uint64_t body = 0
    cdef uint64_t cards
    cdef Py_ssize_t plus
    cdef int n, i
    cdef int found = 0
    if text == "-":
        out[0] = 0
        return 1
    plus = text.find("+")
    if plus < 0:
        cards = parse_cards(text, 0, len(text))
        if cards == 0:
            raise ParseError("no cards; to pass is written -", 1)
    else:
        body = parse_cards(text, 0, plus)
        cards = parse_cards(text, plus + 1, len(text))
        if body == 0 or cards == 0:
            raise ParseError("a + stands between a body and its kickers", plus + 1)
        if not sum_fits(body, cards):
            raise ParseError("more cards of one rank than a hand holds", plus + 1)
        cards += body
    n = readings(rules, cards, out)
    for i in range(n):
        if body == 0 and not WINGS[<int>(out[i] >> 60)]:
            out[0] = out[i]
            return 1
        if body == 0 or (body_of(out[i]) == body and WINGS[<int>(out[i] >> 60)]):
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
