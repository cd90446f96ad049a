"""Whole deals in C: the one place that knows how a deal runs and what it is worth.

`State`, the batch player, perft and random play all use these functions. See `_table.pxd` for how
a loop over them looks.
"""

cimport cython
from libc.stdint cimport int8_t, int64_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from ddz._bits cimport CARDS, at_least, lowest_of_word, total, within
from ddz._legal cimport FIXED_ROOM, count_words, list_words
from ddz._packed cimport BLACK, K_BOMB, K_ROCKET, PLAIN, RED, packed
from ddz._random cimport Random, random_below, shuffle
from ddz._reading cimport MAX_READINGS, beats_word, readings

from ddz.errors import shown
from ddz.rules import Rules

cdef enum:
    LANDLORD_SIDE = 1
    PEASANT_SIDE = 2
    SAVING_BOMB = 7  # cards: `no_lose` asks for it or the rocket

cdef tuple AUCTIONS = ("circular", "single", "quasi", "first-call", "none")


# -- the rules ----------------------------------------------------------------------------------

@cython.final
@cython.no_gc_clear
cdef class PackedTable:
    """What the table asks about a rule set, in C."""

    def __cinit__(self, rules):
        self.moves = packed(rules)
        self.c.moves = &self.moves.c
        pack_table(&self.c, rules)


cdef PackedTable packed_table(object rules):
    """The packed form of a `Rules` value, made on first use."""
    if type(rules) is not Rules:
        raise TypeError(
            f"rules must be a ddz.Rules such as ddz.RULES['classic'], not {shown(rules)}")
    found = rules._table
    if found is None:
        found = vars(rules).setdefault("_table", PackedTable(rules))
    return <PackedTable?>found


cdef int pack_table(TableRules* c, object rules) except -1:
    cdef int i
    c.players = rules.players
    c.hand_cards = rules.hand_cards
    c.kitty_cards = rules.kitty_cards
    for rank in range(15):
        for _ in range(c.moves.deck >> <int>(4 * rank) & 15):
            c.pack[c.pack_cards] = <uint64_t>1 << <int>(4 * rank)
            c.pack_cards += 1
    c.first_bidder = ("faceup", "random", "seat0").index(rules.first_bidder)
    c.auction = AUCTIONS.index(rules.auction)
    levels = rules.levels if c.auction < AUCTION_FIRST_CALL else (1,)
    c.levels = len(levels)
    for i in range(c.levels):
        c.level[i + 1] = levels[i]
    c.forced = ("off", "south", "north").index(rules.forced)
    c.count_eight_as_two = rules.count_eight_as_two
    c.end_on_pass = rules.on_all_pass == "end"
    c.snatch = rules.snatch != "off"
    c.draws = rules.draw_rule
    c.claims = rules.eight_rule == "claim"
    c.open_play = rules.open_play
    c.quota = rules.bomb_quota
    c.quota_landlord = rules.quota_landlord == "level"
    c.quota_passed = rules.quota_passed
    c.quota_rocket = rules.quota_rocket
    for size in rules.double_sizes:
        c.double_sizes |= 1 << <int>size
    c.double_rocket = rules.double_rocket
    c.double_each = rules.double_each
    c.add = rules.double_mode == "add"
    c.bomb_factor = rules.bomb_factor
    c.rocket_factor = rules.rocket_factor
    c.open_factor = rules.open_factor
    c.spring_factor = rules.spring_factor
    c.spring = rules.spring
    c.anti_spring = rules.anti_spring
    c.eight_last = rules.eight_last
    c.no_lose = ("off", "landlord", "either").index(rules.no_lose)
    for i, (win, lose) in enumerate((rules.payouts, rules.snatch_payouts)):
        c.peasant_loses[i] = win * rules.score_scale // (rules.players - 1)
        c.peasant_wins[i] = lose * rules.score_scale // (rules.players - 1)
    return 0


# -- the beginning ------------------------------------------------------------------------------

