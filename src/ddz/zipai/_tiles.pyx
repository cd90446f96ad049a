"""Tiles, multisets of tiles and melds as Python values."""

cimport cython
from libc.stdint cimport uint64_t

from ddz.zipai._words cimport *

from enum import Enum, IntEnum
from operator import index as index_of

from ddz.errors import DdzError, ParseError, shown

cdef enum:
    MAX_TEXT = 512   # characters: all eighty tiles as tokens with spaces

cdef str SYMBOLS = "一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾"
cdef str DIGITS = "123456789T"
cdef dict TILE_OF = {symbol: tile for tile, symbol in enumerate(SYMBOLS)}
TILE_OF.update({"貳": 11, "參": 12, "叄": 12, "陸": 15})


class Tile(IntEnum):
    """The twenty kinds of tiles: small (S) and big (B) one to ten.

    >>> str(Tile.S1), str(Tile.B10), Tile.B10.text, Tile.B10.red
    ('一', '拾', 'Tb', True)
    """

    S1 = 0
    S2 = 1
    S3 = 2
    S4 = 3
    S5 = 4
    S6 = 5
    S7 = 6
    S8 = 7
    S9 = 8
    S10 = 9
    B1 = 10
    B2 = 11
    B3 = 12
    B4 = 13
    B5 = 14
    B6 = 15
    B7 = 16
    B8 = 17
    B9 = 18
    B10 = 19

    @staticmethod
    def parse(text):
        """Read one tile.

        Args:
            text: a Chinese numeral, or its number (1 to 9, T) and `s` (small) or `b` (big).

        Raises:
            ParseError: a text that is not one tile.
            TypeError: not a text.

        >>> Tile.parse("陸"), Tile.parse("6b")
        (<Tile.B6: 15>, <Tile.B6: 15>)
        """
        word = tiles_word(text) if isinstance(text, str) else 0
        if not isinstance(text, str):
            raise TypeError(f"Tile.parse takes a text, not {shown(text)}")
        if total(word) != 1:
            raise ParseError(f"{shown(text)} is not one tile", 1)
        return _TILES[lowest_tile(word)]

    @property
    def number(self):
        """Its number, 1 to 10."""
        return self.value % 10 + 1

    @property
    def big(self):
        """Whether it is a big tile (大字)."""
        return self.value >= 10

    @property
    def red(self):
        """Whether it is red: two, seven and ten of both sizes."""
        return self.value % 10 in (1, 6, 9)

    @property
    def text(self):
        """Its text without Chinese: `1s`, `Tb`."""
        return DIGITS[self.value % 10] + ("b" if self.value >= 10 else "s")

    def __str__(self):
        return SYMBOLS[self.value]

    def __format__(self, spec):
        return format(str(self), spec)


class MeldKind(IntEnum):
    """The kinds of melds (门子).

    >>> str(MeldKind.CHOU_WEI), MeldKind.CHOU_WEI.chinese
    ('chou_wei', '臭拽')
    """

    PENG = M_PENG
    KAN = M_KAN
    WEI = M_WEI
    CHOU_WEI = M_CHOU_WEI
    PAO = M_PAO
    TI = M_TI
    RUN = M_RUN
    MIXED = M_MIXED
    PAIR = M_PAIR

    @property
    def chinese(self):
        """The Chinese name."""
        return _CHINESE[self.value]

    def __str__(self):
        return self.name.lower()

    def __format__(self, spec):
        return format(str(self), spec)


cdef tuple _CHINESE = ("", "碰", "坎", "拽", "臭拽", "跑", "倾", "连子", "垛", "对")
cdef tuple _TILES = tuple(Tile)
cdef tuple _KINDS = (None, *MeldKind)


# -- text -------------------------------------------------------------------------------------

cdef uint64_t parse_tiles(str text) except? 1:
    cdef uint64_t word = 0
    cdef Py_ssize_t i = 0
    cdef int tile
    if len(text) > MAX_TEXT:
        raise ParseError(f"{len(text)} characters are longer than any hand", MAX_TEXT + 1)
    while i < len(text):
        if text[i] == " ":
            i += 1
            continue
        length = 1
        found = TILE_OF.get(text[i])
        if found is None:
            length = 2
            found = _token(text[i:i + 2])
        if found is None:
            raise ParseError(
                f"{shown(text[i:i + 2])} is no tile; tiles are {SYMBOLS}, 1s to 9s, Ts, "
                "1b to 9b, Tb", i + 1)
        tile = found
        if count_of(word, tile) == 4:
            raise ParseError(f"a fifth {SYMBOLS[tile]}: there are four", i + 1)
        word += <uint64_t>1 << (3 * tile)
        i += length
    return word


