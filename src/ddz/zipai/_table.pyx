"""The table: from the deal to the end, question by question.

Nobody is asked where there is no choice: what is forced happens by itself and leaves an event.
"""

cimport cython
from libc.string cimport memset

from ddz._random cimport Random, shuffle
from ddz.zipai._halves cimport loose_hu
from ddz.zipai._hu cimport DISCARD, NO_SOURCE, OTHER, SELF, count_hu, zipai_packed
from ddz.zipai._words cimport *

from ddz.errors import RulesError


# -- rules ------------------------------------------------------------------------------------

@cython.final
@cython.no_gc_clear
cdef class PackedTable:
    """The rules of the table in C, kept on the ZipaiRules."""

    def __cinit__(self, rules):
        cdef int red
        self.zipai = zipai_packed(rules)
        if rules.melds is None:
            raise RulesError("a deal needs a number of melds, not None")
        if rules.players * (4 * rules.melds - 3) >= ALL_TILES:
            raise RulesError(
                f"80 tiles are too few for {rules.players} players with {rules.melds} melds")
        memset(&self.c, 0, sizeof(TableRules))
        self.c.hu = &self.zipai.c
        self.c.players = rules.players
        self.c.hand = 3 * rules.melds - 1
        self.c.wins = ("none", "first", "all").index(rules.discard_wins)
        self.c.discard_pao = rules.discard_pao
        self.c.own_discards_dead = rules.own_discards_dead
        self.c.passed_kinds_dead = rules.passed_kinds_dead
        self.c.per = rules.per
        self.c.bonus[END_TIANHU] = rules.tianhu_bonus
        self.c.bonus[END_DIHU] = rules.dihu_bonus
        self.c.bonus[END_SELF_DRAW] = rules.self_bonus
        for red in range(81):
            self.c.factor[red] = rules.red_factor(red)


cdef PackedTable table_rules(object rules):
    """The packed form of a ZipaiRules, made on first use."""
    zipai_packed(rules)
    found = rules._table
    if found is None:
        found = vars(rules).setdefault("_table", PackedTable(rules))
    return <PackedTable?>found


# -- the deal ---------------------------------------------------------------------------------

cdef void table_deal(
    const TableRules* rules, Random* random, int dealer, Table* t
) noexcept nogil:
    cdef uint64_t[ALL_TILES] deck
    cdef int i, seat, n = 0, last = 0
    for i in range(ALL_TILES):
        deck[i] = i >> 2
    shuffle(random, deck, ALL_TILES, ALL_TILES - 1)
    memset(t, 0, sizeof(Table))
    for seat in range(rules.players):
        last += rules.hand + (seat == dealer)
        while n < last:
            t.seats[seat].hand += <uint64_t>1 << (3 * deck[n])
            n += 1
    while n < ALL_TILES:
        t.stock[t.end] = <uint8_t>deck[n]
        t.end += 1
        n += 1
    t.dealer = dealer
    t.players = rules.players


cdef void table_begin(const TableRules* rules, Table* t, Log* log) noexcept nogil:
    cdef int step
    t.offered = t.giver = t.winner = NO_TILE
    t.first = True
    for step in range(rules.players):
        set_aside(rules, t, after(rules, t.dealer, step), log)
    for step in range(rules.players):
        replace(rules, t, after(rules, t.dealer, step), log)
    if wins(rules, t, t.dealer, NO_TILE, NO_SOURCE):
        ask(t, STAGE_TIANHU, t.dealer, 0)
    else:
        ask_discard(rules, t, t.dealer, log)
    go_on(rules, t, log)


cdef void set_aside(const TableRules* rules, Table* t, int seat, Log* log) noexcept nogil:
    """Lay every four of a kind face down."""
    cdef Seat* s = &t.seats[seat]
    cdef uint64_t fours = (s.hand >> 2) & ONES
    cdef int tile
    while fours:
        tile = lowest_tile(fours)
        fours &= fours - 1
        s.hand -= <uint64_t>4 << (3 * tile)
        lay(rules, s, TILES * M_TI + tile)
        s.hidden |= 1 << tile
        happen(log, t, E_LONG, seat, tile)


