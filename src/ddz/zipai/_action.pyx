"""`Action`: what a seat may do at the table, as a Python value."""

cimport cython
from cpython.object cimport PyObject, newfunc
from libc.stdint cimport uint32_t

from ddz._close cimport close_type
from ddz.zipai._table cimport A_DISCARD, A_EAT, A_PASS, A_PENG, A_WIN
from ddz.zipai._tiles cimport Meld, meld_from_number, text_of, tile_number
from ddz.zipai._words cimport M_MIXED, M_RUN, meld_kind

from enum import StrEnum

from ddz.errors import DdzError, ParseError, shown
from ddz.zipai._tiles import Tile, Tiles

cdef enum:
    MOST_TEXT = 40   # characters: three melds, as tokens

cdef tuple _TILES = tuple(Tile)


class ActionKind(StrEnum):
    """The kinds of actions.

    >>> ActionKind.EAT.chinese
    '吃'
    """

    DISCARD = "discard"
    PENG = "peng"
    EAT = "eat"
    WIN = "win"
    PASS = "pass"

    @property
    def chinese(self):
        """The Chinese word that an action's text begins with."""
        return _CHINESE[_KINDS.index(self)]


cdef tuple _KINDS = tuple(ActionKind)
cdef tuple _CHINESE = ("打", "碰", "吃", "胡", "过")
cdef dict _PLAIN = {
    "碰": A_PENG, "peng": A_PENG, "胡": A_WIN, "win": A_WIN, "过": A_PASS, "pass": A_PASS,
    "-": A_PASS,
}


@cython.final
@cython.freelist(64)
cdef class Action:
    """What a seat does: discard a tile, peng, eat, win or pass. Immutable.

    It is made by `discard`, `eat` or `parse`; `PENG`, `WIN` and `PASS` are the others. The text is
    `打五`, `碰`, `吃四五六` (with the melds that must be laid out beside it: `吃一二三+一一壹`), `胡`
    and `过`; `text` is the same without Chinese: `discard:5s`, `peng`, `eat:4s5s6s`, `win`, `pass`.

    >>> Action.discard("五"), Action.parse("discard:5s") == Action.parse("打五")
    (Action.parse('打五'), True)
    >>> Action.parse("吃一一壹+一二三").text
    'eat:1s2s3s+1s1s1b'
    """

    @staticmethod
    def discard(tile):
        """Make a discard.

        Args:
            tile: a Tile, its text or its number.

        Raises:
            ParseError, DdzError, TypeError: as for tiles everywhere.
        """
        return action_of(A_DISCARD | <uint32_t>tile_number(tile) << 8)

    @staticmethod
    def eat(*melds):
        """Make an eat.

        Args:
            melds: one to three runs and mixed melds in any order: Melds, or their tiles as text.

        Raises:
            DdzError: another number of melds, or other melds.
            ParseError, TypeError: as `Meld.of` raises them.

        >>> print(Action.eat("一一壹", "一二三"))
        吃一二三+一一壹
        """
        cdef uint32_t word = A_EAT
        cdef int shift = 8
        if not 1 <= len(melds) <= 3:
            raise DdzError(f"an eat lays one to three melds, not {len(melds)}")
        for number in sorted([_eaten(meld) for meld in melds]):
            word |= <uint32_t>number << shift
            shift += 8
        return action_of(word)

    @staticmethod
    def parse(text):
        """Read an action.

        Args:
            text: as `str` or `text` write it; `-` is a pass, too.

        Raises:
            ParseError: a text that is no action, with the column.
            TypeError: not a text.
        """
        if not isinstance(text, str):
            raise TypeError(f"Action.parse takes a text, not {shown(text)}")
        text = str(text)
        if len(text) > MOST_TEXT:
            raise ParseError(f"{len(text)} characters are longer than any action", MOST_TEXT + 1)
        plain = _PLAIN.get(text)
        if plain is not None:
            return action_of(plain)
        for word, length in (("打", 1), ("discard:", 8), ("吃", 1), ("eat:", 4)):
            if text.startswith(word):
                return _with_tiles(text, length, word in ("打", "discard:"))
        raise ParseError(
            f"{shown(text)} is no action; actions are such as 打五, 碰, 吃四五六, 胡, 过", 1)

    @property
    def kind(self):
        """The ActionKind."""
        return _KINDS[(self.word & 255) - 1]

    @property
    def tile(self):
        """The Tile of a discard, else None."""
        return _TILES[self.word >> 8] if self.word & 255 == A_DISCARD else None

    @property
    def melds(self):
        """The Melds that an eat lays, in the order of their numbers; else ()."""
        if self.word & 255 != A_EAT:
            return ()
        numbers = (self.word >> 8 & 255, self.word >> 16 & 255, self.word >> 24)
        return tuple([meld_from_number(number) for number in numbers if number])

    @property
    def text(self):
        """The text without Chinese."""
        kind = str(self.kind)
        if self.word & 255 == A_DISCARD:
            return f"{kind}:{self.tile.text}"
        if self.word & 255 == A_EAT:
            return f"{kind}:{'+'.join([meld.tiles.text for meld in self.melds])}"
        return kind

    def __eq__(self, other):
        if not isinstance(other, Action):
            return NotImplemented
        return self.word == (<Action>other).word

    def __hash__(self):
        return hash(self.word)

    def __str__(self):
        word = self.kind.chinese
        if self.word & 255 == A_DISCARD:
            return f"{word}{self.tile}"
        return word + "+".join([str(meld.tiles) for meld in self.melds])

    def __format__(self, spec):
        return format(str(self), spec)

    def __repr__(self):
        return f"Action.parse({str(self)!r})"

    def __reduce__(self):
        return Action.parse, (str(self),)


