"""Counting hu: what the winning tile may be, what is locked, and the most that the rest makes."""

cimport cython
from libc.string cimport memset

from ddz.zipai._halves cimport halves_of, loose_hu
from ddz.zipai._words cimport *

import weakref

from ddz.errors import shown
from ddz.zipai.rules import ZipaiRules

# Equal rules share one packed form, which lives as long as any of them. Nothing is locked: what
# two threads make at once is equal, and one of the two is kept.
_KNOWN = weakref.WeakValueDictionary()


# -- rules ------------------------------------------------------------------------------------

@cython.final
@cython.no_gc_clear
cdef class PackedZipai:
    """One rule set in C, shared by all equal ZipaiRules objects."""

    def __cinit__(self, rules):
        self.halves = halves_of(rules)
        memset(&self.c, 0, sizeof(HuRules))
        self.c.plain = &self.halves.plain
        self.c.paired = &self.halves.paired
        pack(&self.c, rules)


cdef PackedZipai zipai_packed(object rules):
    """The packed form of a ZipaiRules, with its tables, made on first use."""
    if type(rules) is not ZipaiRules:
        raise TypeError(
            f"rules must be a ZipaiRules such as ZIPAI_RULES['shaoyang'], not {shown(rules)}")
    found = rules._packed
    if found is None:
        key = tuple(rules.differences().items())
        found = _KNOWN.get(key)
        if found is None:
            found = PackedZipai(rules)
            _KNOWN[key] = found
        found = vars(rules).setdefault("_packed", found)
    return <PackedZipai?>found


cdef int pack(HuRules* c, object rules) except -1:
    cdef int meld
    c.min_hu = rules.min_hu
    c.melds = rules.melds or 0
    c.most_melds = rules.melds or 7
    c.strict = rules.pair_rule == "strict"
    c.split_kan = rules.split_kan
    c.forced_wei = rules.forced_wei
    c.forced_ti = rules.forced_ti
    c.break_kan = rules.break_kan
    c.break_exposed = rules.break_exposed
    c.discard_wins = rules.discard_wins != "none"
    c.discard_pao = rules.discard_pao
    for meld in range(MELDS):
        hu = hu_field(rules, meld)
        c.hu[meld] = -1 if hu is None else hu[meld_tile(meld) >= NUMBERS]
        if hu is not None:
            c.words[meld] = meld_word(meld)
            if meld_kind(meld) in (M_RUN, M_MIXED, M_PAIR):
                offer(c, meld)
    return 0


cdef object hu_field(object rules, int meld):
    """The field of the rules that tells a meld's hu; None if there is no such meld."""
    cdef int place = meld % NUMBERS
    kind = meld_kind(meld)
    if kind == M_RUN:
        if place == 8:
            return rules.hu_2710 if rules.use_2710 else None
        if place == 9:
            return rules.hu_1510 if rules.use_1510 else None
        return rules.hu_123 if place == 0 else rules.hu_run
    if kind == M_MIXED:
        red = place in (1, 6, 9)
        return rules.hu_mixed if rules.mixed and (rules.mixed_red or not red) else None
    return {
        M_PENG: rules.hu_peng, M_KAN: rules.hu_kan, M_WEI: rules.hu_wei,
        M_CHOU_WEI: rules.hu_chou_wei, M_PAO: rules.hu_pao, M_TI: rules.hu_ti,
        M_PAIR: rules.hu_pair,
    }.get(kind)


cdef void offer(HuRules* c, int meld) noexcept:
    """Put a meld beside every tile that it holds."""
    cdef int tile
    for tile in range(TILES):
        if count_of(c.words[meld], tile):
            c.options[tile][c.n_options[tile]] = meld
            c.n_options[tile] += 1


# -- melds at the table -----------------------------------------------------------------------

