"""The verbs on one hand: best_hu, all_hu, waits, eats, melds, piles."""

cimport cython
from cpython.object cimport PyObject, newfunc
from libc.stdint cimport int16_t, uint64_t
from libc.string cimport memset

from ddz._close cimport close_type
from ddz.zipai._hu cimport *
from ddz.zipai._tiles cimport Meld, meld_from_number, text_of, tile_number, tiles_word
from ddz.zipai._words cimport *

from ddz.errors import DdzError, shown
from ddz.zipai._tiles import Tile, Tiles
from ddz.zipai.rules import ZIPAI_RULES
from ddz.zipai.table import SOURCES

cdef object SHAOYANG = ZIPAI_RULES["shaoyang"]
cdef tuple _TILES = tuple(Tile)
cdef tuple _SOURCES = SOURCES


# -- what callers pass ------------------------------------------------------------------------

cdef struct Question:
    uint64_t concealed
    Exposed exposed
    int[MAX_MELDS] table   # the numbers of the exposed melds
    int tile       # -1 = none
    int source
    bint refused


cdef int read_exposed(const HuRules* rules, object melds, Question* q) except -1:
    memset(&q.exposed, 0, sizeof(Exposed))
    if isinstance(melds, (str, Meld)):
        raise TypeError(f"exposed is a sequence of melds, not {shown(melds)}")
    for meld in melds:
        if isinstance(meld, str):
            meld = Meld.parse(meld)
        if not isinstance(meld, Meld):
            raise TypeError(f"exposed melds are Melds or their texts, not {shown(meld)}")
        if expose(rules, &q.exposed, (<Meld>meld).number):
            raise DdzError(no_exposed(rules, <Meld>meld))
        q.table[q.exposed.melds - 1] = (<Meld>meld).number
    return 0


cdef str no_exposed(const HuRules* rules, Meld meld):
    """Why a meld cannot lie at the table."""
    if meld_kind(meld.number) in (M_KAN, M_PAIR):
        return f"a {meld.kind} is never laid out: {meld}"
    if rules.hu[meld.number] < 0:
        return f"these rules have no meld {meld}"
    return f"with {meld} the exposed melds have more than four of a tile"


cdef int check_tiles(const HuRules* rules, Question* q) except -1:
    """Refuse five of a kind, and more tiles than a hand can have."""
    cdef uint64_t one = <uint64_t>1 << (3 * q.tile) if q.tile >= 0 else 0
    cdef int tile
    for tile in range(TILES):
        count = count_of(q.concealed, tile) + count_of(q.exposed.word, tile) + count_of(one, tile)
        if count > 4:
            raise DdzError(f"{count} tiles {text_of(<uint64_t>1 << (3 * tile))}: there are four")
    if too_many(rules, q.concealed, &q.exposed, q.tile):
        tiles = total(q.concealed) + total(q.exposed.word) + (q.tile >= 0)
        raise DdzError(
            f"{tiles} tiles are more than a hand can have: {3 * rules.most_melds}, and the melds "
            "of four")
    return 0


cdef int ask(
    const HuRules* rules, Question* q, object concealed, object exposed, object tile,
    object source, bint refused
) except -1:
    q.concealed = tiles_word(concealed)
    read_exposed(rules, exposed, q)
    q.tile = -1 if tile is None else tile_number(tile)
    if source is not None and not isinstance(source, str) or source not in _SOURCES:
        raise DdzError(f"source is self, other, discard or None, not {shown(source)}")
    q.source = _SOURCES.index(source)
    q.refused = refused
    if (q.tile < 0) != (q.source == NO_SOURCE):
        raise DdzError("a tile and its source go together: both or neither")
    return check_tiles(rules, q)


def check_hand(concealed, exposed, tile, source, rules):
    """Raise what `best_hu` raises for a hand that cannot be."""
    cdef PackedZipai p = zipai_packed(rules)
    cdef Question q
    ask(&p.c, &q, concealed, exposed, tile, source, False)


# -- results ----------------------------------------------------------------------------------