cdef object refuse_new(type cls, PyObject* args, PyObject* kwargs):
    """What Python calls for an object that is no action; `__new__` in Cython goes past it."""
    raise TypeError("an Action is made by Action.discard, Action.eat or Action.parse")


close_type(Action, <newfunc>refuse_new)


cdef Action _made(uint32_t word):
    cdef Action action = Action.__new__(Action)
    action.word = word
    return action


# Most actions exist once
cdef tuple _DISCARDS = tuple([_made(A_DISCARD | tile << 8) for tile in range(20)])
cdef tuple _PLAINS = tuple([_made(kind) for kind in range(A_PASS + 1)])

PENG = _PLAINS[A_PENG]
WIN = _PLAINS[A_WIN]
PASS = _PLAINS[A_PASS]


cdef Action action_of(uint32_t word):
    """The Action of a word known to be one."""
    cdef int kind = word & 255
    if kind == A_DISCARD:
        return <Action>_DISCARDS[word >> 8]
    return _made(word) if kind == A_EAT else <Action>_PLAINS[kind]


cdef object _eaten(object meld):
    """The number of a run or a mixed meld."""
    cdef int kind
    if not isinstance(meld, Meld):
        return int(Meld.of("chi", meld))
    kind = meld_kind((<Meld>meld).number)
    if kind != M_RUN and kind != M_MIXED:
        raise DdzError(f"an eat lays runs and mixed melds, not {meld}")
    return (<Meld>meld).number


cdef Action _with_tiles(str text, int start, bint discard):
    """Read the tiles of a discard or an eat, which begin at an index."""
    if discard:
        try:
            return Action.discard(Tile.parse(text[start:]))
        except ParseError as error:
            raise ParseError(error.args[0], error.column + start) from None
    melds = []
    for part in text[start:].split("+"):
        try:
            tiles = Tiles(part)
            melds.append(Meld.of("chi", tiles))
        except ParseError as error:
            raise ParseError(error.args[0], error.column + start) from None
        except DdzError:
            raise ParseError(f"{text_of(int(tiles))!r} cannot be eaten", start + 1) from None
        start += len(part) + 1
    if len(melds) > 3:
        raise ParseError(f"an eat lays one to three melds, not {len(melds)}", start)
    return Action.eat(*melds)
