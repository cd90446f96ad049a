"""Whole deals as a C struct and functions without the GIL: see `_table.pyx`.

    cdef Table t
    table_deal(rules, &random, &t, &face_up)   # hands, kitty and first; all else 0
    table_start(rules, &t)
    while t.phase < PHASE_REDEAL:
        n = table_actions(rules, &t, words, room)
        table_apply(rules, &t, words[i])
    table_scores(rules, &t, scores)

An action is a word: in the auction the value of a level, 0 = pass; in play the word of a move;
elsewhere one of the CHOICE numbers.
"""

from libc.stdint cimport int8_t, int64_t, uint8_t, uint32_t, uint64_t

from ddz._bits cimport CARDS
from ddz._packed cimport K_BOMB, K_ROCKET, Packed, PackedRules
from ddz._random cimport Random

cdef enum:
    MAX_SEATS = 8
    MAX_LEVELS = 15
    MAX_PACK = 162
    MAX_OPTIONS = 16     # actions of a phase other than play
    NO_SEAT = -1
    NO_LIMIT = -1

cdef enum:  # phases; those from PHASE_REDEAL on have no actions
    PHASE_AUCTION = 0
    PHASE_SNATCH = 1
    PHASE_DRAW = 2
    PHASE_TALK = 3
    PHASE_ANSWER = 4
    PHASE_CLAIM = 5
    PHASE_OPEN = 6
    PHASE_PLAY = 7
    PHASE_REDEAL = 8
    PHASE_OVER = 9

cdef enum:
    CHOICE_SNATCH = 0
    CHOICE_DRAW = 1
    CHOICE_LOOK = 2
    CHOICE_PLAY = 3
    CHOICE_PROPOSE = 4
    CHOICE_SURRENDER = 5
    CHOICE_ACCEPT = 6
    CHOICE_DECLINE = 7
    CHOICE_CLAIM = 8
    CHOICE_OPEN = 9

cdef enum:
    AUCTION_CIRCULAR = 0
    AUCTION_SINGLE = 1
    AUCTION_QUASI = 2
    AUCTION_FIRST_CALL = 3
    AUCTION_NONE = 4

cdef enum:  # how a deal ended
    ENDED_NOT = 0
    ENDED_PLAYED = 1
    ENDED_CLAIMED = 2
    ENDED_SURRENDERED = 3
    ENDED_DRAWN = 4
    ENDED_PASSED = 5

cdef enum:  # why an action is refused
    REFUSED_NOT = 0
    REFUSED_OVER = 1
    REFUSED_NO_OPTION = 2
    REFUSED_MUST_LEAD = 3
    REFUSED_NOT_IN_HAND = 4
    REFUSED_NO_MOVE = 5
    REFUSED_DOES_NOT_BEAT = 6
    REFUSED_QUOTA = 7

cdef struct TableRules:
    const Packed* moves
    int players
    int hand_cards
    int kitty_cards
    int pack_cards
    uint64_t[MAX_PACK] pack             # each card as a word
    int first_bidder                    # 0 the face-up card's seat, 1 random, 2 seat 0
    int levels
    int64_t[MAX_LEVELS + 1] level       # by number, from 1: its value
    int auction
    int forced                          # 0 off, 1 south, 2 north
    bint count_eight_as_two
    bint end_on_pass
    bint snatch
    bint draws
    bint claims
    bint open_play
    bint quota
    bint quota_landlord
    bint quota_passed
    bint quota_rocket
    uint32_t double_sizes               # a bit each
    bint double_rocket
    bint double_each
    bint add
    int bomb_factor
    int rocket_factor
    int open_factor
    int spring_factor
    bint spring
    bint anti_spring
    bint eight_last
    int no_lose                         # 0 off, 1 landlord, 2 either
    int64_t[2] peasant_wins             # plain, snatched: what each peasant gets a stake
    int64_t[2] peasant_loses

