"""Hands, moves and lists of moves as Python values.

The C modules below know words only: `_packed` (rules), `_reading` (what cards are), `_legal`
(which moves there are) and `_text`. Here words become values, and input from outside is checked.
"""

cimport cython
from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.stdint cimport int64_t, uint64_t
from libc.stdlib cimport free
from libc.string cimport memcmp, memcpy

from ddz._bits cimport CARDS, total, within
from ddz._buffers cimport show_words
from ddz._legal cimport count_words, list_somewhere
from ddz._packed cimport *
from ddz._reading cimport (
    MAX_READINGS, body_of, hand_fits, precedes, shape_of, sum_fits,
)
from ddz._wordmap cimport map_expect, map_expect_value, map_fill, map_find, map_free
from ddz._text cimport SYMBOLS, format_cards, format_move, named, parse_cards, parse_move

from enum import Enum, IntEnum
from operator import index as index_of

from ddz.errors import AmbiguousMoveError, DdzError, IllegalMoveError, Reason, shown
from ddz.rules import RULES

cdef enum:
    MAX_INTERNED = 1 << 17
    STACK_WORDS = 4096
    AHEAD = 6   # how many moves early an iterator begins to load what finds a move

cdef object CLASSIC = RULES["classic"]
cdef PackedRules CLASSIC_PACKED = packed(CLASSIC)


class Rank(IntEnum):
    """The ranks in their order as single cards; suits never matter.

    >>> str(Rank.TEN), Rank.TWO > Rank.ACE
    ('T', True)
    """

    THREE = 0
    FOUR = 1
    FIVE = 2
    SIX = 3
    SEVEN = 4
    EIGHT = 5
    NINE = 6
    TEN = 7
    JACK = 8
    QUEEN = 9
    KING = 10
    ACE = 11
    TWO = 12
    BLACK_JOKER = 13
    RED_JOKER = 14

    def __str__(self):
        return SYMBOLS[self.value]

    def __format__(self, spec):
        return format(str(self), spec)


class Kind(IntEnum):
    """The kinds of moves. FOUR_TWO_* of length 2 and more are FOUR_CHAINs with kickers.

    >>> str(Kind.TRIO_SOLO_CHAIN), Kind.TRIO_SOLO_CHAIN.chinese
    ('trio_solo_chain', '飞机带单')
    """

    PASS = K_PASS
    SOLO = K_SOLO
    PAIR = K_PAIR
    TRIO = K_TRIO
    TRIO_SOLO = K_TRIO_SOLO
    TRIO_PAIR = K_TRIO_PAIR
    SOLO_CHAIN = K_SOLO_CHAIN
    PAIR_CHAIN = K_PAIR_CHAIN
    TRIO_CHAIN = K_TRIO_CHAIN
    TRIO_SOLO_CHAIN = K_TRIO_SOLO_CHAIN
    TRIO_PAIR_CHAIN = K_TRIO_PAIR_CHAIN
    FOUR_TWO_SOLO = K_FOUR_TWO_SOLO
    FOUR_TWO_PAIR = K_FOUR_TWO_PAIR
    BOMB = K_BOMB
    ROCKET = K_ROCKET
    FOUR_CHAIN = K_FOUR_CHAIN

    @property
    def chinese(self):
        """The Chinese name."""
        return _CHINESE[self.value]

    def __str__(self):
        return self.name.lower()

    def __format__(self, spec):
        return format(str(self), spec)


cdef tuple _CHINESE = (
    "不出", "单张", "对子", "三张", "三带一", "三带一对", "顺子", "连对", "飞机",
    "飞机带单", "飞机带对", "四带二", "四带两对", "炸弹", "火箭", "航天飞机",
)
cdef tuple KINDS = tuple(Kind)
cdef tuple RANKS = tuple(Rank)


# -- input from outside -----------------------------------------------------------------------

cdef str exact_text(object text):
    """A text as a plain str: subclasses such as numpy.str_ and StrEnum are texts too."""
    return text if type(text) is str else str.__str__(text)


