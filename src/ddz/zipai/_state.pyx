"""`State`: a whole deal of Zipai as an immutable value over the C struct of `_table`."""

cimport cython
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from cpython.object cimport PyObject, newfunc
from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcmp, memset

from ddz._close cimport close_type
from ddz._core cimport word_of
from ddz._random cimport Random
from ddz._state cimport seed_random
from ddz.zipai._action cimport Action, action_of
from ddz.zipai._table cimport *
from ddz.zipai._tiles cimport meld_from_number, tile_number, tiles_from_word, tiles_word
from ddz.zipai._words cimport *

from itertools import islice

from ddz.errors import DdzError, IllegalMoveError, Reason, shown
from ddz.zipai._action import PASS, WIN
from ddz.zipai._tiles import MeldKind, Tile, Tiles
from ddz.zipai._verbs import best_hu
from ddz.zipai.rules import ZIPAI_RULES
from ddz.zipai.table import ENDS, KINDS, SOURCES, Happening, Result, Stage

cdef object SHAOYANG = ZIPAI_RULES["shaoyang"]
cdef tuple STAGES = tuple(Stage)
cdef tuple _TILES = tuple(Tile)
cdef tuple _KINDS = tuple(KINDS)
cdef tuple _ENDS = tuple(ENDS)


@cython.final
@cython.no_gc
cdef class Deal:
    """The dealt tiles: all states of a deal share them."""


@cython.final
@cython.no_gc
@cython.auto_pickle(False)
@cython.freelist(256)
cdef class Past:
    """An action and all before it: states that follow from each other share their history."""