cdef struct Table:
    uint64_t[MAX_SEATS] hands
    uint64_t kitty
    uint64_t to_beat
    int8_t phase
    int8_t seat                 # to act, NO_SEAT when nobody is
    int8_t first                # who began the auction, or leads the first trick
    int8_t landlord             # during the auction the highest caller
    int8_t bid                  # the number of the highest level, 0 = none
    int8_t last                 # who played `to_beat`
    int8_t passes               # in a row
    int8_t turns                # of the auction
    int8_t[MAX_SEATS] calls     # the highest level each seat called; -1 = had no turn
    int8_t[MAX_SEATS] quota     # bombs a seat may play
    uint8_t[MAX_SEATS] used     # bombs that count for the quota
    uint8_t[MAX_SEATS] plays    # moves other than PASS
    uint8_t bombs               # played that double
    uint8_t rockets
    uint8_t saved               # who played what `no_lose` asks for: bit 0 landlord, 1 peasants
    uint8_t declined            # a bit for each seat that holds eight of a kind and plays on
    uint8_t given               # the landlord was given: no auction
    uint8_t forced              # the highest call was
    uint8_t snatched
    uint8_t taken               # the landlord holds the kitty
    uint8_t opened
    int8_t ended
    int8_t winner               # who went out or claimed

cdef struct FaceUp:
    int seat     # NO_SEAT: no card is face up
    int rank

cdef struct Factors:
    # What a stake is made of; every factor is 1 where nothing happened
    int64_t level
    int64_t opened
    int64_t bombs
    int64_t rockets
    int64_t spring
    int64_t eight
    int64_t eight_last
    bint saved          # the losers cannot lose

cdef class PackedTable:
    cdef TableRules c
    cdef PackedRules moves

cdef PackedTable packed_table(object rules)

cdef void table_deal(
    const TableRules* rules, Random* random, Table* t, FaceUp* face_up) noexcept nogil
cdef void table_start(const TableRules* rules, Table* t) noexcept nogil
cdef void table_start_play(const TableRules* rules, Table* t, int landlord) noexcept nogil
cdef int table_options(const TableRules* rules, const Table* t, uint64_t* out) noexcept nogil
cdef Py_ssize_t table_actions(
    const TableRules* rules, const Table* t, uint64_t* out, Py_ssize_t room) noexcept nogil
cdef Py_ssize_t table_count(const TableRules* rules, const Table* t) noexcept nogil
cdef bint bombs_spent(const TableRules* rules, const Table* t) noexcept nogil
cdef bint bomb_counts(const TableRules* rules, uint64_t word) noexcept nogil
cdef Py_ssize_t drop_bombs(
    const TableRules* rules, uint64_t* words, Py_ssize_t n) noexcept nogil
cdef int table_refusal(const TableRules* rules, const Table* t, uint64_t word) noexcept nogil
cdef void table_apply(const TableRules* rules, Table* t, uint64_t word) noexcept nogil
cdef bint holds_eight(uint64_t hand) noexcept nogil
cdef int64_t level_value(const TableRules* rules, const Table* t) noexcept nogil
cdef bint landlord_won(const Table* t) noexcept nogil
cdef void table_stake(const TableRules* rules, const Table* t, Factors* s) noexcept nogil
cdef int64_t stake_value(const TableRules* rules, const Factors* s) noexcept nogil
cdef void table_scores(const TableRules* rules, const Table* t, int64_t* scores) noexcept nogil
cdef void note_bomb(
    const TableRules* rules, Table* t, int seat, uint64_t word) noexcept nogil


cdef inline int after(const TableRules* rules, int seat) noexcept nogil:
    return 0 if seat + 1 == rules.players else seat + 1


cdef inline void end_deal(Table* t, int how) noexcept nogil:
    t.phase = PHASE_OVER
    t.seat = NO_SEAT
    t.ended = how


cdef inline void apply_move(const TableRules* rules, Table* t, uint64_t word) noexcept nogil:
    """Do a legal move in the phase play."""
    cdef int seat = t.seat
    t.seat = after(rules, seat)
    if word == 0:
        t.passes += 1
        if t.passes == rules.players - 1:   # all others passed: a new trick
            t.to_beat = 0
            t.last = NO_SEAT
            t.passes = 0
        return
    t.hands[seat] -= word & CARDS
    t.to_beat = word
    t.last = seat
    t.passes = 0
    t.plays[seat] += 1
    if word >> 60 == K_BOMB or word >> 60 == K_ROCKET:
        note_bomb(rules, t, seat, word)
    if t.hands[seat] == 0:
        t.winner = seat
        end_deal(t, ENDED_PLAYED)