cdef uint64_t word_of(object value, str what) except? 1:
    """An integer of at most 64 bits."""
    if isinstance(value, (bool, Enum)) or not hasattr(type(value), "__index__"):
        raise TypeError(f"{what}, not {shown(value)}")
    try:
        number = int(index_of(value))
    except TypeError as error:  # numpy's arrays have __index__, most of them in vain
        raise TypeError(f"{what}, not {shown(value)}") from error
    if number < 0:
        raise DdzError(f"{what}, and not negative as {shown(number)}")
    if number >> 64:
        raise DdzError(f"{what} of 64 bits, not of {number.bit_length()}")
    return number


cdef uint64_t hand_word(object value) except? 1:
    """The cards of what stands for a hand: a Hand, a text or a word."""
    cdef uint64_t word
    cdef str text
    if type(value) is Hand:
        return (<Hand>value).word
    if isinstance(value, str):
        text = exact_text(value)
        return parse_cards(text, 0, len(text))
    word = word_of(value, "a hand is a Hand, a text or an integer word")
    if not hand_fits(word):
        if word & ~CARDS:
            raise DdzError(f"{word:#x} is no hand: bits outside CARDS_MASK are set")
        raise DdzError(f"{word:#x} is no hand: more than 12 of a rank or 3 of a joker")
    return word


cdef uint64_t cards_word(object value) except? 1:
    """The cards of a Hand, a Move, a text or a word."""
    if type(value) is Move:
        return (<Move>value).word & CARDS
    return hand_word(value)


cdef uint64_t move_text(str text, PackedRules rules) except? 1:
    """The word of a move's text under the rules; None: under any."""
    cdef uint64_t[MAX_READINGS] out
    cdef uint64_t body
    cdef uint64_t cards = parse_move(text, &body)
    cdef int i, n
    if rules is not None:
        check_deck(rules, cards)
    n = named(NULL if rules is None else &rules.c, cards, body, out)
    if n == 1:
        return out[0]
    if n == 0:
        raise IllegalMoveError(f"{shown(text)} is not a combination", Reason.NOT_A_COMBINATION)
    raise AmbiguousMoveError(
        f"{shown(text)} can be read in {n} ways: write a + before the kickers",
        tuple([move_from_word(out[i]) for i in range(n)]))


cdef uint64_t move_word(object value, PackedRules rules) except? 1:
    """The word of what stands for a move: a Move, a text (read by the rules) or a word."""
    cdef uint64_t word
    if type(value) is Move:
        return (<Move>value).word
    if isinstance(value, str):
        return move_text(exact_text(value), rules)
    word = word_of(value, "a move is a Move, a text or an integer word")
    if shape_of(word).kind < 0:
        raise IllegalMoveError(
            f"the word {word:#x} is the shape of no move", Reason.NOT_A_COMBINATION)
    return word


cdef PackedRules packed_rules(object rules):
    return CLASSIC_PACKED if rules is CLASSIC else packed(rules)


cdef int check_deck(PackedRules rules, uint64_t word) except -1:
    """Refuse cards that the deck does not hold."""
    cdef int rank, n, deck
    if within(word & CARDS, rules.c.deck):
        return 0
    for rank in range(15):
        n = (word & CARDS) >> (4 * rank) & 15
        deck = rules.c.deck >> (4 * rank) & 15
        if n > deck:
            raise IllegalMoveError(
                f"{format_cards(word & CARDS)!r} has {n} cards {SYMBOLS[rank]}, the deck {deck}",
                Reason.NOT_IN_DECK)
    return 0


# -- values -----------------------------------------------------------------------------------