cdef void table_deal(
    const TableRules* rules, Random* random, Table* t, FaceUp* face_up
) noexcept nogil:
    """Shuffle and deal, choose the face-up card if the rules ask for it, and the first seat."""
    cdef uint64_t[MAX_PACK] pack
    cdef int seat
    cdef int i
    cdef int dealt = rules.players * rules.hand_cards
    memset(t, 0, sizeof(Table))
    memcpy(pack, rules.pack, rules.pack_cards * sizeof(uint64_t))
    shuffle(random, pack, rules.pack_cards, dealt + rules.kitty_cards)
    for seat in range(rules.players):
        t.hands[seat] = gather(pack + seat * rules.hand_cards, rules.hand_cards)
    t.kitty = gather(pack + dealt, rules.kitty_cards)
    face_up.seat = NO_SEAT
    if rules.first_bidder == 0:
        i = <int>random_below(random, <uint32_t>dealt)
        face_up.rank = lowest_of_word(pack[i]) // 4
        face_up.seat = t.first = i // rules.hand_cards
    elif rules.first_bidder == 1:
        t.first = <int8_t>random_below(random, <uint32_t>rules.players)


cdef inline uint64_t gather(const uint64_t* cards, int n) noexcept nogil:
    cdef uint64_t hand = 0
    cdef int i
    for i in range(n):
        hand += cards[i]
    return hand


cdef void table_start(const TableRules* rules, Table* t) noexcept nogil:
    """Begin a deal of which `hands`, `kitty` and `first` are set and all else is 0."""
    cdef int seat
    t.last = t.winner = t.landlord = NO_SEAT
    t.seat = t.first
    for seat in range(MAX_SEATS):
        t.calls[seat] = -1
        t.quota[seat] = NO_LIMIT
    if rules.auction == AUCTION_NONE:
        t.bid = 1
        t.landlord = t.first
        end_auction(rules, t)


cdef void table_start_play(const TableRules* rules, Table* t, int landlord) noexcept nogil:
    """Begin at the first lead: the landlord holds the kitty and no question is asked."""
    cdef int seat
    t.last = t.winner = NO_SEAT
    for seat in range(MAX_SEATS):
        t.calls[seat] = -1
        t.quota[seat] = NO_LIMIT
    t.given = True
    t.landlord = t.first = landlord
    t.hands[landlord] += t.kitty
    t.taken = True
    start_play(t)


# -- the auction --------------------------------------------------------------------------------

cdef int bombs_in(const TableRules* rules, uint64_t hand) noexcept nogil:
    """The bombs of a hand that forces its holder to call; a rank counts once."""
    cdef int rank
    cdef int found = 0
    for rank in range(BLACK):
        found += (hand >> (4 * rank) & 15) >= 4
    if rules.count_eight_as_two:
        for rank in range(BLACK):
            found += (hand >> (4 * rank) & 15) >= 8
    return found + (rules.moves.rocket != 0 and within(rules.moves.rocket, hand))


cdef int least_call(const TableRules* rules, const Table* t) noexcept nogil:
    """The lowest level that the seat may call; a hand that must call all: the highest."""
    cdef uint64_t hand = t.hands[t.seat]
    cdef int bombs
    if rules.forced:
        bombs = bombs_in(rules, hand)
        if bombs >= 3:
            return rules.levels
        if rules.forced == 2:
            if (hand >> (4 * BLACK) & 15) + (hand >> (4 * RED) & 15) >= 3:
                return rules.levels
            if is_opener(rules, t) and must_call(rules, t):
                return min(2, rules.levels)   # above the level he holds, if there is one
    return t.bid + 1


cdef bint must_call(const TableRules* rules, const Table* t) noexcept nogil:
    """Whether the seat may not pass (or, holding the lowest level, not leave it at that)."""
    cdef uint64_t hand = t.hands[t.seat]
    cdef int bombs
    if rules.forced == 0:
        return False
    bombs = bombs_in(rules, hand)
    if rules.forced == 1:
        return bombs >= 3
    return (bombs >= 2 or (hand >> (4 * RED) & 15) >= 2
            or (hand >> (4 * BLACK) & 15) + (hand >> (4 * RED) & 15) >= 3)