cdef object _token(str token):
    """The tile of a text such as 1s, or None."""
    if len(token) != 2 or token[1] not in "sbSB":
        return None
    place = DIGITS.find(token[0].upper())
    return None if place < 0 else place + (10 if token[1] in "bB" else 0)


cdef str text_of(uint64_t word):
    return "".join([SYMBOLS[tile] * count_of(word, tile) for tile in range(TILES)])


# -- what callers pass ------------------------------------------------------------------------

cdef bint is_number(object value):
    """Whether a value is an integer, and no member of an enumeration, which names something."""
    return hasattr(type(value), "__index__") and not isinstance(value, (bool, Enum))


cdef uint64_t tiles_word(object value) except? 1:
    """The word of a Tiles, a text or a word."""
    if isinstance(value, Tiles):
        return (<Tiles>value).word
    if isinstance(value, str):
        return parse_tiles(str(value))
    if not is_number(value):
        raise TypeError(f"tiles are Tiles, a text or a word, not {shown(value)}")
    number = index_of(value)
    if not 0 <= number <= ALL or not is_tiles(number):
        raise DdzError(f"{shown(number)} is not the word of a multiset of tiles")
    return number


cdef int tile_number(object value) except -1:
    """The number of a Tile, a text of one tile or a number."""
    if isinstance(value, str):
        return Tile.parse(str(value))
    if not is_number(value) and not isinstance(value, Tile):
        raise TypeError(f"a tile is a Tile, a text or 0 to 19, not {shown(value)}")
    number = index_of(value)
    if not 0 <= number < TILES:
        raise DdzError(f"tiles are 0 to 19, not {shown(number)}")
    return number


# -- values -----------------------------------------------------------------------------------