cdef void replace(const TableRules* rules, Table* t, int seat, Log* log) noexcept nogil:
    """Take a tile for every four set aside but the first."""
    cdef Seat* s = &t.seats[seat]
    cdef int tile, taken = 0
    while taken < s.exposed.fours - 1:
        if seat == t.dealer:
            t.end -= 1
            tile = t.stock[t.end]
        else:
            tile = t.stock[t.next]
            t.next += 1
        taken += 1
        t.replaced += 1
        s.hand += <uint64_t>1 << (3 * tile)
        happen(log, t, E_REPLACE, seat, tile)
        set_aside(rules, t, seat, log)


# -- helpers ----------------------------------------------------------------------------------

cdef inline int after(const TableRules* rules, int seat, int step) noexcept nogil:
    seat += step
    return seat - rules.players if seat >= rules.players else seat


cdef inline void happen(
    Log* log, const Table* t, int kind, int seat, int tile=NO_TILE, int hu=0, uint32_t action=0
) noexcept nogil:
    cdef Happened* event
    if log is NULL or log.n == MAX_EVENTS:
        return
    event = &log.events[log.n]
    event.kind = kind
    event.seat = seat
    event.tile = tile
    event.hu = hu
    event.melds[0] = action >> 8 & 255
    event.melds[1] = action >> 16 & 255
    event.melds[2] = action >> 24
    if log.tables is not NULL:
        log.tables[log.n] = t[0]
    log.n += 1


cdef inline void ask(Table* t, int stage, int seat, int step) noexcept nogil:
    t.stage = stage
    t.seat = seat
    t.step = step


cdef inline void pass_turn(Table* t, int seat) noexcept nogil:
    ask(t, STAGE_TURN, seat, 0)


cdef inline uint64_t loose_of(uint64_t hand) noexcept nogil:
    """The tiles of which there are one or two."""
    return hand & ~(7 * threes_of(hand))


cdef void lay(const TableRules* rules, Seat* s, int meld) noexcept nogil:
    """Put a meld among the exposed ones."""
    cdef int kind = meld_kind(meld)
    cdef uint32_t bit = 1 << meld_tile(meld)
    s.melds[s.n_melds] = meld
    s.n_melds += 1
    s.exposed.melds += 1
    s.exposed.hu += rules.hu.hu[meld]
    s.exposed.word += rules.hu.words[meld]
    if kind == M_PENG:
        s.exposed.pengs |= bit
    elif kind == M_WEI:
        s.exposed.weis |= bit
    elif kind == M_CHOU_WEI:
        s.exposed.chou_weis |= bit
    elif kind == M_PAO or kind == M_TI:
        s.exposed.fours += 1


cdef void take_up(const TableRules* rules, Seat* s, int meld) noexcept nogil:
    """Take a peng or wei that becomes a pao or ti from among the exposed melds."""
    cdef int i, n = 0
    cdef uint32_t others = ~(<uint32_t>1 << meld_tile(meld))
    for i in range(s.n_melds):
        if s.melds[i] != meld:
            s.melds[n] = s.melds[i]
            n += 1
    s.n_melds -= 1
    s.melds[s.n_melds] = 0
    s.exposed.melds -= 1
    s.exposed.hu -= rules.hu.hu[meld]
    s.exposed.word -= rules.hu.words[meld]
    s.exposed.pengs &= others
    s.exposed.weis &= others


cdef void show_fours(Table* t, int seat, Log* log) noexcept nogil:
    cdef Seat* s = &t.seats[seat]
    cdef int i, tile
    if s.hidden == 0:
        return
    for i in range(s.n_melds):
        tile = meld_tile(s.melds[i])
        if meld_kind(s.melds[i]) == M_TI and s.hidden >> tile & 1:
            s.hidden &= ~(<uint32_t>1 << tile)
            happen(log, t, E_SHOW, seat, tile)


# -- what a seat may or must do with a tile ---------------------------------------------------