@cython.final
@cython.freelist(64)
cdef class Hand:
    """An immutable multiset of ranks: the cards a player holds.

    Args:
        cards: a text, a word (4 bits a rank, `3` lowest, `R` in bits 56-59) or a Hand. A text
            reads 3 to 9, T or 10, J, Q, K, A, 2, B (black joker), R (red joker) in any order,
            upper or lower case, with spaces.

    Raises:
        ParseError: a text that is no hand, with the column.
        DdzError: a word that is no hand.
        TypeError: another type.

    `int(hand)` is the word, `hand[rank]` a count, iteration yields the rank of each card. A hand
    is at most 12 of a rank and 3 of a joker; what a deck holds is for the rules to say. `<=` is
    inclusion, and `in` takes a Hand, a Move or a Rank.

    >>> hand = Hand("2 10 10 3")
    >>> hand, len(hand), hand[Rank.TEN]
    (Hand('3TT2'), 4, 2)
    >>> hand - Hand("TT") + Hand("BR")
    Hand('32BR')
    """

    def __cinit__(self, cards=""):
        self.word = hand_word(cards)

    @staticmethod
    def from_counts(counts):
        """Make a hand from fifteen counts, `3` first.

        Args:
            counts: a sequence, an array or another iterable of 15 integers in order.

        Raises:
            DdzError: not 15 counts, or a count below 0, above 12 or, of a joker, above 3.
            TypeError: a count that is no integer; a set, a dict or a Hand.

        >>> Hand.from_counts([1, 0, 2] + [0] * 12)
        Hand('355')
        """
        cdef uint64_t word = 0
        cdef int rank = 0
        if isinstance(counts, (set, frozenset, dict, Hand)):
            raise TypeError(f"counts are 15 integers in order, not {shown(counts)}")
        for count in counts:
            if rank == 15:
                raise DdzError("a hand has 15 counts, not more")
            n = word_of(count, "a count is an integer")
            if n > (12 if rank < 13 else 3):
                raise DdzError(f"{n} cards {SYMBOLS[rank]} are more than a hand can hold")
            word |= <uint64_t>n << (4 * rank)
            rank += 1
        if rank < 15:
            raise DdzError(f"a hand has 15 counts, not {rank}")
        return hand_from_word(word)

    @property
    def counts(self):
        """The fifteen counts as a tuple, `3` first."""
        return tuple([<int>(self.word >> (4 * rank)) & 15 for rank in range(15)])

    def __len__(self):
        return total(self.word)

    def __bool__(self):
        return self.word != 0

    def __int__(self):
        return self.word

    def __getitem__(self, rank):
        if not hasattr(type(rank), "__index__"):
            raise TypeError(f"hand[rank] takes a Rank, not {shown(rank)}")
        n = int(index_of(rank))
        if not 0 <= n < 15:
            raise IndexError(f"ranks are 0 to 14, not {shown(n)}")
        return <int>(self.word >> <int>(4 * n)) & 15

    __reversed__ = None      # hand[rank] is a count: this would reverse the counts
    __array_ufunc__ = None   # numpy must not take a hand for a sequence of numbers

    def __iter__(self):
        ranks = []
        for rank in range(15):
            ranks += [RANKS[rank]] * <int>((self.word >> (4 * rank)) & 15)
        return iter(ranks)

    def __contains__(self, cards):
        if type(cards) is Rank:
            return (self.word >> <int>(4 * cards)) & 15 != 0
        if not isinstance(cards, (Hand, Move)):
            raise TypeError(f"a hand contains hands, moves and ranks, not {shown(cards)}")
        return within(cards_word(cards), self.word)

    def __add__(self, other):
        if not isinstance(other, (Hand, Move)):
            return NotImplemented
        if not sum_fits(self.word, cards_word(other)):
            raise DdzError(f"{self!r} + {other!r} has more of a rank than a hand can hold")
        return hand_from_word(self.word + cards_word(other))

    def __sub__(self, other):
        if not isinstance(other, (Hand, Move)):
            return NotImplemented
        if not within(cards_word(other), self.word):
            raise IllegalMoveError(f"{other!r} is not in {self!r}", Reason.NOT_IN_HAND)
        return hand_from_word(self.word - cards_word(other))

    def __eq__(self, other):
        if not isinstance(other, Hand):
            return NotImplemented
        return self.word == (<Hand>other).word

    def __le__(self, other):
        if not isinstance(other, Hand):
            return NotImplemented
        return within(self.word, (<Hand>other).word)

    def __lt__(self, other):
        if not isinstance(other, Hand):
            return NotImplemented
        return self.word != (<Hand>other).word and within(self.word, (<Hand>other).word)

    def __ge__(self, other):
        if not isinstance(other, Hand):
            return NotImplemented
        return within((<Hand>other).word, self.word)

    def __gt__(self, other):
        if not isinstance(other, Hand):
            return NotImplemented
        return self.word != (<Hand>other).word and within((<Hand>other).word, self.word)

    def __hash__(self):
        return hash(self.word)

    def __str__(self):
        return format_cards(self.word)

    def __format__(self, spec):
        return format(str(self), spec)

    def __repr__(self):
        return f"Hand({format_cards(self.word)!r})"

    def __reduce__(self):
        return Hand, (self.word,)