cdef inline bint is_opener(const TableRules* rules, const Table* t) noexcept nogil:
    """Whether the seat holds the lowest level before it has called."""
    return rules.auction == AUCTION_QUASI and t.turns == 0


cdef int list_calls(const TableRules* rules, const Table* t, uint64_t* out) noexcept nogil:
    cdef int n = 0
    cdef int level
    if not (is_opener(rules, t) or must_call(rules, t)):
        out[0] = 0
        n = 1
    for level in range(least_call(rules, t), rules.levels + 1):
        out[n] = rules.level[level]
        n += 1
    return n


cdef inline int level_of(const TableRules* rules, uint64_t call) noexcept nogil:
    """The number of a call; a word that is none is the highest."""
    cdef int level = 0
    while level < rules.levels and rules.level[level] != <int64_t>call:
        level += 1
    return level


cdef void apply_call(const TableRules* rules, Table* t, int level) noexcept nogil:
    # who has one choice by the auction itself is not forced
    cdef bint forced = must_call(rules, t) and not (is_opener(rules, t) and rules.levels == 1)
    t.turns += 1
    t.calls[t.seat] = max(t.calls[t.seat], level)
    if level == 0:
        t.passes += 1
    else:
        t.passes = 0
        t.bid = level
        t.landlord = t.seat
        t.forced = forced
    if level == rules.levels or (t.bid and auction_is_over(rules, t)):
        start_snatch(rules, t)
    elif t.turns == rules.players and t.bid == 0:
        t.seat = NO_SEAT
        t.phase = PHASE_OVER if rules.end_on_pass else PHASE_REDEAL
        t.ended = ENDED_PASSED
    else:
        t.seat = after(rules, t.seat)


cdef inline bint auction_is_over(const TableRules* rules, const Table* t) noexcept nogil:
    """Whether a call stands, the seat in turn having answered."""
    if rules.auction == AUCTION_CIRCULAR:
        return t.passes == rules.players - 1
    return t.turns == rules.players


cdef void start_snatch(const TableRules* rules, Table* t) noexcept nogil:
    """Ask the seats that had no turn because the highest level was called."""
    t.seat = after(rules, t.seat)
    if rules.snatch and t.seat != t.first and t.bid == rules.levels:
        t.phase = PHASE_SNATCH
    else:
        end_auction(rules, t)


cdef void apply_snatch(const TableRules* rules, Table* t, uint64_t choice) noexcept nogil:
    if choice == CHOICE_SNATCH:
        t.landlord = t.seat
        t.snatched = True
        t.forced = False
        end_auction(rules, t)
    else:
        start_snatch(rules, t)


cdef void end_auction(const TableRules* rules, Table* t) noexcept nogil:
    if rules.quota:
        set_quotas(rules, t)
    t.seat = t.landlord
    if rules.draws and t.forced:
        t.phase = PHASE_DRAW
    else:
        take_kitty(rules, t)


cdef void set_quotas(const TableRules* rules, Table* t) noexcept nogil:
    """烂枪: the level a seat called, at least one; no limit for seats that had no turn."""
    cdef int seat
    for seat in range(rules.players):
        if (t.calls[seat] < 0 or seat == t.landlord and not rules.quota_landlord
                or t.calls[seat] == 0 and not rules.quota_passed):
            t.quota[seat] = NO_LIMIT
        else:
            t.quota[seat] = max(1, t.calls[seat])


# -- from the kitty to the first lead ------------------------------------------------------------

cdef void take_kitty(const TableRules* rules, Table* t) noexcept nogil:
    t.hands[t.landlord] += t.kitty
    t.taken = True
    if rules.draws:
        t.phase = PHASE_TALK
    else:
        ask_claims(rules, t)


cdef bint holds_eight(uint64_t hand) noexcept nogil:
    return at_least(hand, 8) & PLAIN != 0