cdef int source_of(const Table* t, int seat) noexcept nogil:
    if t.offered < 0:
        return NO_SOURCE
    if not t.turned:
        return DISCARD
    return SELF if seat == t.giver else OTHER


cdef int hu_of(
    const TableRules* rules, const Table* t, int seat, int tile, int source
) noexcept nogil:
    cdef const Seat* s = &t.seats[seat]
    return count_hu(
        rules.hu, s.hand, &s.exposed, tile, source, tile >= 0 and (s.refused >> tile) & 1)


cdef inline bint hopeless(const TableRules* rules, const Seat* s, int tile) noexcept nogil:
    """Whether a tile has none of its like to join, and the loose tiles with it are no melds.

    It only saves time: most tiles of a deal are so. A hand at the table always has the number of
    tiles that needs a pair exactly if there is a four.
    """
    cdef uint32_t triples = s.exposed.pengs | s.exposed.weis | s.exposed.chou_weis
    if tile < 0 or count_of(s.hand, tile) >= 2 or triples >> tile & 1 or rules.hu.split_kan:
        return False
    return loose_hu(
        rules.hu.paired if s.exposed.fours else rules.hu.plain,
        loose_of(s.hand) + (<uint64_t>1 << (3 * tile)), True) < 0


cdef inline bint wins(
    const TableRules* rules, const Table* t, int seat, int tile, int source
) noexcept nogil:
    cdef const Seat* s = &t.seats[seat]
    return (
        not s.xianggong and not hopeless(rules, s, tile)
        and hu_of(rules, t, seat, tile, source) >= 0)


cdef inline bint discard_wins(const TableRules* rules, const Table* t) noexcept nogil:
    """Whether the discard that is, or will be, on offer wins for others."""
    return rules.wins == WINS_ALL or rules.wins == WINS_FIRST and t.first


cdef bint may_win(const TableRules* rules, const Table* t, int seat) noexcept nogil:
    if t.stage == STAGE_OVER:
        return False
    if t.offered < 0:
        return t.first and seat == t.dealer
    return t.turned or seat != t.giver and discard_wins(rules, t)


cdef inline int forced_by_own_draw(const Seat* s, int tile) noexcept nogil:
    """The kind of meld that a drawer must make of a tile; 0 = none."""
    cdef int held = count_of(s.hand, tile)
    if held == 3 or s.exposed.weis >> tile & 1:
        return M_TI
    if held == 2:
        return M_CHOU_WEI if s.refused >> tile & 1 else M_WEI
    return 0


cdef inline bint must_pao(
    const TableRules* rules, const Seat* s, int tile, bint turned
) noexcept nogil:
    cdef uint32_t raised = s.exposed.weis
    if turned or rules.discard_pao:
        raised |= s.exposed.pengs
    return count_of(s.hand, tile) == 3 or raised >> tile & 1


cdef int forced_entry(const TableRules* rules, const Table* t, int seat) noexcept nogil:
    cdef const Seat* s = &t.seats[seat]
    cdef int kind = 0
    if t.stage == STAGE_OVER or t.offered < 0 or seat == t.giver and not t.turned:
        return 0
    if seat == t.giver:
        kind = forced_by_own_draw(s, t.offered)
    return kind if kind else M_PAO * must_pao(rules, s, t.offered, t.turned)


cdef inline bint may_peng(const Seat* s, int tile) noexcept nogil:
    """Whether a seat holds two, may have them, and keeps a tile to discard."""
    return (
        count_of(s.hand, tile) == 2 and not s.xianggong and not s.dead >> tile & 1
        and loose_of(s.hand) & ~(<uint64_t>7 << (3 * tile)) != 0)


cdef int list_eats(
    const TableRules* rules, const Seat* s, int tile, uint32_t* out, int most
) noexcept nogil:
    """List the legal ways to eat a tile, at most `most` of them."""
    if s.xianggong or s.dead >> tile & 1 or count_of(s.hand, tile) == 3:
        return 0
    return lay_out(
        rules.hu, loose_of(s.hand) + (<uint64_t>1 << (3 * tile)), tile, 0, A_EAT, 8, out, 0, most)


