"""A whole deal of Zipai in C: one struct, and functions that need neither Python nor the GIL.

`table_deal` or the hands of a puzzle fill a Table, `table_begin` leads to the first question;
`table_options` lists the answers and `table_play` does one and leads to the next question.

An action is a word: its kind in the low byte, then the tile of a discard or the numbers of the
melds that an eat lays, ascending.
"""

from libc.stdint cimport int8_t, int16_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

from ddz._random cimport Random
from ddz.zipai._hu cimport Exposed, HuRules, PackedZipai

cdef enum:
    MAX_SEATS = 4
    ALL_TILES = 80
    MAX_ACTIONS = 64     # at most 56 ways to eat (a five of which there are three), and to pass
    MAX_EVENTS = 512     # of a whole deal, with some to spare
    NOBODY = -1
    NO_TILE = -1

cdef enum:
    A_DISCARD = 1
    A_PENG = 2
    A_EAT = 3
    A_WIN = 4
    A_PASS = 5

# What the seat is asked, in the order of `ddz.zipai.table.Stage`; no question stays in TURN
cdef enum:
    STAGE_TURN = 0
    STAGE_TIANHU = 1
    STAGE_DISCARD = 2
    STAGE_WIN = 3
    STAGE_PENG = 4
    STAGE_EAT = 5
    STAGE_OVER = 6

# In the order of `ddz.zipai.table.ENDS`
cdef enum:
    END_TIANHU = 0
    END_DIHU = 1
    END_DISCARD = 2
    END_SELF_DRAW = 3
    END_TURNED = 4
    END_CHOUZHUANG = 5

# In the order of `ddz.zipai.table.KINDS`
cdef enum:
    E_LONG = 0
    E_REPLACE = 1
    E_SHOW = 2
    E_TURN = 3
    E_DISCARD = 4
    E_PENG = 5
    E_WEI = 6
    E_CHOU_WEI = 7
    E_PAO = 8
    E_TI = 9
    E_EAT = 10
    E_DEAD = 11
    E_NO_DISCARD = 12
    E_XIANGGONG = 13
    E_WIN = 14
    E_CHOUZHUANG = 15

cdef enum:
    WINS_NONE = 0
    WINS_FIRST = 1
    WINS_ALL = 2

cdef struct TableRules:
    const HuRules* hu
    int players
    int hand               # tiles of all but the dealer, who has one more
    int wins               # which discards win
    bint discard_pao
    bint own_discards_dead
    bint passed_kinds_dead
    int per
    int[6] bonus           # by how the deal ended
    int[81] factor         # by the number of red tiles

cdef class PackedTable:
    cdef TableRules c
    cdef PackedZipai zipai

cdef PackedTable table_rules(object rules)

cdef struct Seat:
    uint64_t hand          # the tiles that are not laid out
    Exposed exposed        # fours set aside included
    uint32_t dead          # masks of tiles: neither to be eaten nor to be penged
    uint32_t refused       # of those, the refused pengs
    uint32_t hidden        # fours that are not shown yet
    uint8_t xianggong
    uint8_t n_melds
    uint8_t[8] melds       # numbers, in the order laid

cdef struct Table:
    Seat[MAX_SEATS] seats
    uint8_t[ALL_TILES] stock
    uint8_t[ALL_TILES] lying   # unclaimed tiles: tile + 32 * the seat before which it lies
    uint8_t n_lying
    uint8_t next           # the stock is stock[next:end]
    uint8_t end
    uint8_t players
    uint8_t replaced       # replacement tiles taken
    uint8_t stage
    int8_t seat            # who is asked
    int8_t dealer
    int8_t giver           # who turned or discarded the tile that is offered
    int8_t offered
    uint8_t turned         # whether it was turned
    uint8_t first          # whether nothing but the dealer's first discard has happened
    uint8_t forced         # the kind of meld that its drawer must make of it, 0 = none
    uint8_t step           # how far after the giver the seat is that is asked
    uint8_t no_peng        # masks of seats that were asked about this tile and passed
    uint8_t no_eat
    uint8_t how            # the deal ended
    int8_t winner
    int16_t hu

cdef struct Happened:
    uint8_t kind
    int8_t seat
    int8_t tile
    uint8_t[3] melds
    int16_t hu

# What happens is written here; `tables`, unless NULL, gets the table after each event
cdef struct Log:
    Happened* events
    Table* tables
    int n

# Deal 80 shuffled tiles
cdef void table_deal(
    const TableRules* rules, Random* random, int dealer, Table* t) noexcept nogil

# Lead dealt tiles to the first question. `log` may be NULL.
cdef void table_begin(const TableRules* rules, Table* t, Log* log) noexcept nogil

# The legal actions, at most MAX_ACTIONS, ascending but for the pass that comes last
cdef int table_options(const TableRules* rules, const Table* t, uint32_t* out) noexcept nogil

# Do a legal action
cdef void table_play(
    const TableRules* rules, Table* t, uint32_t action, Log* log) noexcept nogil

# The piles of the winner, and what each seat gets; 0 without a winner
cdef int64_t table_piles(const TableRules* rules, const Table* t) noexcept nogil
cdef void table_scores(const TableRules* rules, const Table* t, int64_t* out) noexcept nogil

# Where a seat has the tile that is offered from: NO_SOURCE without one
cdef int source_of(const Table* t, int seat) noexcept nogil

# Whether a seat may win now if its tiles do: as dealt, with a turned tile, with a discard that wins
cdef bint may_win(const TableRules* rules, const Table* t, int seat) noexcept nogil

# The kind of meld that a seat must make of the tile that is offered, 0 = none
cdef int forced_entry(const TableRules* rules, const Table* t, int seat) noexcept nogil

cdef int next_dealer(const TableRules* rules, const Table* t) noexcept nogil