@cython.final
@cython.no_gc
@cython.freelist(64)
cdef class State:
    """A whole deal of Zipai at one moment: who is asked what, and all that lies at the table.

    An immutable, hashable, picklable value; `play` returns another. It is made by `deal`,
    `from_hands` or `parse`. Seats are numbered from 0 in turn order.

    Where several seats may claim a tile they are asked one at a time, in the order of the rules;
    what is forced (倾, 拽, 开招, 跑) happens by itself and leaves its trace in `happenings`.

    >>> from ddz.zipai import PASS
    >>> state = State.deal(2026)
    >>> state.seat, state.stage, str(state.legal_actions()[0])
    (0, <Stage.DISCARD: 'discard'>, '打一')
    >>> while not state.is_over:
    ...     state = state.play(state.default_action())
    >>> sum(state.scores())
    0
    """

    # -- where states come from --

    @staticmethod
    def deal(rng=None, rules=SHAOYANG, dealer=0):
        """Shuffle and deal.

        Args:
            rng: a seed (any integer; the same deal on every platform and in every version), a
                `random.Random`, or None for the randomness of the system.
            rules: a ZipaiRules.
            dealer: the seat that has one tile more and begins.

        Returns:
            A State at its first question.

        Raises:
            RulesError: rules that no deal can be played by.
            DdzError: no such seat.
            TypeError: another type.
        """
        cdef PackedTable packed = table_rules(rules)
        cdef int seat = seat_of(dealer, packed.c.players)
        cdef Deal dealt = Deal.__new__(Deal)
        cdef Random random
        seed_random(&random, rng)
        table_deal(&packed.c, &random, seat, &dealt.table)
        return begin(dealt, packed, rules)

    @staticmethod
    def from_hands(hands, stock, dealer=0, rules=SHAOYANG):
        """Begin with given tiles, as puzzles, tests and records do.

        Args:
            hands: what each seat is dealt, as `Tiles` takes it, fours of a kind included.
            stock: the other tiles in drawing order: a text, or Tiles of any kind one by one. The
                first is drawn first; the dealer's replacement tiles come from the end.
            dealer: the seat that has one tile more.
            rules: a ZipaiRules.

        Returns:
            A State at its first question.

        Raises:
            DdzError: not one hand a seat, hands of a wrong size, not the 80 tiles, no such seat.
            ParseError, RulesError, TypeError: as for `Tiles`, `Tile` and `deal`.
        """
        cdef PackedTable packed = table_rules(rules)
        cdef Deal dealt = Deal.__new__(Deal)
        cdef uint64_t word
        cdef int[TILES] left
        cdef int seat, tile
        # one more than there are seats tells that there are too many
        held = ([hands] if isinstance(hands, (str, Tiles))
                else list(islice(hands, packed.c.players + 1)))
        if len(held) != packed.c.players:
            raise DdzError(f"{packed.c.players} seats need as many hands, not "
                           f"{len(held)}{' or more' if len(held) > packed.c.players else ''}")
        memset(&dealt.table, 0, sizeof(Table))
        dealt.table.players = packed.c.players
        dealt.table.dealer = seat_of(dealer, packed.c.players)
        for tile in range(TILES):
            left[tile] = 4
        for seat in range(packed.c.players):
            word = dealt.table.seats[seat].hand = tiles_word(held[seat])
            size = packed.c.hand + (seat == dealt.table.dealer)
            if total(word) != size:
                raise DdzError(f"seat {seat} is dealt {size} tiles, not {total(word)}")
            for tile in range(TILES):
                left[tile] -= count_of(word, tile)
        for number in ordered_tiles(stock):
            left[<int>number] -= 1
            if dealt.table.end < ALL_TILES:
                dealt.table.stock[dealt.table.end] = number
                dealt.table.end += 1
        for tile in range(TILES):
            if left[tile] != 0:
                raise DdzError(f"there are 4 tiles {_TILES[tile]}, not {4 - left[tile]}")
        return begin(dealt, packed, rules)

    @staticmethod
    def parse(text):
        """Read a state from its text: the deal and the actions, which are replayed.

        Args:
            text: as `str(state)` writes it.

        Raises:
            ParseError: a text that is no state, or an illegal action, with the column.
            RulesError: impossible rules.
            TypeError: not a text.

        >>> state = State.deal(1)
        >>> State.parse(str(state)) == state
        True
        """
        from ddz.zipai._state_text import parse_state
        return parse_state(text)

    # -- what there is --

    @property
    def rules(self):
        """The ZipaiRules."""
        return self.ruled

    @property
    def stage(self):
        """What the seat to act is asked: a Stage."""
        return STAGES[self.table.stage]

    @property
    def seat(self):
        """The seat that is asked; None when the deal is over."""
        return seat_or_none(self.table.seat)

    @property
    def dealer(self):
        """The seat that began."""
        return self.table.dealer

    @property
    def hands(self):
        """What every seat holds in hand: a tuple of Tiles. Fours set aside are not among them."""
        return tuple([
            tiles_from_word(self.table.seats[seat].hand)
            for seat in range(self.table.players)])

    @property
    def exposed(self):
        """The melds laid by every seat, fours set aside included: a tuple of tuples of Melds."""
        cdef int i, seat
        return tuple([
            tuple([
                meld_from_number(self.table.seats[seat].melds[i])
                for i in range(self.table.seats[seat].n_melds)])
            for seat in range(self.table.players)])

    @property
    def face_down(self):
        """The kinds of fours that each seat has not shown yet: a tuple of tuples of Tiles."""
        return tuple([
            tiles_of(self.table.seats[seat].hidden) for seat in range(self.table.players)])

    @property
    def dead(self):
        """The kinds that each seat may neither eat nor peng (臭字): a tuple of tuples of Tiles."""
        return tuple([
            tiles_of(self.table.seats[seat].dead) for seat in range(self.table.players)])

    @property
    def refused(self):
        """Of the dead kinds, those whose peng was refused: a wei of them is a stinking wei."""
        return tuple([
            tiles_of(self.table.seats[seat].refused) for seat in range(self.table.players)])

    @property
    def xianggong(self):
        """Whether each seat is 相公: it had no tile to discard and cannot win any more."""
        return tuple([
            self.table.seats[seat].xianggong != 0 for seat in range(self.table.players)])

    @property
    def lying(self):
        """The unclaimed tiles before each seat, oldest first: a tuple of tuples of Tiles."""
        cdef int i, seat
        return tuple([
            tuple([
                _TILES[self.table.lying[i] & 31] for i in range(self.table.n_lying)
                if self.table.lying[i] >> 5 == seat])
            for seat in range(self.table.players)])

    @property
    def stock(self):
        """The tiles that are left, in drawing order."""
        cdef int i
        return tuple([
            _TILES[self.table.stock[i]] for i in range(self.table.next, self.table.end)])

    @property
    def offered(self):
        """The Tile that is turned or discarded right now, or won the deal; else None."""
        return None if self.table.offered < 0 else _TILES[self.table.offered]

    @property
    def giver(self):
        """Who turned or discarded it; None without one."""
        return None if self.table.offered < 0 else self.table.giver

    @property
    def turned(self):
        """Whether it was turned from the stock."""
        return self.table.offered >= 0 and self.table.turned != 0

    @property
    def dealt(self):
        """What was dealt: the hands, a tuple of Tiles, and the stock, a tuple of Tiles in order."""
        cdef const Table* t = &self.dealt.table
        cdef int i, seat
        return (
            tuple([
                tiles_from_word(t.seats[seat].hand) for seat in range(self.table.players)]),
            tuple([_TILES[t.stock[i]] for i in range(t.end)]))

    @property
    def history(self):
        """All actions, private passes included: a tuple of (seat, Action)."""
        cdef Past past = self.past
        found = []
        while past is not None:
            found.append((past.seat, action_of(past.word)))
            past = past.before
        found.reverse()
        return tuple(found)

    @property
    def happenings(self):
        """All that happened, forced entries included: a tuple of Happenings."""
        cdef Past past = self.past
        parts = []
        while past is not None:
            parts.append(past.events)
            past = past.before
        parts.append(self.dealt.events)
        parts.reverse()
        return happenings_of(b"".join(parts))

    @property
    def version(self):
        """The number of events, the deal the first; a pass is none."""
        return 1 + self.happened

    @property
    def is_over(self):
        """Whether the deal is over."""
        return self.table.stage == STAGE_OVER

    @property
    def winner(self):
        """The seat that won; None before the end and after 臭庄."""
        return seat_or_none(self.table.winner)

    @property
    def result(self):
        """How the deal ended: a Result; None before."""
        if self.table.stage != STAGE_OVER:
            return None
        return Result(
            self.winner, _ENDS[self.table.how], self.table.hu,
            table_piles(&self.packed.c, &self.table), self.scores(),
            next_dealer(&self.packed.c, &self.table))

    # -- what may be done --

    def legal_actions(self):
        """List what the seat may do: a tuple of Actions; empty when the deal is over.

        Discards come in the order of their tiles, ways to eat in that of the numbers of their
        melds, and a pass last.
        """
        cdef uint32_t[MAX_ACTIONS] words
        cdef int i
        cdef int n = table_options(&self.packed.c, &self.table, words)
        return tuple([action_of(words[i]) for i in range(n)])

    def default_action(self):
        """Return what a server does for a seat that is out of time.

        Win if that is offered; else pass, or discard the first tile that may go.

        Raises:
            IllegalMoveError: the deal is over.
        """
        if self.table.stage == STAGE_OVER:
            raise IllegalMoveError("the deal is over", Reason.OVER)
        if self.table.stage in (STAGE_TIANHU, STAGE_WIN):
            return WIN
        return self.legal_actions()[0] if self.table.stage == STAGE_DISCARD else PASS

    def play(self, action, *, seat=None):
        """Return the state after an action of the seat that is asked.

        Args:
            action: one of `legal_actions()`.
            seat: whose action it is, which is refused unless this seat is asked; None = the seat
                that is asked.

        Raises:
            IllegalMoveError: with the `reason`.
            DdzError: no such seat.
            TypeError: no Action; a seat of another type.

        >>> State.deal(2026).play(WIN)
        Traceback (most recent call last):
        ddz.errors.IllegalMoveError: seat 0 must discard: 胡 is not offered
        """
        cdef uint32_t[MAX_ACTIONS] words
        cdef uint32_t word
        cdef int i, n
        if not isinstance(action, Action):
            raise TypeError(f"play takes an Action, not {shown(action)}")
        if seat is not None:
            self.check_turn(seat_of(seat, self.table.players))
        word = (<Action>action).word
        n = table_options(&self.packed.c, &self.table, words)
        for i in range(n):
            if words[i] == word:
                return self.moved(word)
        raise self.refusal(word, action)

    cdef State moved(self, uint32_t word):
        """The state after a legal action."""
        cdef State state = copy(self)
        cdef Past past = Past.__new__(Past)
        cdef Happened[MAX_EVENTS] events
        cdef Log log
        log.events, log.tables, log.n = events, NULL, 0
        past.before = self.past
        past.word = word
        past.seat = self.table.seat
        table_play(&state.packed.c, &state.table, word, &log)
        past.events = packed_events(&log)
        state.past = past
        state.steps += 1
        state.happened += log.n
        return state

    cdef int check_turn(self, int seat) except -1:
        """Refuse a seat that is not asked, without a word on who is: that can be private."""
        if self.table.stage == STAGE_OVER:
            raise IllegalMoveError("the deal is over", Reason.OVER)
        if seat != self.table.seat:
            raise IllegalMoveError(f"it is not the turn of seat {seat}", Reason.NOT_YOUR_TURN)
        return 0

    cdef object refusal(self, uint32_t word, object action):
        """The error that says why."""
        cdef int kind = word & 255
        cdef int tile = word >> 8
        if self.table.stage == STAGE_OVER:
            return IllegalMoveError("the deal is over", Reason.OVER)
        who = f"seat {self.table.seat}"
        if self.table.stage == STAGE_DISCARD and kind == A_DISCARD:
            held = count_of(self.table.seats[self.table.seat].hand, tile)
            if held == 0:
                return IllegalMoveError(f"{who} has no {_TILES[tile]}", Reason.NOT_IN_HAND)
            return IllegalMoveError(
                f"{who} has a kan of {_TILES[tile]}: it is never split", Reason.NOT_OFFERED)
        if self.table.stage == STAGE_DISCARD:
            asked = "must discard"
        elif self.table.stage == STAGE_EAT and kind == A_EAT:
            asked = f"may eat {_TILES[self.table.offered]} otherwise or pass"
        else:
            asked = f"is asked {self.stage}"
        return IllegalMoveError(f"{who} {asked}: {action} is not offered", Reason.NOT_OFFERED)

    # -- the result --

    def scores(self):
        """Return the score of each seat: a tuple of integers that sum to 0.

        Raises:
            DdzError: the deal is not over.
        """
        cdef int64_t[MAX_SEATS] points
        if self.table.stage != STAGE_OVER:
            raise DdzError("the deal is not over")
        table_scores(&self.packed.c, &self.table, points)
        return tuple([points[seat] for seat in range(self.table.players)])

    def best_hu(self, seat=None, *, min_hu=None):
        """Count what a seat wins with, the tile on offer included.

        Args:
            seat: whose tiles; None = the winner's.
            min_hu: the least hu of a win; None = as the rules say.

        Returns:
            A HuResult, or None: no win.

        Raises:
            DdzError: no such seat, or nobody has won.
            RulesError: a `min_hu` that no rules have.
        """
        cdef int who = self.table.winner if seat is None else seat_of(seat, self.table.players)
        if who == NOBODY:
            raise DdzError("nobody has won")
        return best_hu(
            self.hands[who], self.exposed[who], self.offered,
            SOURCES[source_of(&self.table, who)],
            self.ruled if min_hu is None else self.ruled.replace(min_hu=min_hu),
            refused=self.offered in self.refused[who])

    def _may_win(self, int seat):
        """Whether a seat may win now if its tiles do, asked or not."""
        return may_win(&self.packed.c, &self.table, seat)

    def _forced(self, int seat):
        """The MeldKind that a seat must make of the tile on offer, or None."""
        cdef int kind = forced_entry(&self.packed.c, &self.table, seat)
        return MeldKind(kind) if kind else None

    # -- for servers --

    def view(self, seat=None):
        """Return what a seat sees, as plain values.

        Args:
            seat: whose view; None = that of somebody who sees no hand.

        Returns:
            A `ddz.zipai.table.View`. What a seat is asked shows in its own view only.

        Raises:
            DdzError: no such seat.
        """
        from ddz.zipai._view import view_of
        return view_of(self, None if seat is None else seat_of(seat, self.table.players))

    def events(self, since=0, seat=None):
        """Return what a seat has seen happen: what to send to a player.

        Folding them with `ddz.zipai.table.fold` into the view of version `since` gives
        `view(seat)`.

        Args:
            since: the version that the player knows; 0 = nothing.
            seat: whose view; None = that of somebody who sees no hand.

        Returns:
            A list of `ddz.zipai.table.Event`. What only this seat was asked after `since` became
            the version comes again, as it has no version of its own.

        Raises:
            DdzError: no such seat, or a negative version.
        """
        from ddz.zipai._view import events_of
        known = word_of(since, "a version is an integer")
        return events_of(self, known, None if seat is None else seat_of(seat, self.table.players))

    def _moments(self):
        """All moments of the deal: (version, the table then, whether something happened)."""
        cdef State state
        moments = []
        state = copy(self)
        state.past = None
        state.steps = state.happened = 0
        state.table = self.dealt.table
        state.table.seat = state.table.dealer
        moments.append((1, state, True))
        state = replayed(state, 0, moments)
        for _, action in self.history:
            state = replayed(state, (<Action>action).word, moments)
        return moments

    # -- a value --

    def __eq__(self, other):
        cdef State one = self
        cdef State two
        cdef Past a, b
        if not isinstance(other, State):
            return NotImplemented
        two = other
        if (one.steps != two.steps
                or one.dealt is not two.dealt
                and memcmp(&one.dealt.table, &two.dealt.table, sizeof(Table)) != 0
                or not (one.ruled is two.ruled or one.ruled == two.ruled)):
            return False
        a = one.past
        b = two.past
        while a is not b:
            if a.word != b.word:
                return False
            a = a.before
            b = b.before
        return True

    def __hash__(self):
        stock = PyBytes_FromStringAndSize(<char*>self.dealt.table.stock, ALL_TILES)
        word = 0 if self.past is None else self.past.word
        return hash((stock, self.table.seats[0].hand, self.steps, word))

    def __str__(self):
        from ddz.zipai._state_text import format_state
        return format_state(self)

    def __repr__(self):
        return f"State.parse({str(self)!r})"

    def __reduce__(self):
        return State.parse, (str(self),)