cdef void ask_claims(const TableRules* rules, Table* t) noexcept nogil:
    """Ask the first holder of eight of a kind, the landlord and then the seats after him."""
    t.seat = t.landlord
    if not (rules.claims and holds_eight(t.hands[t.seat])):
        ask_next_claim(rules, t)
    else:
        t.phase = PHASE_CLAIM


cdef void ask_next_claim(const TableRules* rules, Table* t) noexcept nogil:
    t.seat = after(rules, t.seat)
    if rules.claims:
        while t.seat != t.landlord:
            if holds_eight(t.hands[t.seat]):
                t.phase = PHASE_CLAIM
                return
            t.seat = after(rules, t.seat)
    t.seat = t.landlord
    if rules.open_play:
        t.phase = PHASE_OPEN
    else:
        start_play(t)


cdef inline void start_play(Table* t) noexcept nogil:
    t.phase = PHASE_PLAY
    t.seat = t.landlord
    t.passes = 0


cdef void apply_choice(const TableRules* rules, Table* t, uint64_t choice) noexcept nogil:
    if t.phase == PHASE_SNATCH:
        apply_snatch(rules, t, choice)
    elif choice == CHOICE_DRAW:
        end_deal(t, ENDED_DRAWN)
    elif choice == CHOICE_LOOK:
        take_kitty(rules, t)
    elif choice == CHOICE_PROPOSE:
        t.phase = PHASE_ANSWER
        t.seat = after(rules, t.seat)
    elif choice == CHOICE_SURRENDER:
        end_deal(t, ENDED_SURRENDERED)
    elif choice == CHOICE_ACCEPT:
        t.seat = after(rules, t.seat)
        if t.seat == t.landlord:
            end_deal(t, ENDED_DRAWN)
    elif choice == CHOICE_CLAIM:
        t.winner = t.seat
        end_deal(t, ENDED_CLAIMED)
    elif t.phase == PHASE_CLAIM:
        t.declined |= 1 << t.seat
        ask_next_claim(rules, t)
    elif t.phase == PHASE_OPEN:
        t.opened = choice == CHOICE_OPEN
        start_play(t)
    else:  # PLAY in talk, DECLINE in answer
        ask_claims(rules, t)


# -- play ---------------------------------------------------------------------------------------

cdef bint bomb_counts(const TableRules* rules, uint64_t word) noexcept nogil:
    """Whether a move costs quota."""
    cdef int kind = <int>(word >> 60)
    return kind == K_BOMB or (kind == K_ROCKET and rules.quota_rocket)


cdef bint bombs_spent(const TableRules* rules, const Table* t) noexcept nogil:
    """Whether the seat to play has no bomb of its quota left."""
    cdef int quota = t.quota[t.seat]
    return quota != NO_LIMIT and t.used[t.seat] >= quota


cdef Py_ssize_t drop_bombs(
    const TableRules* rules, uint64_t* words, Py_ssize_t n
) noexcept nogil:
    """Keep the moves that cost no quota; return how many."""
    cdef Py_ssize_t i
    cdef Py_ssize_t kept = 0
    for i in range(n):
        if not bomb_counts(rules, words[i]):
            words[kept] = words[i]
            kept += 1
    return kept


cdef void note_bomb(
    const TableRules* rules, Table* t, int seat, uint64_t word
) noexcept nogil:
    """Count a bomb or rocket for the quota, the stake and `no_lose`."""
    cdef bint rocket = word >> 60 == K_ROCKET
    cdef int size = total(word & CARDS)
    t.used[seat] += bomb_counts(rules, word)
    if rocket or size == SAVING_BOMB:
        t.saved |= LANDLORD_SIDE if seat == t.landlord else PEASANT_SIDE
    if not rules.double_each and (t.bombs or t.rockets):
        return
    if rocket:
        t.rockets += rules.double_rocket
    else:
        t.bombs += (rules.double_sizes >> size) & 1


# -- any phase ----------------------------------------------------------------------------------