@cython.final
@cython.freelist(16)
cdef class HuResult:
    """A win: how the tiles are read, and what that counts. Made by `best_hu`, `all_hu`, `waits`.

    Attributes:
        hu: the total.
        melds: the melds (门子) as a tuple: first those at the table, in the order given.
        meld_hu: the hu of each of them.
        exposed: how many of them were at the table.
        tile: the winning tile, and `source` where it came from; None = the tiles as they stand.
        rules: the ZipaiRules.

    >>> result = best_hu("壹壹壹叁叁叁四五六七八九二二贰玖玖", ["chi:肆伍陆"], "玖", "other")
    >>> result.hu, result.piles(), str(result.winning_meld)
    (15, 2, 'peng:玖玖玖')
    """

    cdef readonly int hu
    cdef readonly tuple melds
    cdef readonly tuple meld_hu
    cdef readonly int exposed
    cdef readonly object rules
    cdef int won        # the place of the meld with the winning tile; -1 = no tile
    cdef int from_tile
    cdef int from_source

    @property
    def tile(self):
        """The winning Tile, or None."""
        return None if self.from_tile < 0 else _TILES[self.from_tile]

    @property
    def source(self):
        """`self`, `other`, `discard` or None."""
        return _SOURCES[self.from_source]

    @property
    def winning_meld(self):
        """The Meld that holds the winning tile: how it was read; None without a tile."""
        return None if self.won < 0 else self.melds[self.won]

    @property
    def winning_place(self):
        """The place of that meld in `melds`, or None."""
        return None if self.won < 0 else self.won

    @property
    def red(self):
        """How many tiles are red."""
        return sum([meld.tiles.red for meld in self.melds])

    def piles(self, per=None):
        """Return the piles (垛数) of this win: what every other player pays.

        Args:
            per: hu a pile, 3 or 5; None = as the rules say.

        Returns:
            (hu - min_hu) // per + 1, and the bonus of the rules for 自摸, 天胡 or 地胡, times
            their factor for red tiles, if they have one.

        Raises:
            DdzError: per is less than 1.
            TypeError: per is no integer.
        """
        rules = self.rules
        base = plain_piles(self.hu, per, rules)
        return (base + rules.bonus(self.source)) * rules.red_factor(self.red)

    def explain(self, language="en"):
        """Say how the tiles are read: a line a meld, then the total and the piles.

        Args:
            language: `en` or `zh`.

        Raises:
            DdzError: another language.

        >>> rules = ZIPAI_RULES["shaoyang"].replace(min_hu=0, melds=None)
        >>> print(best_hu("二七十", tile="一", source="self", rules=rules))
        None
        >>> print(best_hu("一一", (), "一", "self", rules).explain("zh"))
        拽 一一一 3 胡：自摸一，与手中一对成拽
        共 3 胡，自摸，2 + 1 = 3 垛
        """
        from ddz.zipai.explain import explain
        return explain(self, language)

    cdef tuple key(self):
        return self.rules, self.melds, self.exposed, self.from_tile, self.from_source, self.won

    def __eq__(self, other):
        if not isinstance(other, HuResult):
            return NotImplemented
        return self.key() == (<HuResult>other).key()

    def __hash__(self):
        return hash(self.key())

    def __str__(self):
        parts = [f"{meld} {hu}" for meld, hu in zip(self.melds, self.meld_hu, strict=True)]
        return f"{self.hu} hu = {' + '.join(parts)}"

    def __repr__(self):
        return f"<HuResult {self}>"

    def __reduce__(self):
        numbers = tuple([int(meld) for meld in self.melds])
        return _restore, (
            self.rules, numbers, self.exposed, self.from_tile, self.from_source, self.won)


def _restore(rules, numbers, exposed, tile, source, won):
    """Unpickle a HuResult; what is none is refused."""
    cdef int[MAX_MELDS] melds
    cdef PackedZipai p = zipai_packed(rules)
    cdef HuResult result
    cdef int n = len(numbers)
    laid = [Meld(number) for number in numbers]
    if n <= MAX_MELDS and rules.melds in (None, n) and exposed in range(n + 1) and (
        (tile, source, won) == (-1, NO_SOURCE, -1)
        or tile in range(TILES) and source in (SELF, OTHER, DISCARD) and won in range(n)
        and laid[won].tiles[tile]
    ):
        sum([meld.tiles for meld in laid], Tiles())   # five of a kind are refused
        for i in range(n):
            melds[i] = int(laid[i])
        result = make(p, rules, melds, n, exposed, tile, source, won)
        if min(result.meld_hu, default=0) >= 0 and result.hu >= p.c.min_hu:
            return result
    raise DdzError(f"no win is {shown((numbers, exposed, tile, source, won))}")


cdef object refuse_new(type cls, PyObject* args, PyObject* kwargs):
    """What Python calls for an object without melds."""
    raise TypeError("a HuResult is made by best_hu, all_hu or waits")