cdef int lay_out(
    const HuRules* hu, uint64_t loose, int tile, int first, uint32_t action, int shift,
    uint32_t* out, int n, int most
) noexcept nogil:
    """Put every copy of a tile in a meld, the melds ascending.

    Args:
        first: the first of the tile's options that may come next.
        action: the eat with the melds so far; the next is written at bit `shift`.
        out: the list of eats, `n` of them so far.

    Returns:
        The number of eats. One that leaves no tile to discard is not among them.
    """
    cdef int i, meld
    if count_of(loose, tile) == 0:
        if loose == 0:
            return n
        out[n] = action
        return n + 1
    for i in range(first, hu.n_options[tile]):
        meld = hu.options[tile][i]
        if within(hu.words[meld], loose) and meld_kind(meld) != M_PAIR:
            n = lay_out(
                hu, loose - hu.words[meld], tile, i, action | <uint32_t>meld << shift, shift + 8,
                out, n, most)
            if n >= most:
                return n
    return n


# -- turns and offers -------------------------------------------------------------------------

cdef inline void go_on(const TableRules* rules, Table* t, Log* log) noexcept nogil:
    """Turn tiles until somebody is asked or the deal is over."""
    while t.stage == STAGE_TURN:
        turn(rules, t, log)


cdef void turn(const TableRules* rules, Table* t, Log* log) noexcept nogil:
    cdef int seat = t.seat
    if t.next == t.end:
        t.how = END_CHOUZHUANG
        ask(t, STAGE_OVER, NOBODY, 0)
        happen(log, t, E_CHOUZHUANG, NOBODY)
        return
    show_fours(t, seat, log)
    offer(t, seat, t.stock[t.next], True)
    t.next += 1
    t.first = False
    happen(log, t, E_TURN, seat, t.offered)
    t.forced = forced_by_own_draw(&t.seats[seat], t.offered)
    ask_wins(rules, t, 0, log)


cdef inline void offer(Table* t, int giver, int tile, bint turned) noexcept nogil:
    t.giver = giver
    t.offered = tile
    t.turned = turned
    t.forced = 0
    t.no_peng = t.no_eat = 0


cdef void ask_wins(const TableRules* rules, Table* t, int step, Log* log) noexcept nogil:
    """Ask the seats from `step` after the giver on that win; then go on with the tile."""
    cdef int seat
    for step in range(step, 1 if t.forced else rules.players):
        seat = after(rules, t.giver, step)
        if wins(rules, t, seat, t.offered, source_of(t, seat)):
            ask(t, STAGE_WIN, seat, step)
            return
    if t.forced:
        enter_same(rules, t, t.giver, t.forced, log)
        return
    for step in range(0 if t.turned else 1, rules.players):
        seat = after(rules, t.giver, step)
        if must_pao(rules, &t.seats[seat], t.offered, t.turned):
            enter_same(rules, t, seat, M_PAO, log)
            return
    ask_pengs(rules, t, 1, log)


cdef void ask_pengs(const TableRules* rules, Table* t, int step, Log* log) noexcept nogil:
    cdef int seat
    for step in range(step, rules.players):
        seat = after(rules, t.giver, step)
        if may_peng(&t.seats[seat], t.offered):
            ask(t, STAGE_PENG, seat, step)
            return
    ask_eats(rules, t, 0 if t.turned else 1, log)


cdef void ask_eats(const TableRules* rules, Table* t, int step, Log* log) noexcept nogil:
    cdef uint32_t[MAX_ACTIONS] found
    cdef int seat
    for step in range(step, 2):
        seat = after(rules, t.giver, step)
        if list_eats(rules, &t.seats[seat], t.offered, found, 1):
            ask(t, STAGE_EAT, seat, step)
            return
    leave(rules, t, log)