cdef int table_options(const TableRules* rules, const Table* t, uint64_t* out) noexcept nogil:
    """Write the actions of a phase other than play, MAX_OPTIONS at most; return their number."""
    if t.phase == PHASE_AUCTION:
        return list_calls(rules, t, out)
    if t.phase == PHASE_SNATCH:
        return list_two(out, CHOICE_SNATCH, CHOICE_DECLINE)
    if t.phase == PHASE_DRAW:
        return list_two(out, CHOICE_DRAW, CHOICE_LOOK)
    if t.phase == PHASE_TALK:
        out[2] = CHOICE_SURRENDER
        return list_two(out, CHOICE_PLAY, CHOICE_PROPOSE) + 1
    if t.phase == PHASE_ANSWER:
        return list_two(out, CHOICE_ACCEPT, CHOICE_DECLINE)
    if t.phase == PHASE_CLAIM:
        return list_two(out, CHOICE_CLAIM, CHOICE_DECLINE)
    if t.phase == PHASE_OPEN:
        return list_two(out, CHOICE_OPEN, CHOICE_DECLINE)
    return 0


cdef inline int list_two(uint64_t* out, uint64_t one, uint64_t other) noexcept nogil:
    out[0] = one
    out[1] = other
    return 2


cdef Py_ssize_t table_actions(
    const TableRules* rules, const Table* t, uint64_t* out, Py_ssize_t room
) noexcept nogil:
    """Write the legal actions; return their number, 0 when the deal is over.

    -1 if there is not enough room: FIXED_ROOM more words than actions are always enough.
    """
    cdef Py_ssize_t n
    if t.phase != PHASE_PLAY:
        return table_options(rules, t, out) if room >= FIXED_ROOM else -1
    n = list_words(rules.moves, t.hands[t.seat], t.to_beat, out, room)
    if bombs_spent(rules, t) and n > 0:
        n = drop_bombs(rules, out, n)
    return n


cdef Py_ssize_t table_count(const TableRules* rules, const Table* t) noexcept nogil:
    """The number of legal actions, those that the quota forbids included."""
    cdef uint64_t[MAX_OPTIONS] options
    if t.phase != PHASE_PLAY:
        return table_options(rules, t, options)
    return count_words(rules.moves, t.hands[t.seat], t.to_beat)


cdef int table_refusal(const TableRules* rules, const Table* t, uint64_t word) noexcept nogil:
    """Why an action is refused; REFUSED_NOT if it is legal."""
    cdef uint64_t[MAX_OPTIONS] options
    cdef int i
    if t.phase >= PHASE_REDEAL:
        return REFUSED_OVER
    if t.phase == PHASE_PLAY:
        return move_refusal(rules, t, word)
    for i in range(table_options(rules, t, options)):
        if options[i] == word:
            return REFUSED_NOT
    return REFUSED_NO_OPTION


cdef int move_refusal(const TableRules* rules, const Table* t, uint64_t word) noexcept nogil:
    cdef uint64_t[MAX_READINGS] found
    cdef int i, n
    if word == 0:
        return REFUSED_NOT if t.to_beat else REFUSED_MUST_LEAD
    if not within(word & CARDS, t.hands[t.seat]):
        return REFUSED_NOT_IN_HAND
    n = readings(rules.moves, word & CARDS, found)
    for i in range(n):
        if found[i] == word:
            if t.to_beat and not beats_word(rules.moves, word, t.to_beat):
                return REFUSED_DOES_NOT_BEAT
            if bombs_spent(rules, t) and bomb_counts(rules, word):
                return REFUSED_QUOTA
            return REFUSED_NOT
    return REFUSED_NO_MOVE


cdef void table_apply(const TableRules* rules, Table* t, uint64_t word) noexcept nogil:
    """Do a legal action."""
    if t.phase == PHASE_PLAY:
        apply_move(rules, t, word)
    elif t.phase == PHASE_AUCTION:
        apply_call(rules, t, level_of(rules, word))
    else:
        apply_choice(rules, t, word)


# -- the score ----------------------------------------------------------------------------------

cdef bint landlord_won(const Table* t) noexcept nogil:
    """Whether the landlord's side won a deal that somebody won."""
    return t.winner == t.landlord