cdef object refuse_new(type cls, PyObject* args, PyObject* kwargs):
    """What Python calls for an object without a deal; `__new__` in Cython goes past it."""
    raise TypeError("a State is made by State.deal, State.from_hands or State.parse")


close_type(State, <newfunc>refuse_new)
close_type(Deal, <newfunc>refuse_new)
close_type(Past, <newfunc>refuse_new)


# -- making states ----------------------------------------------------------------------------

cdef State begin(Deal dealt, PackedTable packed, object rules):
    """The state at the first question of a deal."""
    cdef State state = State.__new__(State)
    cdef Happened[MAX_EVENTS] events
    cdef Log log
    log.events, log.tables, log.n = events, NULL, 0
    dealt.table.seat = dealt.table.dealer
    dealt.table.offered = NO_TILE
    dealt.table.giver = dealt.table.winner = NOBODY
    state.table = dealt.table
    table_begin(&packed.c, &state.table, &log)
    dealt.events = packed_events(&log)
    state.packed = packed
    state.ruled = rules
    state.dealt = dealt
    state.happened = log.n
    return state


cdef State copy(State other):
    cdef State state = State.__new__(State)
    state.table = other.table
    state.packed = other.packed
    state.ruled = other.ruled
    state.dealt = other.dealt
    state.past = other.past
    state.steps = other.steps
    state.happened = other.happened
    return state