cdef void leave(const TableRules* rules, Table* t, Log* log) noexcept nogil:
    """Let an unclaimed tile lie."""
    cdef int tile = t.offered
    cdef int seat = t.giver
    mark_dead(rules, t, NOBODY)
    t.lying[t.n_lying] = tile + 32 * seat
    t.n_lying += 1
    t.offered = NO_TILE
    if rules.passed_kinds_dead:
        if t.turned:
            t.seats[seat].dead |= 1 << tile
        t.seats[after(rules, seat, 1)].dead |= 1 << tile
    pass_turn(t, after(rules, seat, 1))
    if t.turned:
        happen(log, t, E_DEAD, seat, tile)


cdef void mark_dead(const TableRules* rules, Table* t, int claimant) noexcept nogil:
    """The offers of a tile end: it is dead for who was asked and took nothing (臭字)."""
    cdef int seat
    cdef int passed = t.no_peng | t.no_eat
    for seat in range(rules.players):
        if passed >> seat & 1 and seat != claimant:
            t.seats[seat].dead |= 1 << t.offered
            t.seats[seat].refused |= (t.no_peng >> seat & 1) << t.offered


# -- entries ----------------------------------------------------------------------------------

cdef inline int event_of(int kind) noexcept nogil:
    """The event of a meld of equal tiles."""
    if kind == M_PENG:
        return E_PENG
    return E_WEI + (kind - M_WEI)


cdef void enter_same(
    const TableRules* rules, Table* t, int seat, int kind, Log* log
) noexcept nogil:
    """Make a peng, wei, pao or ti of the tile with all its like of the seat."""
    cdef Seat* s = &t.seats[seat]
    cdef int tile = t.offered
    show_fours(t, seat, log)
    s.hand &= ~(<uint64_t>7 << (3 * tile))
    if s.exposed.pengs >> tile & 1:
        take_up(rules, s, TILES * M_PENG + tile)
    elif s.exposed.weis >> tile & 1:
        take_up(rules, s, TILES * M_WEI + tile)
    lay(rules, s, TILES * kind + tile)
    t.offered = NO_TILE
    t.first = False
    ask(t, STAGE_DISCARD, seat, 0)
    happen(log, t, event_of(kind), seat, tile)
    if kind >= M_PAO and s.exposed.fours >= 2:
        pass_turn(t, after(rules, seat, 1))
        happen(log, t, E_NO_DISCARD, seat)
    else:
        ask_discard(rules, t, seat, log)


cdef void enter_eat(
    const TableRules* rules, Table* t, int seat, uint32_t action, Log* log
) noexcept nogil:
    cdef Seat* s = &t.seats[seat]
    cdef int tile = t.offered
    cdef uint32_t melds = action >> 8
    show_fours(t, seat, log)
    s.hand += <uint64_t>1 << (3 * tile)
    while melds:
        s.hand -= rules.hu.words[melds & 255]
        lay(rules, s, melds & 255)
        melds >>= 8
    t.offered = NO_TILE
    t.first = False
    ask(t, STAGE_DISCARD, seat, 0)
    happen(log, t, E_EAT, seat, tile, 0, action)
    ask_discard(rules, t, seat, log)


cdef void ask_discard(const TableRules* rules, Table* t, int seat, Log* log) noexcept nogil:
    """Ask for a discard; a seat that has no tile it may discard is 相公."""
    if loose_of(t.seats[seat].hand):
        ask(t, STAGE_DISCARD, seat, 0)
        return
    pass_turn(t, after(rules, seat, 1))
    if not t.seats[seat].xianggong:
        t.seats[seat].xianggong = True
        happen(log, t, E_XIANGGONG, seat)
    happen(log, t, E_NO_DISCARD, seat)


# -- answers ----------------------------------------------------------------------------------

