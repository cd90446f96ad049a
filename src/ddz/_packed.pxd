"""A rule set as a C struct, and the kinds of moves as C constants."""

from libc.stdint cimport uint32_t, uint64_t

cdef enum:
    K_PASS = 0
    K_SOLO = 1
    K_PAIR = 2
    K_TRIO = 3
    K_TRIO_SOLO = 4
    K_TRIO_PAIR = 5
    K_SOLO_CHAIN = 6
    K_PAIR_CHAIN = 7
    K_TRIO_CHAIN = 8
    K_TRIO_SOLO_CHAIN = 9
    K_TRIO_PAIR_CHAIN = 10
    K_FOUR_TWO_SOLO = 11
    K_FOUR_TWO_PAIR = 12
    K_BOMB = 13
    K_ROCKET = 14
    K_FOUR_CHAIN = 15

cdef enum:
    ACE = 11          # ranks; 3 is 0
    TWO = 12
    BLACK = 13
    RED = 14
    CHAINED = 0x0FFF  # masks of ranks: 3 to A
    PLAIN = 0x1FFF    # 3 to 2
    JOKERS = 0x6000
    LINE_ACE = 0      # places of the line A 2 3 ... K A
    LINE_TWO = 1
    LINE_THREE = 2
    LINE_PLACES = 14

cdef enum:
    MAX_KICKERS = 24  # 2 a quad, at most 12 quads
    MAX_COPIES = 12   # of one rank: three decks

# What a kind is made of, whatever the rules; indexed by kind
cdef extern from * nogil:
    """
    #define DDZ_TABLE static const int __attribute__((unused))
    DDZ_TABLE DDZ_GROUP[16] =      {0, 1, 2, 3, 3, 3, 1, 2, 3, 3, 3, 4, 4, 0, 0, 4};
    DDZ_TABLE DDZ_KICKER_CARDS[16] = {0, 0, 0, 0, 1, 2, 0, 0, 0, 1, 2, 1, 2, 0, 0, 0};
    DDZ_TABLE DDZ_KICKERS[16] =      {0, 0, 0, 0, 1, 1, 0, 0, 0, 1, 1, 2, 2, 0, 0, 0};
    """
    const int[16] GROUP "DDZ_GROUP"             # cards of one group of the body
    const int[16] KICKER_CARDS "DDZ_KICKER_CARDS"   # cards of one kicker: solo 1, pair 2
    const int[16] KICKERS "DDZ_KICKERS"             # kickers a group

cdef struct Packed:
    uint64_t deck            # the most cards of each rank
    uint64_t rocket          # all the jokers of the game, 0 = none
    int jokers               # of each colour
    int max_cards            # of a move
    int max_bomb             # cards, 0 = no bombs
    int rocket_over          # the rocket beats bombs of at most this many cards
    int deepest              # the most cards of one rank that some kicker rule asks about, >= 4
    uint32_t[16] bodies      # by kind: the ranks of a body of one group
    uint32_t[16][18] starts  # by kind, length: a chain's first place on the line A 2 3 ... K A
    uint64_t[16][15] chains  # the same of four lengths from this one up, 16 bits each
    bint wheel
    bint both_ends           # whether there are chains of 14 places, with two aces
    int[16] shortest         # by kind: the least length of a chain, 15 if there is none
    int[16] copies           # by kind: the most kickers of one rank
    int kick_rocket_min      # the fewest kickers that may hold all jokers
    bint kick_adjacent
    bint kick_joker_pair
    bint[16] many_bodies     # by kind: whether one card set may have several bodies

cdef class PackedRules:
    cdef Packed c
    cdef object __weakref__
    cdef readonly dict differences   # of the rules from classic
    cdef readonly dict kept          # what was made of these rules for good, by name

cdef PackedRules packed(object rules)
