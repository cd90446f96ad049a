"""`State`: a whole deal as an immutable value over the C struct of `_table`."""

cimport cython
from cpython.bytes cimport PyBytes_FromStringAndSize
from cpython.object cimport PyObject, newfunc
from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memcmp, memcpy, memset

from ddz._bits cimport CARDS
from ddz._close cimport close_type
from ddz._core cimport (
    Hand, Move, MoveList, check_deck, hand_from_word, hand_word, list_for, move_from_word,
    word_of,
)
from ddz._random cimport Random, random_mix
from ddz._reading cimport sum_fits
from ddz._table cimport *
from ddz._text cimport SYMBOLS, format_cards, format_move

import os
from enum import Enum
from itertools import islice
from operator import index as index_of

from ddz._core import PASS, Rank
from ddz.errors import DdzError, IllegalMoveError, Reason, shown
from ddz.rules import RULES
from ddz.table import Choice, Factor, Phase, Stake

cdef object CLASSIC = RULES["classic"]
cdef tuple PHASES = tuple(Phase)
cdef tuple CHOICES = tuple(Choice)
cdef dict NUMBERS = {choice: number for number, choice in enumerate(CHOICES)}
cdef tuple RANKS = tuple(Rank)

# What is done for a seat that is out of time
cdef dict DEFAULTS = {
    PHASE_SNATCH: Choice.DECLINE,
    PHASE_DRAW: Choice.LOOK,
    PHASE_TALK: Choice.PLAY,
    PHASE_ANSWER: Choice.DECLINE,
    PHASE_CLAIM: Choice.DECLINE,
    PHASE_OPEN: Choice.DECLINE,
}


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
    """A whole deal at one moment: the auction, the questions before the first lead, and play.

    An immutable, hashable, picklable value; `play` returns another. It is made by `deal`,
    `from_hands` or `parse`. Seats are numbered from 0 in turn order.

    An action is an integer in the auction (0 passes, else the level's value), a `Move` in play, and
    a `Choice` in every other phase.

    >>> from ddz import RULES
    >>> state = State.deal(2026, RULES["classic"])
    >>> state.phase, state.legal_actions()
    (<Phase.AUCTION: 'auction'>, (0, 1, 2, 3))
    >>> state = state.play(3)
    >>> while not state.is_over:
    ...     state = state.play(state.legal_actions()[-1])
    >>> sum(state.scores())
    0
    """

    # -- where states come from --

    @staticmethod
    def deal(rng=None, rules=CLASSIC):
        """Shuffle and deal.

        Args:
            rng: a seed (any integer; the same deal on every platform and in every version), a
                `random.Random`, or None for the randomness of the system.
            rules: a Rules value.

        Returns:
            A State at the beginning of the auction, or past it with `auction="none"`.

        Raises:
            TypeError: another type.
        """
        cdef PackedTable packed = packed_table(rules)
        cdef State state = State.__new__(State)
        cdef Random random
        seed_random(&random, rng)
        table_deal(&packed.c, &random, &state.table, &state.face)
        table_start(&packed.c, &state.table)
        state.packed = packed
        state.ruled = rules
        return state

    @staticmethod
    def from_hands(hands, kitty=Hand(), *, rules=CLASSIC, first=None, landlord=None, face_up=None):
        """Begin with given cards, as puzzles, tests and records do.

        Args:
            hands: a Hand, a text or a word for each seat: of any size, but not empty.
            kitty: the landlord's further cards, likewise; it may be empty.
            rules: a Rules value. The cards must be in its deck.
            first: the seat that begins the auction (None: seat 0).
            landlord: instead of an auction: this seat takes the kitty and leads, for a stake of 1,
                and no question is asked.
            face_up: the Rank (or its character) of the card that was dealt face up to `first`.

        Returns:
            A State.

        Raises:
            IllegalMoveError: more cards than the deck.
            DdzError: not one hand a seat, no such seat, both `first` and `landlord`, a hand
                without cards, a card face up that is not in the hand.
            ParseError, TypeError: as `Hand` raises them; bytes.

        >>> state = State.from_hands(["3344", "455", "667"], landlord=0)
        >>> print(state.legal_actions())
        3 4 33 44
        """
        cdef PackedTable packed = packed_table(rules)
        cdef State state = State.__new__(State)
        cdef uint64_t cards
        cdef int seat
        if isinstance(hands, (bytes, bytearray, memoryview, set, frozenset, dict)):
            raise TypeError(f"hands are Hands, texts or words, not {shown(hands)}")
        held = [hands] if isinstance(hands, str) else list(islice(hands, rules.players + 1))
        if len(held) != packed.c.players:
            raise DdzError(f"{packed.c.players} seats need as many hands, not {len(held)}")
        memset(&state.table, 0, sizeof(Table))
        state.table.kitty = cards = hand_word(kitty)
        for seat in range(packed.c.players):
            state.table.hands[seat] = hand_word(held[seat])
            if state.table.hands[seat] == 0:
                raise DdzError(f"seat {seat} has no cards")
            if not sum_fits(cards, state.table.hands[seat]):
                raise DdzError("the hands together hold more of a rank than any deck")
            cards += state.table.hands[seat]
        check_deck(packed.moves, cards)
        state.face.seat = NO_SEAT
        state.packed = packed
        state.ruled = rules
        if landlord is not None:
            if first is not None or face_up is not None:
                raise DdzError("with a landlord there is no first bidder and no card face up")
            table_start_play(&packed.c, &state.table, seat_of(landlord, packed))
            return state
        state.table.first = 0 if first is None else seat_of(first, packed)
        if face_up is not None:
            state.face.seat = state.table.first
            state.face.rank = rank_of(face_up)
            if (state.table.hands[state.face.seat] >> (4 * state.face.rank) & 15) == 0:
                raise DdzError(f"seat {state.face.seat} holds no {SYMBOLS[state.face.rank]}")
        table_start(&packed.c, &state.table)
        return state

    @staticmethod
    def parse(text):
        """Read a state from its text: the deal and the actions, which are replayed.

        Args:
            text: as `str(state)` writes it.

        Raises:
            ParseError: a text that is no state, or an illegal action, with the column.
            RulesError: impossible rules.
            TypeError: not a text.

        >>> text = "classic 3344/455/667 - L0 - : 33 - 66"
        >>> State.parse(text).to_beat, str(State.parse(text)) == text
        (Move.parse('66'), True)
        """
        from ddz._state_text import parse_state
        return parse_state(text)

    def redeal(self, rng=None):
        """Deal again after nobody called.

        Args:
            rng: as `deal` takes it.

        Raises:
            DdzError: the phase is not REDEAL.
        """
        if self.table.phase != PHASE_REDEAL:
            raise DdzError(f"only a deal that all passed is dealt again, not one in {self.phase}")
        return State.deal(rng, self.ruled)

    # -- what there is --

    @property
    def rules(self):
        """The Rules."""
        return self.ruled

    @property
    def phase(self):
        """The Phase."""
        return PHASES[self.table.phase]

    @property
    def seat(self):
        """The seat to act; None when the deal is over."""
        return self.seat_or_none(self.table.seat)

    @property
    def first(self):
        """The seat that began the auction, or leads where there was none."""
        return self.table.first

    @property
    def auctioned(self):
        """Whether the deal began with an auction or its rules, not with a landlord given."""
        return self.table.given == 0

    @property
    def face_up(self):
        """The Rank that was dealt face up to `first`, or None."""
        return None if self.face.seat == NO_SEAT else RANKS[self.face.rank]

    @property
    def hands(self):
        """What every seat holds now: a tuple of Hands."""
        return tuple([
            hand_from_word(self.table.hands[seat]) for seat in range(self.packed.c.players)])

    @property
    def dealt(self):
        """What was dealt: the hands, a tuple of Hands without the kitty, and the kitty, a Hand."""
        cdef uint64_t[MAX_SEATS] hands
        self.copy_dealt(hands)
        return (
            tuple([hand_from_word(hands[seat]) for seat in range(self.packed.c.players)]),
            self.kitty)

    @property
    def kitty(self):
        """The landlord's further cards, whether taken or not."""
        return hand_from_word(self.table.kitty)

    @property
    def kitty_taken(self):
        """Whether the kitty is in the landlord's hand."""
        return self.table.taken != 0

    @property
    def landlord(self):
        """The landlord's seat; None until the auction has ended."""
        if self.table.phase <= PHASE_SNATCH:
            return None
        return self.seat_or_none(self.table.landlord)

    @property
    def bid(self):
        """The value of the highest call; 0 = none. 1 without an auction."""
        return level_value(&self.packed.c, &self.table)

    @property
    def to_beat(self):
        """The Move to beat; PASS when the seat leads."""
        return self.move_of(self.table.to_beat)

    @property
    def to_beat_seat(self):
        """Who played `to_beat`; None when the seat leads."""
        return self.seat_or_none(self.table.last)

    @property
    def bombs_used(self):
        """The bombs each seat has played (rockets too, with `quota_rocket`)."""
        return tuple([self.table.used[seat] for seat in range(self.packed.c.players)])

    @property
    def quotas(self):
        """How many bombs each seat may play; None = any number, or not yet settled."""
        return tuple([
            None if self.table.quota[seat] == NO_LIMIT else self.table.quota[seat]
            for seat in range(self.packed.c.players)])

    @property
    def snatched(self):
        """Whether the landlord took the highest call from another seat."""
        return self.table.snatched != 0

    @property
    def opened(self):
        """Whether the landlord opened his hand."""
        return self.table.opened != 0

    @property
    def history(self):
        """All actions: a tuple of (seat, action)."""
        return tuple([(seat, action) for _, seat, action in self._steps()])

    def _steps(self):
        """All actions with their phases: (phase, seat, action)."""
        cdef Past past = self.past
        steps = []
        while past is not None:
            steps.append((PHASES[past.phase], past.seat, self.action_of(past.phase, past.word)))
            past = past.before
        steps.reverse()
        return steps

    cdef void copy_dealt(self, uint64_t* hands) noexcept:
        """Write the hands of the deal, without the kitty."""
        cdef Past past = self.past
        memcpy(hands, self.table.hands, sizeof(self.table.hands))
        while past is not None:
            if past.phase == PHASE_PLAY:
                hands[past.seat] += past.word & CARDS
            past = past.before
        if self.table.taken:
            hands[self.table.landlord] -= self.table.kitty

    def _begin(self):
        """The state before the first action."""
        cdef State state = State.__new__(State)
        state.packed = self.packed
        state.face = self.face
        state.ruled = self.ruled
        memset(&state.table, 0, sizeof(Table))
        state.table.kitty = self.table.kitty
        state.table.first = self.table.first
        self.copy_dealt(state.table.hands)
        if self.table.given:
            table_start_play(&self.packed.c, &state.table, self.table.landlord)
        else:
            table_start(&self.packed.c, &state.table)
        return state

    @property
    def version(self):
        """The number of public events: the deal, and all actions but private answers."""
        return 1 + self.steps - self.hidden

    @property
    def is_over(self):
        """Whether nothing can be played any more: phases OVER and REDEAL."""
        return self.table.phase >= PHASE_REDEAL

    @property
    def winner(self):
        """`landlord` or `peasants`; None before the end and if nobody won."""
        if self.table.ended == ENDED_NOT or self.table.ended >= ENDED_DRAWN:
            return None
        return "landlord" if landlord_won(&self.table) else "peasants"

    # -- what may be done --

    def legal_actions(self):
        """List what the seat may do.

        Returns:
            In play a MoveList; in the auction a tuple of integers, ascending; elsewhere a tuple of
            Choices; empty when the deal is over.
        """
        cdef uint64_t[MAX_OPTIONS] options
        cdef MoveList moves
        cdef Py_ssize_t i, n
        if self.table.phase == PHASE_PLAY:
            moves = list_for(
                self.packed.moves, self.table.hands[self.table.seat], self.table.to_beat)
            if bombs_spent(&self.packed.c, &self.table):
                moves.n = drop_bombs(&self.packed.c, moves.data, moves.n)
            return moves
        n = table_options(&self.packed.c, &self.table, options)
        return tuple([self.action_of(self.table.phase, options[i]) for i in range(n)])

    def default_action(self):
        """Return what a server does for a seat that is out of time.

        Pass, or lead the lowest card; in the auction pass, or make the lowest legal call; decline
        what is offered elsewhere.

        Raises:
            IllegalMoveError: the deal is over.
        """
        if self.table.phase >= PHASE_REDEAL:
            raise IllegalMoveError("the deal is over", Reason.OVER)
        if self.table.phase in (PHASE_AUCTION, PHASE_PLAY):
            return self.legal_actions()[0]
        return DEFAULTS[self.table.phase]

    def play(self, action, *, seat=None):
        """Return the state after an action of the seat to act.

        Args:
            action: one of `legal_actions()`. Text is not read here: servers judge it with
                `ddz.judge`.
            seat: whose action it is, which is refused unless this seat is to act; None = the
                seat to act.

        Raises:
            IllegalMoveError: with the `reason`.
            DdzError: no such seat.
            TypeError: no action of any phase, or a seat that is no integer.

        >>> State.from_hands(["34", "5", "6"], landlord=0).play(PASS)
        Traceback (most recent call last):
        ddz.errors.IllegalMoveError: the leader must play cards
        """
        cdef uint64_t word
        cdef int refused
        if seat is not None:
            self.check_turn(seat_of(seat, self.packed))
        word = self.word_of_action(action)
        refused = table_refusal(&self.packed.c, &self.table, word)
        if refused:
            raise self.refusal(refused, word, action)
        return self.moved(word)

    cdef State moved(self, uint64_t word):
        """The state after a legal action."""
        cdef State state = State.__new__(State)
        cdef Past past = Past.__new__(Past)
        past.before = self.past
        past.word = word
        past.phase = self.table.phase
        past.seat = self.table.seat
        state.table = self.table
        state.packed = self.packed
        state.face = self.face
        state.ruled = self.ruled
        state.past = past
        state.steps = self.steps + 1
        state.hidden = self.hidden + (
            past.phase == PHASE_CLAIM and word == CHOICE_DECLINE
            or past.phase == PHASE_DRAW and word == CHOICE_LOOK)
        table_apply(&state.packed.c, &state.table, word)
        return state

    cdef int check_turn(self, int seat) except -1:
        """Refuse a seat that is not to act, without a word on who is: that can be private."""
        if self.table.phase >= PHASE_REDEAL:
            raise IllegalMoveError("the deal is over", Reason.OVER)
        if seat != self.table.seat:
            raise IllegalMoveError(f"it is not the turn of seat {seat}", Reason.NOT_YOUR_TURN)
        return 0

    cdef uint64_t word_of_action(self, object action) except? 1:
        """The word of an action that is of this phase's type."""
        cdef int phase = self.table.phase
        if type(action) is Move:
            if phase == PHASE_PLAY:
                return (<Move>action).word
        elif type(action) is Choice:
            if phase != PHASE_PLAY and phase != PHASE_AUCTION and phase < PHASE_REDEAL:
                return NUMBERS[action]
        elif isinstance(action, (bool, Enum)) or not hasattr(type(action), "__index__"):
            raise TypeError(
                f"an action is an integer, a Move or a Choice by the phase, not {shown(action)}")
        elif phase == PHASE_AUCTION:
            number = index_of(action)
            # a call above every level is refused as one that is not offered
            return number if 0 <= number < 1 << 62 else (1 << 62)
        if phase >= PHASE_REDEAL:
            raise IllegalMoveError("the deal is over", Reason.OVER)
        raise IllegalMoveError(
            f"{shown(action)} is no action of the phase {PHASES[phase]}", Reason.NOT_THIS_PHASE)

    cdef object refusal(self, int refused, uint64_t word, object action):
        """The error that says why."""
        cdef uint64_t hand = self.table.hands[self.table.seat]
        if refused == REFUSED_NO_OPTION:
            offered = ", ".join([str(offer) for offer in self.legal_actions()])
            return IllegalMoveError(
                f"{shown(action)} is not offered here, only {offered}", Reason.NOT_OFFERED)
        if refused == REFUSED_MUST_LEAD:
            return IllegalMoveError("the leader must play cards", Reason.MUST_LEAD)
        if refused == REFUSED_QUOTA:
            return IllegalMoveError(
                f"seat {self.table.seat} has played its {self.table.quota[self.table.seat]} bombs",
                Reason.OVER_QUOTA)
        text = format_move(word, False)
        if refused == REFUSED_NOT_IN_HAND:
            return IllegalMoveError(
                f"{text!r} is not in {format_cards(hand)!r}", Reason.NOT_IN_HAND)
        if refused == REFUSED_DOES_NOT_BEAT:
            return IllegalMoveError(
                f"{text!r} does not beat {format_move(self.table.to_beat, False)!r}",
                Reason.DOES_NOT_BEAT)
        return IllegalMoveError(f"{text!r} is not a combination", Reason.NOT_A_COMBINATION)

    # -- the result --

    def scores(self):
        """Return the score of each seat: a tuple of integers that sum to 0.

        They are multiplied by `rules.score_scale`. All 0 if nobody called, of a draw, and where
        the losing side cannot lose.

        Raises:
            DdzError: the deal is not over.
        """
        cdef int64_t[MAX_SEATS] points
        if self.table.phase < PHASE_REDEAL:
            raise DdzError("the deal is not over")
        table_scores(&self.packed.c, &self.table, points)
        return tuple([points[seat] for seat in range(self.packed.c.players)])

    def stake(self):
        """Return what the deal is worth as far as it has got: a `Stake` with its factors.

        >>> state = State.parse("classic 33334/5/6 - L0 - : 3333")
        >>> str(state.stake())
        '1 x 2 (bombs) = 2'
        """
        cdef Factors f
        table_stake(&self.packed.c, &self.table, &f)
        named = (
            ("open", f.opened), ("bombs", f.bombs), ("rockets", f.rockets), ("spring", f.spring),
            ("eight", f.eight), ("eight last", f.eight_last), ("saved", 0 if f.saved else 1))
        return Stake(
            0 if f.saved else stake_value(&self.packed.c, &f), f.level,
            tuple([Factor(name, value) for name, value in named if value != 1]))

    # -- for servers --

    def view(self, seat=None):
        """Return what a seat sees, as plain values.

        Args:
            seat: whose view; None = that of somebody who sees no hand.

        Returns:
            A `ddz.table.View`. A question that one seat is asked in private shows in no other
            view.

        Raises:
            DdzError: no such seat.
        """
        from ddz._view import view_of
        return view_of(self, None if seat is None else seat_of(seat, self.packed))

    def events(self, since=0, seat=None):
        """Return what a seat has seen happen: what to send to a player.

        Folding them with `ddz.table.fold` into the view of version `since` gives `view(seat)`.

        Args:
            since: the version that the player knows; 0 = nothing.
            seat: whose view; None = that of somebody who sees no hand.

        Returns:
            A list of `ddz.table.Event`. What only this seat was asked after `since` became the
            version comes again, as it has no version of its own.

        Raises:
            DdzError: no such seat, or a negative version.
        """
        from ddz._view import events_of
        known = word_of(since, "a version is an integer")
        return events_of(self, known, None if seat is None else seat_of(seat, self.packed))

    # -- a value --

    def __eq__(self, other):
        cdef State one = self
        cdef State two
        cdef Past a, b
        if not isinstance(other, State):
            return NotImplemented
        two = other
        if (one.steps != two.steps or one.face.seat != two.face.seat
                or one.face.seat != NO_SEAT and one.face.rank != two.face.rank
                or memcmp(&one.table, &two.table, table_bytes(&one.table)) != 0
                or not (one.ruled is two.ruled or one.ruled == two.ruled)):
            return False
        a = one.past
        b = two.past
        while a is not b:
            if a.word != b.word or a.seat != b.seat:
                return False
            a = a.before
            b = b.before
        return True

    def __hash__(self):
        return hash(PyBytes_FromStringAndSize(<char*>&self.table, table_bytes(&self.table)))

    def __str__(self):
        from ddz._state_text import format_state
        return format_state(self)

    def __repr__(self):
        return f"State.parse({str(self)!r})"

    def __reduce__(self):
        return State.parse, (str(self),)

    # -- words as values --

    cdef object seat_or_none(self, int seat):
        return None if seat == NO_SEAT else seat

    cdef object move_of(self, uint64_t word):
        return PASS if word == 0 else move_from_word(word)

    cdef object action_of(self, int phase, uint64_t word):
        if phase == PHASE_PLAY:
            return self.move_of(word)
        return word if phase == PHASE_AUCTION else CHOICES[word]