cdef int table_options(const TableRules* rules, const Table* t, uint32_t* out) noexcept nogil:
    cdef uint64_t loose
    cdef int tile, n = 0
    if t.stage == STAGE_DISCARD:
        loose = loose_of(t.seats[t.seat].hand)
        while loose:
            tile = lowest_tile(loose)
            loose &= ~(<uint64_t>7 << (3 * tile))
            out[n] = A_DISCARD | <uint32_t>tile << 8
            n += 1
        return n
    if t.stage == STAGE_OVER:
        return 0
    if t.stage == STAGE_EAT:
        n = list_eats(rules, &t.seats[t.seat], t.offered, out, MAX_ACTIONS - 1)
    else:
        out[0] = A_PENG if t.stage == STAGE_PENG else A_WIN
        n = 1
    out[n] = A_PASS
    return n + 1


cdef void table_play(
    const TableRules* rules, Table* t, uint32_t action, Log* log
) noexcept nogil:
    cdef int kind = action & 255
    if kind == A_WIN:
        win(rules, t, log)
    elif kind == A_PASS:
        decline(rules, t, log)
    elif kind == A_DISCARD:
        discard(rules, t, action >> 8, log)
    else:
        mark_dead(rules, t, t.seat)
        if kind == A_PENG:
            enter_same(rules, t, t.seat, M_PENG, log)
        else:
            enter_eat(rules, t, t.seat, action, log)
    go_on(rules, t, log)


cdef void discard(const TableRules* rules, Table* t, int tile, Log* log) noexcept nogil:
    cdef int seat = t.seat
    t.seats[seat].hand -= <uint64_t>1 << (3 * tile)
    offer(t, seat, tile, False)
    ask(t, STAGE_TURN, seat, 0)
    if rules.own_discards_dead:
        t.seats[seat].dead |= 1 << tile
    happen(log, t, E_DISCARD, seat, tile)
    ask_wins(rules, t, 1 if discard_wins(rules, t) else rules.players, log)


cdef void decline(const TableRules* rules, Table* t, Log* log) noexcept nogil:
    if t.stage == STAGE_TIANHU:
        ask_discard(rules, t, t.seat, log)
    elif t.stage == STAGE_WIN:
        ask_wins(rules, t, t.step + 1, log)
    elif t.stage == STAGE_PENG:
        t.no_peng |= 1 << t.seat
        ask_pengs(rules, t, t.step + 1, log)
    else:
        t.no_eat |= 1 << t.seat
        ask_eats(rules, t, t.step + 1, log)


# -- the end ----------------------------------------------------------------------------------

cdef void win(const TableRules* rules, Table* t, Log* log) noexcept nogil:
    cdef int seat = t.seat
    cdef int source = source_of(t, seat)
    t.hu = hu_of(rules, t, seat, t.offered, source)
    t.winner = seat
    if source == NO_SOURCE:
        t.how = END_TIANHU
    elif source == DISCARD:
        t.how = END_DIHU if t.first else END_DISCARD
    else:
        t.how = END_SELF_DRAW if source == SELF else END_TURNED
    show_fours(t, seat, log)
    ask(t, STAGE_OVER, NOBODY, 0)
    happen(log, t, E_WIN, seat, t.offered, t.hu)


cdef int64_t table_piles(const TableRules* rules, const Table* t) noexcept nogil:
    cdef const Seat* s
    cdef int red
    if t.stage != STAGE_OVER or t.winner == NOBODY:
        return 0
    s = &t.seats[t.winner]
    red = total(s.hand & RED) + total(s.exposed.word & RED)
    if t.offered >= 0:
        red += total((<uint64_t>1 << (3 * t.offered)) & RED)
    return (
        <int64_t>((t.hu - rules.hu.min_hu) // rules.per + 1 + rules.bonus[t.how])
        * rules.factor[red])


cdef void table_scores(const TableRules* rules, const Table* t, int64_t* out) noexcept nogil:
    cdef int64_t piles = table_piles(rules, t)
    cdef int seat
    for seat in range(rules.players):
        out[seat] = -piles
    if t.winner != NOBODY:
        out[t.winner] = piles * (rules.players - 1)


cdef int next_dealer(const TableRules* rules, const Table* t) noexcept nogil:
    """Who deals next: the winner, without one the seat after the dealer."""
    return after(rules, t.dealer, 1) if t.winner == NOBODY else t.winner