cdef State replayed(State before, uint32_t word, list moments):
    """The state after an action (0 = the deal), each event on the way put among the moments.

    The last event brings the question that follows; where nothing happens only the question does.
    """
    cdef State state = copy(before)
    cdef Happened[MAX_EVENTS] events
    cdef Log log
    cdef int i
    log.events, log.n = events, 0
    log.tables = <Table*>malloc(MAX_EVENTS * sizeof(Table))
    if log.tables is NULL:
        raise MemoryError
    if word:
        table_play(&state.packed.c, &state.table, word, &log)
    else:
        table_begin(&state.packed.c, &state.table, &log)
    for i in range(log.n - 1):
        moment = copy(before)
        (<State>moment).table = log.tables[i]
        moments.append((2 + before.happened + i, moment, True))
    free(log.tables)
    state.happened += log.n
    moments.append((1 + state.happened, state, log.n > 0))
    return state


# -- events -----------------------------------------------------------------------------------

cdef bytes packed_events(const Log* log):
    return PyBytes_FromStringAndSize(<const char*>log.events, log.n * sizeof(Happened))


cdef tuple happenings_of(bytes packed):
    """Events as values."""
    cdef const Happened* events = <const Happened*>PyBytes_AS_STRING(packed)
    cdef Py_ssize_t i
    cdef int k
    cdef list found = []
    for i in range(<Py_ssize_t>(len(packed) // sizeof(Happened))):
        found.append(Happening(
            _KINDS[events[i].kind], seat_or_none(events[i].seat),
            None if events[i].tile < 0 else _TILES[events[i].tile],
            tuple([meld_from_number(events[i].melds[k]) for k in range(3) if events[i].melds[k]]),
            events[i].hu if events[i].kind == E_WIN else None))
    return tuple(found)


# -- what callers pass ------------------------------------------------------------------------

cdef object seat_or_none(int seat):
    return None if seat < 0 else seat


cdef tuple tiles_of(uint32_t mask):
    return tuple([tile for tile in _TILES if mask >> <int>tile & 1])


cpdef int seat_of(object seat, int players) except -1:
    """The number of a seat."""
    number = word_of(seat, "a seat is an integer")
    if number >= players:
        raise DdzError(f"seats are 0 to {players - 1}, not {shown(number)}")
    return number


cdef list ordered_tiles(object tiles):
    """The numbers of tiles in their order, of a text or one by one; at most eighty-one."""
    if isinstance(tiles, str):
        from ddz.zipai._state_text import parse_stock
        tiles = parse_stock(str(tiles))
    found = []
    for tile in tiles:
        found.append(tile_number(tile))
        if len(found) > ALL_TILES:
            break
    return found