close_type(HuResult, <newfunc>refuse_new)


cdef HuResult make(
    PackedZipai p, object rules, const int* melds, int n, int exposed, int tile, int source,
    int won
):
    cdef HuResult result = HuResult.__new__(HuResult)
    cdef int i
    result.rules = rules
    result.hu = 0
    for i in range(n):
        result.hu += p.c.hu[melds[i]]
    result.melds = tuple([meld_from_number(melds[i]) for i in range(n)])
    result.meld_hu = tuple([p.c.hu[melds[i]] for i in range(n)])
    result.exposed = exposed
    result.from_tile = tile
    result.from_source = source
    result.won = won
    return result


cdef void sort(int* numbers, int n) noexcept:
    cdef int i, j
    for i in range(1, n):
        j = i
        while j > 0 and numbers[j - 1] > numbers[j]:
            numbers[j - 1], numbers[j] = numbers[j], numbers[j - 1]
            j -= 1


cdef HuResult explained(
    PackedZipai p, object rules, const Question* q, const Reading* reading, uint64_t kept,
    int* split, int n_split
):
    """The result of one reading whose loose tiles are split.

    Args:
        kept: the locked tiles that are not split.
        split: the numbers of the melds of the others; they will be sorted.
    """
    cdef int[MAX_MELDS] melds
    cdef int n = 0, won = -1
    cdef int i, tile
    for i in range(q.exposed.melds):
        melds[n] = q.table[i]
        if reading.instead and won < 0 and q.table[i] == reading.instead:
            melds[n] = reading.made
            won = n
        n += 1
    if reading.made and not reading.instead:
        melds[n] = reading.made
        won = n
        n += 1
    while kept:
        tile = lowest_tile(kept)
        melds[n] = TILES * (M_TI if count_of(kept, tile) == 4 else M_KAN) + tile
        kept &= ~(<uint64_t>7 << (3 * tile))
        n += 1
    sort(split, n_split)
    for i in range(n_split):
        melds[n] = split[i]
        if won < 0 and q.tile >= 0 and count_of(p.c.words[split[i]], q.tile):
            won = n
        n += 1
    return make(p, rules, melds, n, q.exposed.melds, q.tile, q.source, won)


cdef object best(PackedZipai p, object rules, const Question* q):
    """The best result, or None."""
    cdef Reading[MAX_READINGS] readings
    cdef int[MAX_MELDS] split
    cdef uint64_t kept = 0, best_kept = 0
    cdef uint64_t loose
    cdef int i, hu, n, most = -1, chosen = 0
    n = readings_of(&p.c, q.concealed, &q.exposed, q.tile, q.source, q.refused, readings)
    for i in range(n):
        hu = reading_hu(&p.c, &q.exposed, &readings[i], &kept)
        if hu > most:
            most, chosen, best_kept = hu, i, kept
    if most < p.c.min_hu:
        return None
    loose = readings[chosen].loose + (readings[chosen].locked - best_kept)
    n = split_loose(&p.c, loose, split)
    return explained(p, rules, q, &readings[chosen], best_kept, split, n)


# -- the verbs --------------------------------------------------------------------------------

def best_hu(concealed, exposed=(), tile=None, source=None, rules=SHAOYANG, *, refused=False):
    """Count a hand: the most hu over every legal reading.

    Args:
        concealed: the tiles in hand without the winning one, as `Tiles` takes them; four of a
            kind among them are a 龙 and count as ti, three a locked kan.
        exposed: the melds at the table: Melds or their texts such as `peng:玖玖玖`; a kan and the
            pair are always in hand.
        tile: the winning tile; None = the tiles win as they stand (天胡).
        source: where it came from: `self` (one's own draw), `other` (turned by another) or
            `discard` (the dealer's first); None without a tile.
        rules: a ZipaiRules.
        refused: whether the player refused to peng this kind before, so that a wei of it is a
            stinking wei (臭拽).

    Returns:
        A HuResult, or None: no win. A number of tiles that does not fit the melds (相公) is no
        win, not an error.

    Raises:
        DdzError: five of a kind, more than 21 tiles (three a meld) beside the fours, a meld that
            is none under the rules or never laid out, a tile without a source or the reverse.
        ParseError, TypeError: as `Tiles`, `Tile.parse` and `Meld.parse` raise them.

    >>> hand, table = "壹壹壹叁叁叁二二贰柒捌", ["wei:玖玖玖", "chi:肆伍陆", "chi:七八九"]
    >>> best_hu(hand, table, "玖", "other").hu, best_hu(hand, table, "玖", "self")
    (18, None)
    """
    cdef PackedZipai p = zipai_packed(rules)
    cdef Question q
    ask(&p.c, &q, concealed, exposed, tile, source, refused)
    return best(p, rules, &q)