cdef int64_t level_value(const TableRules* rules, const Table* t) noexcept nogil:
    """The value of the highest call, 0 = none; 1 where nobody could call."""
    return 1 if t.given else rules.level[t.bid]


cdef inline int64_t power(int64_t factor, int n) noexcept nogil:
    cdef int64_t product = 1
    for _ in range(n):
        product *= factor
    return product


cdef void table_stake(const TableRules* rules, const Table* t, Factors* s) noexcept nogil:
    """What the stake is made of, as far as the deal has got."""
    cdef bint won = t.ended == ENDED_PLAYED
    cdef bint landlord = won and landlord_won(t)
    cdef int winners = LANDLORD_SIDE if landlord else PEASANT_SIDE
    cdef int losers = PEASANT_SIDE if landlord else LANDLORD_SIDE
    cdef int sides = 0
    cdef int others
    s.level = level_value(rules, t)
    s.opened = s.bombs = s.rockets = s.spring = s.eight = s.eight_last = 1
    s.saved = False
    if t.ended == ENDED_SURRENDERED:
        s.level = rules.level[max(1, t.bid - 1)]
    if t.ended > ENDED_PLAYED:
        return
    if t.opened:
        s.opened = rules.open_factor
    count_bombs(rules, t, s)
    if not won:
        return
    others = plays_of_peasants(rules, t)
    if (rules.spring and landlord and others == 0
            or rules.anti_spring and not landlord and t.plays[t.landlord] == 1):
        s.spring = rules.spring_factor
    if (t.declined >> t.landlord) & 1:
        sides |= LANDLORD_SIDE
    if t.declined & ~(1 << t.landlord):
        sides |= PEASANT_SIDE
    if sides & winners:
        s.eight = 2
    if rules.eight_last and t.to_beat >> 60 == K_BOMB and total(t.to_beat & CARDS) >= 8:
        s.eight_last = 2
    s.saved = (sides & losers != 0
               or rules.no_lose == 2 and t.saved & losers != 0
               or rules.no_lose == 1 and not landlord and t.saved & LANDLORD_SIDE != 0)


cdef inline int plays_of_peasants(const TableRules* rules, const Table* t) noexcept nogil:
    cdef int seat
    cdef int found = 0
    for seat in range(rules.players):
        if seat != t.landlord:
            found += t.plays[seat]
    return found


cdef void count_bombs(const TableRules* rules, const Table* t, Factors* s) noexcept nogil:
    """What bombs and rockets multiply by, or in `add` what they add up to."""
    if rules.add:
        s.bombs = 1 + t.bombs * (rules.bomb_factor - 1)
        s.rockets = 1 + t.rockets * (rules.rocket_factor - 1)
    else:
        s.bombs = power(rules.bomb_factor, t.bombs)
        s.rockets = power(rules.rocket_factor, t.rockets)


cdef int64_t stake_value(const TableRules* rules, const Factors* s) noexcept nogil:
    """What each unit of the payout is worth."""
    if rules.add:
        return s.level * (
            s.opened + s.bombs + s.rockets + s.spring + s.eight + s.eight_last - 5)
    return s.level * s.opened * s.bombs * s.rockets * s.spring * s.eight * s.eight_last


cdef void table_scores(const TableRules* rules, const Table* t, int64_t* scores) noexcept nogil:
    """The score of each seat; all 0 before the end, of a draw, and if nobody called."""
    cdef Factors s
    cdef int64_t each = 0
    cdef int seat
    if ENDED_NOT < t.ended < ENDED_DRAWN:
        table_stake(rules, t, &s)
        if not s.saved:
            each = stake_value(rules, &s)
            if landlord_won(t):
                each *= -rules.peasant_loses[t.snatched]
            else:
                each *= rules.peasant_wins[t.snatched]
    for seat in range(rules.players):
        scores[seat] = each
    if t.landlord != NO_SEAT:
        scores[t.landlord] = -each * (rules.players - 1)