@cython.final
@cython.freelist(64)
cdef class Tiles:
    """An immutable multiset of tiles: what a player holds.

    Args:
        tiles: a text, a word (3 bits a tile, small one lowest, big ten in bits 57-59) or a
            Tiles. A text reads Chinese numerals, 一 to 十 small and 壹 to 拾 big (also 貳 參 叄
            陸), and `1s` to `Ts`, `1b` to `Tb`, in any order, with spaces.

    Raises:
        ParseError: a text that is no tiles, or a fifth tile of a kind, with the column.
        DdzError: a word that is no tiles.
        TypeError: another type.

    `int(tiles)` is the word, `tiles[tile]` a count, iteration yields each Tile. `<=` is
    inclusion, and `in` takes a Tiles or a Tile.

    >>> tiles = Tiles("玖一一 Tb")
    >>> tiles, len(tiles), tiles[Tile.S1], tiles.text
    (Tiles('一一玖拾'), 4, 2, '1s1s9bTb')
    >>> tiles - Tiles("一拾") + Tiles("二")
    Tiles('一二玖')
    """

    def __cinit__(self, tiles=""):
        self.word = tiles_word(tiles)

    @staticmethod
    def from_counts(counts):
        """Make a multiset from twenty counts, small one first.

        Args:
            counts: an iterable of 20 integers, 0 to 4.

        Raises:
            DdzError: not 20 counts, or a count below 0 or above 4.
            TypeError: a count that is no integer.

        >>> Tiles.from_counts([1, 0, 2] + [0] * 17)
        Tiles('一三三')
        """
        cdef uint64_t word = 0
        cdef int tile = 0
        for count in counts:
            if tile == TILES:
                raise DdzError("tiles have 20 counts, not more")
            if not is_number(count):
                raise TypeError(f"a count is an integer, not {shown(count)}")
            n = index_of(count)
            if not 0 <= n <= 4:
                raise DdzError(f"there are 0 to 4 tiles {SYMBOLS[tile]}, not {shown(n)}")
            word |= <uint64_t>n << (3 * tile)
            tile += 1
        if tile < TILES:
            raise DdzError(f"tiles have 20 counts, not {tile}")
        return tiles_from_word(word)

    @property
    def counts(self):
        """The twenty counts as a tuple, small one first."""
        return tuple([count_of(self.word, tile) for tile in range(TILES)])

    @property
    def text(self):
        """The tiles without Chinese: `1s1s9bTb`."""
        return "".join([tile.text for tile in self])

    @property
    def red(self):
        """How many are red: two, seven and ten of both sizes."""
        return total(self.word & RED)

    def __len__(self):
        return total(self.word)

    def __bool__(self):
        return self.word != 0

    def __int__(self):
        return self.word

    def __getitem__(self, tile):
        if not is_number(tile) and not isinstance(tile, Tile):
            raise TypeError(f"tiles[tile] takes a Tile, not {shown(tile)}")
        n = index_of(tile)
        if not 0 <= n < TILES:
            raise IndexError(f"tiles are 0 to 19, not {shown(n)}")
        return count_of(self.word, n)

    __reversed__ = None      # tiles[tile] is a count: this would reverse the counts
    __array_ufunc__ = None   # numpy must not take tiles for a sequence of numbers

    def __iter__(self):
        tiles = []
        for tile in range(TILES):
            tiles += [_TILES[tile]] * count_of(self.word, tile)
        return iter(tiles)

    def __contains__(self, tiles):
        if isinstance(tiles, Tile):
            return count_of(self.word, tiles) != 0
        if not isinstance(tiles, Tiles):
            raise TypeError(f"tiles contain Tiles and Tile, not {shown(tiles)}")
        return within((<Tiles>tiles).word, self.word)

    def __add__(self, other):
        cdef uint64_t word
        if not isinstance(self, Tiles) or not isinstance(other, Tiles):
            return NotImplemented
        for tile in range(TILES):
            if count_of((<Tiles>self).word, tile) + count_of((<Tiles>other).word, tile) > 4:
                raise DdzError(f"{self!r} + {other!r} has more than four {SYMBOLS[tile]}")
        word = (<Tiles>self).word + (<Tiles>other).word
        return tiles_from_word(word)

    def __sub__(self, other):
        if not isinstance(self, Tiles) or not isinstance(other, Tiles):
            return NotImplemented
        if not within((<Tiles>other).word, (<Tiles>self).word):
            raise DdzError(f"{other!r} is not in {self!r}")
        return tiles_from_word((<Tiles>self).word - (<Tiles>other).word)

    def __eq__(self, other):
        if not isinstance(other, Tiles):
            return NotImplemented
        return self.word == (<Tiles>other).word

    def __le__(self, other):
        if not isinstance(other, Tiles):
            return NotImplemented
        return within(self.word, (<Tiles>other).word)

    def __lt__(self, other):
        if not isinstance(other, Tiles):
            return NotImplemented
        return self.word != (<Tiles>other).word and within(self.word, (<Tiles>other).word)

    def __ge__(self, other):
        if not isinstance(other, Tiles):
            return NotImplemented
        return within((<Tiles>other).word, self.word)

    def __gt__(self, other):
        if not isinstance(other, Tiles):
            return NotImplemented
        return self.word != (<Tiles>other).word and within((<Tiles>other).word, self.word)

    def __hash__(self):
        return hash(self.word)

    def __str__(self):
        return text_of(self.word)

    def __format__(self, spec):
        return format(str(self), spec)

    def __repr__(self):
        return f"Tiles({text_of(self.word)!r})"

    def __reduce__(self):
        return Tiles, (self.word,)


cdef Tiles tiles_from_word(uint64_t word):
    """A Tiles of a word known to be one."""
    cdef Tiles tiles = Tiles.__new__(Tiles)
    tiles.word = word
    return tiles