cdef bint expose(const HuRules* rules, Exposed* exposed, int meld) noexcept nogil:
    cdef int kind = meld_kind(meld)
    cdef uint32_t bit = 1 << meld_tile(meld)
    cdef uint64_t word
    cdef int tile
    if not TILES <= meld < MELDS or kind in (M_KAN, M_PAIR) or rules.hu[meld] < 0:
        return True
    word = rules.words[meld]
    for tile in range(TILES):
        if count_of(exposed.word, tile) + count_of(word, tile) > 4:
            return True
    exposed.word += word
    exposed.hu += rules.hu[meld]
    exposed.melds += 1
    if kind == M_PENG:
        exposed.pengs |= bit
    elif kind == M_WEI:
        exposed.weis |= bit
    elif kind == M_CHOU_WEI:
        exposed.chou_weis |= bit
    elif kind == M_PAO or kind == M_TI:
        exposed.fours += 1
    return False


# -- loose tiles ------------------------------------------------------------------------------

cdef int loose_most(const HuRules* rules, uint64_t loose) noexcept nogil:
    """The most hu of loose tiles; -1 = they are no melds.

    Of a kind there are three or four only if the winning tile or a split kan is among them: then
    what one of them is used for is tried in turn.
    """
    cdef uint64_t many = threes_of(loose)
    cdef int tile, i, meld, hu, best = -1
    cdef bint pair
    cdef int left = total(loose) % 3
    if left == 1:
        return -1
    pair = left == 2
    if likely(many == 0):
        return loose_hu(rules.paired if pair else rules.plain, loose, True)
    tile = lowest_tile(many)
    for i in range(rules.n_options[tile]):
        meld = rules.options[tile][i]
        if (meld_kind(meld) != M_PAIR or pair) and within(rules.words[meld], loose):
            hu = loose_most(rules, loose - rules.words[meld])
            if hu >= 0 and hu + rules.hu[meld] > best:
                best = hu + rules.hu[meld]
    return best


cdef int split_loose(const HuRules* rules, uint64_t loose, int* out) noexcept nogil:
    cdef int left = loose_most(rules, loose)
    cdef int n = 0, meld = 0, hu = 0
    cdef int tile, i
    cdef bint pair = total(loose) % 3 == 2
    while loose and n < MAX_MELDS:
        tile = lowest_tile(loose)
        for i in range(rules.n_options[tile]):
            meld = rules.options[tile][i]
            if (meld_kind(meld) != M_PAIR or pair) and within(rules.words[meld], loose):
                hu = loose_most(rules, loose - rules.words[meld])
                if hu >= 0 and hu + rules.hu[meld] == left:
                    break
        else:
            return 0
        out[n] = meld
        n += 1
        pair = pair and meld_kind(meld) != M_PAIR
        loose -= rules.words[meld]
        left = hu
    return n


# -- the winning tile -------------------------------------------------------------------------

cdef inline int put(
    Reading* out, uint64_t locked, uint64_t loose, int made, int instead
) noexcept nogil:
    out.locked = locked
    out.loose = loose
    out.made = made
    out.instead = instead
    return 1


cdef int readings_of(
    const HuRules* rules, uint64_t concealed, const Exposed* exposed, int tile, int source,
    bint refused, Reading* out
) noexcept nogil:
    cdef uint64_t locked = locked_of(concealed)
    cdef uint64_t loose = concealed ^ locked
    cdef bint own = source == SELF
    cdef int four = 20 * (M_TI if own else M_PAO) + tile
    cdef int n = 0
    cdef int held, instead = 0
    cdef uint64_t one
    cdef bint may_break
    if source == NO_SOURCE:
        return put(out, locked, loose, 0, 0)
    if source == DISCARD and not rules.discard_wins:
        return 0
    one = <uint64_t>1 << (3 * tile)
    held = count_of(concealed, tile)
    if held == 2:
        if own:
            n = put(out, locked, loose - 2 * one, 20 * (M_CHOU_WEI if refused else M_WEI) + tile, 0)
            return n if rules.forced_wei else n + put(out + n, locked, loose + one, 0, 0)
        n = put(out, locked, loose - 2 * one, 20 * M_PENG + tile, 0)
        return n + put(out + n, locked, loose + one, 0, 0)
    if held == 3:
        n = put(out, locked - 3 * one, loose, four, 0)
        may_break = not rules.forced_ti if own else rules.break_kan
        return n + put(out + n, locked, loose + one, 0, 0) if may_break else n
    may_break = not rules.forced_ti if own else rules.break_exposed
    if exposed.weis >> tile & 1:
        instead = 20 * M_WEI + tile
    elif exposed.chou_weis >> tile & 1:
        instead = 20 * M_CHOU_WEI + tile
    elif exposed.pengs >> tile & 1:
        if source != DISCARD or rules.discard_pao:
            instead = 20 * M_PENG + tile
            four = 20 * M_PAO + tile
            may_break = rules.break_exposed
    if instead:
        n = put(out, locked, loose, four, instead)
        if not may_break:
            return n
    return n + put(out + n, locked, loose + one, 0, 0)