@cython.final
@cython.freelist(64)
cdef class Move:
    """An immutable combination under one reading, or PASS.

    Args:
        word: the cards as in a Hand, the Kind in bits 60-63, and in bits 54-55 how many possible
            bodies of that kind lie above this one in the same cards; or a Move.

    Raises:
        IllegalMoveError: a word that is the shape of no move under any rules.
        DdzError: an integer that is no word.
        TypeError: another type.

    >>> move = Move.parse("333444+56")
    >>> move.kind, move.length, move.rank, move.kickers
    (<Kind.TRIO_SOLO_CHAIN: 9>, 2, <Rank.FOUR: 1>, Hand('56'))
    >>> Move(int(move)) == move
    True
    """

    def __cinit__(self, word):
        if isinstance(word, str):
            raise TypeError(f"Move() takes a word, Move.parse a text: {shown(word)}")
        self.word = move_word(word, None)

    @staticmethod
    def parse(text, rules=None):
        """Read a move from its text.

        Args:
            text: cards as `Hand` reads them, with a `+` between body and kickers if the cards
                alone have several readings; without a `+` a reading without kickers is
                preferred. `-` is PASS.
            rules: the Rules it must be a move of; None = of any.

        Raises:
            ParseError: a text that is no cards.
            IllegalMoveError: cards that are no move, or more than the deck holds.
            AmbiguousMoveError: more than one reading; its `moves` are the choices.
            TypeError: not a text.

        >>> Move.parse("3333+4444").kind, Move.parse("33334444").kind
        (<Kind.FOUR_TWO_PAIR: 12>, <Kind.FOUR_CHAIN: 15>)
        """
        if not isinstance(text, str):
            raise TypeError(f"Move.parse takes a text, not {shown(text)}")
        return move_from_word(
            move_text(exact_text(text), None if rules is None else packed_rules(rules)))

    @property
    def kind(self):
        """The Kind."""
        return KINDS[<int>(self.word >> 60)]

    @property
    def rank(self):
        """The highest rank of the body, in a chain of its top place (A2345: 5); None of PASS."""
        if self.word == 0:
            return None
        return RANKS[shape_of(self.word).rank]

    @property
    def length(self):
        """The number of chained groups; 1 where there is no chain."""
        return shape_of(self.word).length

    @property
    def cards(self):
        """All cards, as a Hand."""
        return hand_from_word(self.word & CARDS)

    @property
    def body(self):
        """The cards without the kickers, as a Hand."""
        return hand_from_word(body_of(self.word))

    @property
    def kickers(self):
        """The kickers, as a Hand."""
        return hand_from_word((self.word & CARDS) - body_of(self.word))

    def __len__(self):
        return total(self.word & CARDS)

    def __bool__(self):
        return self.word != 0

    def __int__(self):
        return self.word

    def __eq__(self, other):
        if not isinstance(other, Move):
            return NotImplemented
        return self.word == (<Move>other).word

    def __hash__(self):
        return hash(self.word)

    def __str__(self):
        return format_move(self.word, False)

    def __format__(self, spec):
        """Format as text; `+` first in the spec: with a + before the kickers in any case.

        >>> f"{Move.parse('3334'):+}"
        '333+4'
        """
        if spec.startswith("+"):
            return format(format_move(self.word, True), spec[1:])
        return format(str(self), spec)

    def __repr__(self):
        return f"Move.parse({format_move(self.word, False)!r})"

    def __reduce__(self):
        return Move, (self.word,)


cdef Hand hand_from_word(uint64_t word):
    """A Hand of a word known to be one."""
    cdef Hand hand = Hand.__new__(Hand)
    hand.word = word
    return hand


cdef Move move_from_word(uint64_t word):
    """A Move of a word known to be one."""
    cdef Move move = Move.__new__(Move, PASS)
    move.word = word
    return move


CARDS_MASK = CARDS
PASS = Move(0)


# -- lists of moves -----------------------------------------------------------------------------

@cython.final
cdef class _Interned:
    """All moves of one rule set as objects, found by word; read-only once made."""

    def __cinit__(self, MoveList moves not None):
        cdef Py_ssize_t i
        cdef int64_t* places = <int64_t*>PyMem_Malloc(max(moves.n, 1) * sizeof(int64_t))
        if places is NULL:
            raise MemoryError
        try:
            self.moves = tuple([move_from_word(moves.data[i]) for i in range(moves.n)])
            for i in range(moves.n):
                places[i] = <int64_t><void*>self.moves[i]
            map_fill(&self.found, moves.data, places, moves.n)
        finally:
            PyMem_Free(places)

    def __dealloc__(self):
        map_free(&self.found)