cdef object refuse_new(type cls, PyObject* args, PyObject* kwargs):
    """What Python calls for an object without a deal; `__new__` in Cython goes past it."""
    raise TypeError("a State is made by State.deal, State.from_hands or State.parse")


close_type(State, <newfunc>refuse_new)
close_type(Past, <newfunc>refuse_new)


cdef inline Py_ssize_t table_bytes(const Table* t) noexcept:
    """The bytes of a table without those that only fill it up."""
    return <const char*>&t.winner + 1 - <const char*>t


cdef int seat_of(object seat, PackedTable packed) except -1:
    number = word_of(seat, "a seat is an integer")
    if number >= packed.c.players:
        raise DdzError(f"seats are 0 to {packed.c.players - 1}, not {shown(number)}")
    return number


cdef int rank_of(object rank) except -1:
    if type(rank) is Rank and rank in RANKS:
        return rank
    if not isinstance(rank, str):
        raise TypeError(f"a card face up is a Rank or its character, not {shown(rank)}")
    if len(rank) != 1 or rank not in SYMBOLS:
        raise DdzError(f"{shown(rank)} is no card; cards are {SYMBOLS}")
    return SYMBOLS.index(rank)


cdef int seed_random(Random* random, object rng) except -1:
    """Take a seed, 256 bits of a `random.Random`, or as many of the system."""
    memset(random, 0, sizeof(Random))
    if rng is None:
        number = int.from_bytes(os.urandom(32), "little")
    elif hasattr(type(rng), "getrandbits"):
        number = rng.getrandbits(256)
    elif isinstance(rng, bool) or not hasattr(type(rng), "__index__"):
        raise TypeError(f"rng is a seed, a random.Random or None, not {shown(rng)}")
    else:
        number = index_of(rng)
    random_mix(random, 1 if number < 0 else 0)
    number = abs(number)
    size = (number.bit_length() + 63) // 64
    little = number.to_bytes(8 * max(size, 1), "little")
    for i in range(0, len(little), 8):
        random_mix(random, int.from_bytes(little[i:i + 8], "little"))
    return 0