cdef inline bint right_melds(
    const HuRules* rules, const Exposed* exposed, const Reading* reading
) noexcept nogil:
    """Whether a reading has the number of melds of a win, and the pair."""
    cdef int melds = exposed.melds
    cdef int fours = exposed.fours
    if reading.made:
        melds += reading.instead == 0
        fours += meld_kind(reading.made) >= M_PAO
    return melds_fit(
        rules, reading.locked, total(reading.locked) + total(reading.loose), melds, fours)


cdef int reading_hu(
    const HuRules* rules, const Exposed* exposed, const Reading* reading, uint64_t* kept
) noexcept nogil:
    cdef uint64_t kans, part, split
    cdef int hu, base, best = -1
    if not right_melds(rules, exposed, reading):
        return -1
    base = exposed.hu
    if reading.made:
        base += rules.hu[reading.made]
        if reading.instead:
            base -= rules.hu[reading.instead]
    if likely(not rules.split_kan):
        hu = loose_most(rules, reading.loose)
        if kept is not NULL:
            kept[0] = reading.locked
        return -1 if hu < 0 else base + locked_hu(rules, reading.locked) + hu
    # Every set of the kans is split in turn: bit 0 of a count of three is set, of four is not
    kans = part = reading.locked & ONES
    while True:
        split = 3 * part
        hu = loose_most(rules, reading.loose + split)
        if hu >= 0:
            hu += base + locked_hu(rules, reading.locked - split)
            if hu > best:
                best = hu
                if kept is not NULL:
                    kept[0] = reading.locked - split
        if part == 0:
            return best
        part = (part - 1) & kans


cdef int count_hu(
    const HuRules* rules, uint64_t concealed, const Exposed* exposed, int tile, int source,
    bint refused
) noexcept nogil:
    cdef Reading[MAX_READINGS] readings
    cdef int i, n, best = -1
    if source == NO_SOURCE and not rules.split_kan:
        return dealt_hu(
            rules, concealed, total(concealed), exposed.melds, exposed.fours, exposed.hu)
    n = readings_of(rules, concealed, exposed, tile, source, refused, readings)
    for i in range(n):
        best = max(best, reading_hu(rules, exposed, &readings[i], NULL))
    return best if best >= rules.min_hu else -1


cdef void count_waits(
    const HuRules* rules, uint64_t concealed, const Exposed* exposed, int16_t* out
) noexcept nogil:
    cdef uint32_t groups = exposed.pengs | exposed.weis | exposed.chou_weis
    cdef int tile, held, hu
    for tile in range(TILES):
        held = count_of(concealed, tile)
        if held + count_of(exposed.word, tile) >= 4 or too_many(rules, concealed, exposed, tile):
            out[0] = out[1] = out[2] = -1
            out += 3
            continue
        # Sources differ only where the tile may join two or three of its kind
        hu = count_hu(rules, concealed, exposed, tile, OTHER, False)
        out[0] = out[1] = out[2] = hu
        if held >= 2 or groups >> tile & 1:
            out[0] = count_hu(rules, concealed, exposed, tile, SELF, False)
            out[2] = count_hu(rules, concealed, exposed, tile, DISCARD, False)
        elif not rules.discard_wins:
            out[2] = -1
        out += 3