cdef _Interned interned(PackedRules rules):
    """The interned moves of a rule set, made once; None if there are too many."""
    found = rules.kept.get("moves")
    if found is None:
        found = False
        if count_words(&rules.c, rules.c.deck, 0) <= MAX_INTERNED:
            found = _Interned(list_for(rules, rules.c.deck, 0))
        found = rules.kept.setdefault("moves", found)
    return found or None


# Nothing a list refers to can refer to the list, so that the garbage collector need not know it.
# It must not: it would take a slice's owner away before `__dealloc__` asks for it
@cython.final
@cython.no_gc
@cython.freelist(16)
cdef class MoveList:
    """An immutable sequence of moves over a buffer of words.

    The verbs return it in the order of moves: PASS, then by kind, length, rank and kickers, so
    that `in` takes O(log n). Moves of one rule set are interned: equal ones are one object.

    Args:
        moves: an iterable of Moves, kept in its order.

    Raises:
        TypeError: an element that is no Move.

    >>> from ddz import legal_moves
    >>> moves = legal_moves("33344")
    >>> len(moves), moves[0], Move.parse("33344") in moves
    (7, Move.parse('3'), True)
    >>> bytes(moves[:1]) == (int(moves[0])).to_bytes(8, "little")
    True
    """

    def __cinit__(self, moves=None):
        cdef Py_ssize_t i
        self.ordered = True
        if moves is None:
            return
        moves = [move for move in moves]  # a length may lie, and list() would believe it
        for move in moves:
            if type(move) is not Move:
                raise TypeError(f"a MoveList holds Moves, not {shown(move)}")
        self.allot(len(moves))
        for i in range(self.n):
            self.data[i] = (<Move>moves[i]).word
            if i and not precedes(self.data[i - 1], self.data[i]):
                self.ordered = False

    cdef int allot(self, Py_ssize_t n) except -1:
        self.data = <uint64_t*>PyMem_Malloc(max(n, 1) * sizeof(uint64_t))
        if self.data is NULL:
            raise MemoryError
        self.n = n
        return 0

    def __dealloc__(self):
        if self.owner is None:
            PyMem_Free(self.data)

    cdef Move at(self, Py_ssize_t i):
        cdef uint64_t word = self.data[i]
        cdef int64_t place = -1
        if word == 0:
            return PASS
        if self.interned is None and self.rules is not None:
            self.interned = interned(self.rules)
        if self.interned is not None:
            place = map_find(&self.interned.found, word)
        return move_from_word(word) if place == -1 else <Move><void*>place

    @property
    def words(self):
        """The words as a read-only numpy array, uint64 of shape (len,), without a copy."""
        return _asarray()(self)

    def __len__(self):
        return self.n

    def __getitem__(self, index):
        cdef MoveList part
        cdef Py_ssize_t i
        if type(index) is int and -self.n <= index < self.n:
            i = index
            return self.at(i if i >= 0 else i + self.n)
        if isinstance(index, slice):
            places = range(*index.indices(self.n))
            if places.step != 1:
                part = MoveList([self.at(i) for i in places])
                part.rules = self.rules
                return part
            part = MoveList.__new__(MoveList)
            part.rules = self.rules
            part.owner = self if self.owner is None else self.owner
            part.n = len(places)
            part.data = self.data + (<Py_ssize_t>places.start if places else 0)
            part.ordered = self.ordered
            return part
        if not hasattr(type(index), "__index__"):
            raise TypeError(f"moves[i] takes an integer or a slice, not {shown(index)}")
        place = int(index_of(index))
        if not -self.n <= place < self.n:
            raise IndexError(f"move {shown(place)} of {self.n}")
        return self.at(place if place >= 0 else place + self.n)

    def __iter__(self):
        return _MoveIterator(self)

    def __contains__(self, move):
        return self.find(move) >= 0

    cdef Py_ssize_t find(self, object move) except -2:
        """The first position of a move, -1 if it is not in the list."""
        cdef Py_ssize_t low = 0, high = self.n, middle
        cdef uint64_t word
        if type(move) is not Move:
            raise TypeError(f"a MoveList holds Moves, not {shown(move)}")
        word = (<Move>move).word
        if self.ordered:
            while low < high:
                middle = (low + high) // 2
                if precedes(self.data[middle], word):
                    low = middle + 1
                else:
                    high = middle
            return low if low < self.n and self.data[low] == word else -1
        for low in range(self.n):
            if self.data[low] == word:
                return low
        return -1

    def index(self, move, start=0, stop=None):
        """The position of a move.

        Args:
            move: a Move.
            start, stop: where to look, as in a slice; stop None = to the end.

        Raises:
            DdzError: it is not there.
            TypeError: not a Move.
        """
        cdef Py_ssize_t i = (<MoveList>self[start:stop]).find(move)
        if i < 0:
            raise DdzError(f"{move!r} is not in the list")
        return i + slice(start, stop).indices(self.n)[0]

    def count(self, move):
        """How often a move is in the list."""
        cdef Py_ssize_t i
        if self.find(move) < 0:
            return 0
        return sum([self.data[i] == (<Move>move).word for i in range(self.n)])

    def __getbuffer__(self, Py_buffer* view, int flags):
        show_words(view, flags, self, self.data, &self.n, True)

    def __eq__(self, other):
        if not isinstance(other, MoveList):
            return NotImplemented
        if self.n == 0 or self.n != (<MoveList>other).n:
            return self.n == (<MoveList>other).n
        return memcmp(self.data, (<MoveList>other).data, self.n * sizeof(uint64_t)) == 0

    def __hash__(self):
        return hash(tuple([self.data[i] for i in range(self.n)]))

    def __str__(self):
        return " ".join([format_move(self.data[i], False) for i in range(self.n)])

    def __repr__(self):
        cdef Py_ssize_t i
        first = [repr(move_from_word(self.data[i])) for i in range(min(self.n, 4))]
        return f"<{self.n} moves: {', '.join(first)}{', ...' if self.n > 4 else ''}>"

    def __reduce__(self):
        rules = None if self.rules is None else self.rules.rules
        return _restore_list, ([self.data[i] for i in range(self.n)], rules)