def all_hu(concealed, exposed=(), tile=None, source=None, rules=SHAOYANG, *, refused=False):
    """List every reading of a hand that wins.

    Args, raises: as `best_hu`.

    Returns:
        A tuple of HuResults, each with other melds, the most hu first; () if there is no win.
        Those below `min_hu` are none: `rules.replace(min_hu=0)` shows them, too.

    >>> rules = ZIPAI_RULES["shaoyang"].replace(min_hu=0, melds=None)
    >>> [str(result) for result in all_hu("二三四二七", (), "十", "other", rules)]
    ['3 hu = run:二三四 0 + run:二七十 3']
    """
    cdef PackedZipai p = zipai_packed(rules)
    cdef Question q
    cdef Reading[MAX_READINGS] readings
    cdef int[MAX_MELDS] split
    cdef uint64_t kans, part
    cdef int i, j, n
    cdef HuResult result
    ask(&p.c, &q, concealed, exposed, tile, source, refused)
    found = {}
    n = readings_of(&p.c, q.concealed, &q.exposed, q.tile, q.source, q.refused, readings)
    for i in range(n):
        if reading_hu(&p.c, &q.exposed, &readings[i], NULL) < p.c.min_hu:
            continue
        kans = part = readings[i].locked & ONES if p.c.split_kan else 0
        while True:
            for melds in splits(&p.c, readings[i].loose + 3 * part):
                for j, number in enumerate(melds):
                    split[j] = number
                result = explained(
                    p, rules, &q, &readings[i], readings[i].locked - 3 * part, split, len(melds))
                if result.hu >= p.c.min_hu:
                    numbers = sorted([(<Meld>meld).number for meld in result.melds])
                    found.setdefault((-result.hu, tuple(numbers)), result)
            if part == 0:
                break
            part = (part - 1) & kans
    return tuple([found[key] for key in sorted(found)])


cdef set splits(const HuRules* rules, uint64_t loose):
    """Every way to split loose tiles into melds, as sorted tuples of numbers."""
    cdef int tile, i, meld
    cdef bint pair = total(loose) % 3 == 2
    cdef uint64_t rest
    if loose == 0:
        return {()}
    found = set()
    tile = lowest_tile(loose)
    for i in range(rules.n_options[tile]):
        meld = rules.options[tile][i]
        if (meld_kind(meld) == M_PAIR and not pair) or not within(rules.words[meld], loose):
            continue
        rest = loose - rules.words[meld]
        if loose_most(rules, rest) >= 0:
            found.update([tuple(sorted((meld, *others))) for others in splits(rules, rest)])
    return found


def waits(concealed, exposed=(), rules=SHAOYANG):
    """Find every tile that wins.

    Args:
        concealed, exposed, rules: as `best_hu` takes them, before the winning tile.

    Returns:
        A dict from each Tile that wins, in ascending order, to a dict from its source (`self`,
        `other`, `discard`) to the HuResult. A tile of which the player has all four is not tried.

    Raises:
        As `best_hu`.

    >>> hand, table = "壹壹壹叁叁叁二二贰柒捌", ["wei:玖玖玖", "chi:肆伍陆", "chi:七八九"]
    >>> for tile, results in waits(hand, table).items():
    ...     print(tile, {source: result.hu for source, result in results.items()})
    陆 {'self': 18, 'other': 18, 'discard': 18}
    玖 {'other': 18, 'discard': 18}
    """
    cdef PackedZipai p = zipai_packed(rules)
    cdef Question q
    cdef int16_t[TILES * 3] hu
    cdef int tile, source
    ask(&p.c, &q, concealed, exposed, None, None, False)
    count_waits(&p.c, q.concealed, &q.exposed, hu)
    found = {}
    for tile in range(TILES):
        results = {}
        for source in range(SELF, DISCARD + 1):
            if hu[3 * tile + source - 1] >= 0:
                q.tile, q.source = tile, source
                results[_SOURCES[source]] = best(p, rules, &q)
        if results:
            found[_TILES[tile]] = results
    return found


