"""A rule set as a C struct: what the generator asks, answered once.

`Rules` says what is played; `Packed` says which bodies may start where, by kind and length,
so that no rule is looked at while moves are made.
"""

cimport cython
from libc.string cimport memset

from ddz._bits cimport NIBBLES

import weakref

from ddz.errors import shown
from ddz.rules import Rules

# Rules with the same moves share one packed form, which lives as long as any of them. Nothing is
# locked: what two threads make at once is equal, and one of the two is kept.
_KNOWN = weakref.WeakValueDictionary()


@cython.final
@cython.no_gc_clear
cdef class PackedRules:
    """One set of moves in C, shared by all `Rules` that differ at the table only.

    It does not refer to any of them, so that no cycle keeps what was made of the rules alive.
    """

    def __cinit__(self, rules):
        self.differences = rules.differences()
        self.kept = {}
        memset(&self.c, 0, sizeof(Packed))
        _pack(&self.c, rules)

    @property
    def rules(self):
        """The rules as a value, the table's fields at their defaults."""
        return Rules(**self.differences)


cdef PackedRules packed(object rules):
    """The packed form of a `Rules` value, made on first use."""
    if type(rules) is not Rules:
        raise TypeError(
            f"rules must be a ddz.Rules such as ddz.RULES['classic'], not {shown(rules)}")
    found = rules._packed
    if found is None:
        moves = rules.of_moves()
        key = tuple(moves.differences().items())
        found = _KNOWN.get(key)
        if found is None:
            found = PackedRules(moves)
            _KNOWN[key] = found
        found = vars(rules).setdefault("_packed", found)
    return <PackedRules?>found


cdef int _pack(Packed* c, object rules) except -1:
    cdef int kind
    cdef int plain = 4 * rules.decks
    c.max_cards = rules.max_cards
    c.max_bomb = min(plain, c.max_cards) if c.max_cards >= 4 else 0
    c.rocket_over = rules.rocket_over
    c.jokers = rules.decks if rules.jokers else 0
    c.deck = (NIBBLES >> 12) * <uint64_t>plain | <uint64_t>c.jokers * (<uint64_t>0x11 << 52)
    if c.jokers and 2 * c.jokers <= c.max_cards:
        c.rocket = <uint64_t>c.jokers * (<uint64_t>0x11 << 52)

    c.kick_adjacent = rules.kick_adjacent
    c.kick_joker_pair = rules.kick_joker_pair
    c.kick_rocket_min = rules.kick_rocket_min if rules.kick_rocket else MAX_KICKERS + 1
    c.copies[<int>K_TRIO_SOLO] = c.copies[<int>K_TRIO_PAIR] = 1
    c.copies[<int>K_TRIO_SOLO_CHAIN] = min(rules.kick_solo_copies, plain)
    c.copies[<int>K_TRIO_PAIR_CHAIN] = min(rules.kick_pair_copies, plain // 2)
    c.copies[<int>K_FOUR_TWO_SOLO] = min(rules.four_two_solo_copies, plain)
    c.copies[<int>K_FOUR_TWO_PAIR] = min(rules.four_two_pair_copies, plain // 2)
    c.deepest = 4
    for kind in range(16):
        c.deepest = max(c.deepest, c.copies[kind] * KICKER_CARDS[kind])
    c.many_bodies[<int>K_TRIO_SOLO_CHAIN] = c.kick_adjacent and rules.kick_solo_copies >= 3
    c.many_bodies[<int>K_FOUR_TWO_SOLO] = c.kick_adjacent and rules.four_two_solo_copies >= 4
    c.many_bodies[<int>K_FOUR_TWO_PAIR] = rules.four_two_pair_copies >= 2

    _pack_bodies(c, rules)
    for kind in range(16):
        c.shortest[kind] = LINE_PLACES + 1
    for kind, shortest in _least_lengths(rules).items():
        c.shortest[kind] = shortest
        _pack_starts(c, kind, shortest, rules)
    c.wheel = rules.wheel
    c.both_ends = rules.wheel_both_ends
    return 0


cdef int _pack_bodies(Packed* c, object rules) except -1:
    """The bodies of one group."""
    cdef int kind
    played = {
        K_SOLO: True,
        K_PAIR: True,
        K_TRIO: True,
        K_TRIO_SOLO: rules.trio_solo,
        K_TRIO_PAIR: rules.trio_pair,
        K_FOUR_TWO_SOLO: rules.four_two_solo,
        K_FOUR_TWO_PAIR: rules.four_two_pair,
    }
    for kind, on in played.items():
        if on and GROUP[kind] + KICKERS[kind] * KICKER_CARDS[kind] <= c.max_cards:
            c.bodies[kind] = PLAIN
    if c.jokers >= 1:
        c.bodies[<int>K_SOLO] |= JOKERS
    if c.jokers >= 2 and c.bodies[<int>K_PAIR]:
        c.bodies[<int>K_PAIR] |= JOKERS
    return 0


cdef object _least_lengths(object rules):
    """The shortest chain of each kind that is played."""
    lengths = {
        K_SOLO_CHAIN: rules.min_solo_chain,
        K_PAIR_CHAIN: rules.min_pair_chain,
        K_TRIO_CHAIN: rules.min_trio_chain,
        K_TRIO_SOLO_CHAIN: rules.min_trio_chain if rules.trio_solo_chain else 0,
        K_TRIO_PAIR_CHAIN: rules.min_trio_chain if rules.trio_pair_chain else 0,
        K_FOUR_TWO_SOLO: rules.min_four_chain if rules.four_two_solo else 0,
        K_FOUR_TWO_PAIR: rules.min_four_chain if rules.four_two_pair else 0,
        K_FOUR_CHAIN: rules.min_four_chain,
    }
    return {kind: length for kind, length in lengths.items() if length}


cdef int _pack_starts(Packed* c, int kind, int shortest, object rules) except -1:
    cdef int cards = GROUP[kind] + KICKERS[kind] * KICKER_CARDS[kind]
    cdef int length, start
    for length in range(shortest, min(LINE_PLACES, c.max_cards // cards) + 1):
        for start in range(LINE_ACE, LINE_PLACES - length + 1):
            if start < LINE_THREE:
                if not rules.wheel or kind not in (K_SOLO_CHAIN, K_PAIR_CHAIN):
                    continue
                if length > rules.wheel_max:
                    continue
                # A 2 ... K is the same cards as 2 ... K A, which is read
                if start == LINE_ACE and length == 13:
                    continue
                if length == 14 and not rules.wheel_both_ends:
                    continue
            c.starts[kind][length] |= 1 << start
    for length in range(1, LINE_PLACES + 1):
        for start in range(4):
            c.chains[kind][length] |= <uint64_t>c.starts[kind][length + start] << (16 * start)
    return 0