def _restore_list(words, rules):
    """Unpickle a MoveList."""
    cdef MoveList moves = MoveList([Move(word) for word in words])
    moves.rules = None if rules is None else packed_rules(rules)
    return moves


@cython.final
@cython.no_gc
@cython.freelist(4)
cdef class _MoveIterator:
    cdef MoveList moves
    cdef Py_ssize_t i

    def __cinit__(self, MoveList moves not None):
        self.moves = moves

    def __iter__(self):
        return self

    def __next__(self):
        cdef MoveList moves = self.moves
        cdef Py_ssize_t i = self.i
        cdef int64_t place
        if i >= moves.n:
            raise StopIteration
        self.i = i + 1
        if moves.interned is None:
            return moves.at(i)
        if i + AHEAD < moves.n:
            map_expect(&moves.interned.found, moves.data[i + AHEAD])
            map_expect_value(&moves.interned.found, moves.data[i + AHEAD // 2])
        place = map_find(&moves.interned.found, moves.data[i])
        return moves.at(i) if place == -1 else <object><void*>place

    def __length_hint__(self):
        return self.moves.n - self.i


cdef object ASARRAY = None


cdef object _asarray():
    """numpy.asarray; numpy is imported when an array is asked for, it takes longest of all."""
    global ASARRAY
    if ASARRAY is None:
        import numpy
        ASARRAY = numpy.asarray
    return ASARRAY


cdef MoveList list_for(PackedRules rules, uint64_t hand, uint64_t to_beat):
    """The legal moves of a hand that fits the deck."""
    cdef uint64_t[STACK_WORDS] stack
    cdef MoveList moves = MoveList.__new__(MoveList)
    cdef Py_ssize_t n
    cdef uint64_t* words = list_somewhere(&rules.c, hand, to_beat, stack, STACK_WORDS, &n)
    if words is NULL:
        raise MemoryError
    moves.rules = rules
    try:
        moves.allot(n)
        memcpy(moves.data, words, n * sizeof(uint64_t))
    finally:
        if words is not stack:
            free(words)
    return moves