def eats(concealed, tile, rules=SHAOYANG):
    """List every way to eat a tile, with the melds that must be laid out beside it (摆).

    A player who eats a tile lays every copy of it that he holds, each in a run or a mixed meld.
    Tiles of a kan or a 龙 cannot be used. Whether a tile is left to discard, and whether this
    kind is dead for the player (臭字), is for the table to say.

    Args:
        concealed: the tiles in hand, as `Tiles` takes them.
        tile: the tile to eat.
        rules: a ZipaiRules.

    Returns:
        A tuple of tuples of Melds, each holding the tile; () = it cannot be eaten.

    Raises:
        DdzError: five of a kind.
        ParseError, TypeError: as `Tiles` and `Tile.parse` raise them.

    >>> eats("一二三一壹", "一")
    ((Meld.of('run', '一二三'), Meld.of('mixed', '一一壹')),)
    >>> eats("一二三", "一")
    ()
    """
    cdef PackedZipai p = zipai_packed(rules)
    cdef uint64_t word = tiles_word(concealed)
    cdef int eaten = tile_number(tile)
    cdef int held = count_of(word, eaten)
    if held == 4:
        raise DdzError(f"5 tiles {_TILES[eaten]}: there are four")
    if held == 3:
        return ()
    word &= ~(7 * threes_of(word))
    found = lay_out(&p.c, word + (<uint64_t>1 << (3 * eaten)), eaten)
    return tuple([
        tuple([meld_from_number(meld) for meld in melds]) for melds in sorted(found)])


cdef set lay_out(const HuRules* rules, uint64_t word, int tile):
    """Every set of melds with a tile that use all its copies, as sorted tuples of numbers."""
    cdef int i, meld
    if count_of(word, tile) == 0:
        return {()}
    found = set()
    for i in range(rules.n_options[tile]):
        meld = rules.options[tile][i]
        if meld_kind(meld) != M_PAIR and within(rules.words[meld], word):
            for others in lay_out(rules, word - rules.words[meld], tile):
                found.add(tuple(sorted((meld, *others))))
    return found


def melds(tiles, rules=SHAOYANG):
    """List every meld that a hand holds.

    Args:
        tiles: the tiles in hand, as `Tiles` takes them.
        rules: a ZipaiRules.

    Returns:
        A tuple of Melds in the order of their numbers: a ti for four of a kind, a kan for three
        (both are locked: no other meld takes of them), and the runs, mixed melds and pairs.

    Raises:
        ParseError, DdzError, TypeError: as `Tiles` raises them.

    >>> [str(meld) for meld in melds("一二二贰三玖玖玖")]
    ['kan:玖玖玖', 'run:一二三', 'mixed:二二贰', 'pair:二二']
    """
    cdef PackedZipai p = zipai_packed(rules)
    cdef uint64_t word = tiles_word(tiles)
    cdef uint64_t locked = 7 * threes_of(word) & word
    cdef uint64_t loose = word ^ locked
    cdef int meld
    found = []
    for meld in range(TILES, MELDS):
        if p.c.hu[meld] < 0:
            continue
        if meld_kind(meld) in (M_KAN, M_TI):
            if locked >> (3 * meld_tile(meld)) & 7 == count_of(p.c.words[meld], meld_tile(meld)):
                found.append(meld_from_number(meld))
        elif meld_kind(meld) >= M_RUN and within(p.c.words[meld], loose):
            found.append(meld_from_number(meld))
    return tuple(found)


def piles(hu, per=None, self_drawn=False, rules=SHAOYANG):
    """Return the piles (垛数) of so many hu.

    Args:
        hu: the total of a win.
        per: hu a pile, 3 or 5; None = as the rules say.
        self_drawn: whether the bonus for 自摸 (and 天胡, 地胡, in `shaoyang`) is added.
        rules: a ZipaiRules.

    Raises:
        DdzError: hu below `min_hu`, or per below 1.
        TypeError: hu or per is no integer, or rules are none.

    >>> piles(19, per=5), piles(19, per=5, self_drawn=True), piles(31, per=3, self_drawn=True)
    (2, 3, 9)
    """
    zipai_packed(rules)
    return plain_piles(hu, per, rules) + (rules.self_bonus if self_drawn else 0)


cdef object plain_piles(object hu, object per, object rules):
    per = rules.per if per is None else per
    for value in (hu, per):
        if type(value) is not int:
            raise TypeError(f"hu and per are integers, not {shown(value)}")
    if per < 1 or hu < rules.min_hu:
        raise DdzError(
            f"piles need per >= 1 and hu >= {rules.min_hu}, not {shown(per)} and {shown(hu)}")
    return (hu - rules.min_hu) // per + 1