@cython.final
cdef class Meld:
    """An immutable meld (门子): tiles of one kind of meld. Its hu is for the rules to say.

    Args:
        number: a meld's number, `int(meld)`: 20 * kind + its tile (the doubled one of a mixed
            meld; a run: 10 if big, + its lowest number - 1, + 8 for 2-7-10, + 9 for 1-5-10); or
            a Meld.

    Raises:
        DdzError: a number that is no meld's.
        TypeError: another type.

    >>> Meld.of("chi", "九玖玖")
    Meld.of('mixed', '九玖玖')
    >>> Meld(int(Meld.of("peng", "玖玖玖")))
    Meld.of('peng', '玖玖玖')
    """

    def __cinit__(self, number):
        if isinstance(number, Meld):
            self.number = (<Meld>number).number
            return
        if not is_number(number):
            raise TypeError(f"Meld() takes a number, Meld.of a kind and tiles: {shown(number)}")
        n = index_of(number)
        if not TILES <= n < MELDS:
            raise DdzError(f"melds are {TILES} to {MELDS - 1}, not {shown(n)}")
        self.number = n

    @staticmethod
    def of(kind, tiles):
        """Make a meld of a kind from its tiles.

        Args:
            kind: a MeldKind, its name (`peng`, `chou_wei`, ...) or its Chinese name; `chi` (吃)
                takes any run or mixed meld.
            tiles: a Tiles, a text or a word.

        Raises:
            DdzError: no such kind, or tiles that are no such meld.
            ParseError, TypeError: as `Tiles` raises them.

        >>> Meld.of("peng", "玖玖玖").kind
        <MeldKind.PENG: 1>
        """
        cdef uint64_t word = tiles_word(tiles)
        if isinstance(kind, str):
            kinds = _NAMES.get(str(kind))
            if kinds is None:
                raise DdzError(f"no meld is called {shown(kind)}: {', '.join(_NAMES)}")
        elif isinstance(kind, MeldKind):
            kinds = (kind.value,)
        else:
            raise TypeError(f"a kind is a MeldKind or its name, not {shown(kind)}")
        for each in kinds:
            found = _NUMBERS.get((each, word))
            if found is not None:
                return _MELDS[found]
        raise DdzError(f"{text_of(word)!r} is no {kind}")

    @staticmethod
    def parse(text):
        """Read a meld: its kind as `Meld.of` takes it, a colon and its tiles.

        Raises:
            ParseError: a text without a colon, or tiles that are none.
            DdzError: no such kind, or tiles that are no such meld.
            TypeError: not a text.

        >>> Meld.parse("chi:二七十"), Meld.parse("碰:玖玖玖")
        (Meld.of('run', '二七十'), Meld.of('peng', '玖玖玖'))
        """
        if not isinstance(text, str):
            raise TypeError(f"Meld.parse takes a text, not {shown(text)}")
        kind, colon, tiles = str(text).partition(":")
        if not colon:
            raise ParseError(f"{shown(text)} has no kind; a meld is peng:玖玖玖", 1)
        try:
            return Meld.of(kind.strip(), tiles)
        except ParseError as error:
            raise ParseError(error.args[0], error.column + len(kind) + 1) from error

    @property
    def kind(self):
        """The MeldKind."""
        return _KINDS[meld_kind(self.number)]

    @property
    def tiles(self):
        """The tiles, as a Tiles."""
        return tiles_from_word(meld_word(self.number))

    @property
    def big(self):
        """Whether it counts as big: two or more of its tiles are."""
        return self.number % TILES >= NUMBERS

    def __len__(self):
        return total(meld_word(self.number))

    def __int__(self):
        return self.number

    def __eq__(self, other):
        if not isinstance(other, Meld):
            return NotImplemented
        return self.number == (<Meld>other).number

    def __hash__(self):
        return hash(self.number)

    def __str__(self):
        return f"{self.kind}:{text_of(meld_word(self.number))}"

    def __format__(self, spec):
        return format(str(self), spec)

    def __repr__(self):
        return f"Meld.of({str(self.kind)!r}, {text_of(meld_word(self.number))!r})"

    def __reduce__(self):
        return Meld, (self.number,)


cdef Meld meld_from_number(int number):
    """The Meld of a number known to be one."""
    return <Meld>_MELDS[number]


cdef tuple _MELDS = (*[None] * TILES, *[Meld(number) for number in range(TILES, MELDS)])
cdef dict _NUMBERS = {
    (meld_kind(number), meld_word(number)): number for number in range(TILES, MELDS)}
cdef dict _NAMES = {
    **{str(kind): (kind.value,) for kind in MeldKind},
    **{kind.chinese: (kind.value,) for kind in MeldKind},
    "chi": (M_RUN, M_MIXED), "吃": (M_RUN, M_MIXED), "偎": (M_WEI,), "提": (M_TI,), "龙": (M_TI,),
    "开招": (M_PAO,), "绞": (M_MIXED,),
}
