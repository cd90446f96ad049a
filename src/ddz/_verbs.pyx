"""The verbs: classify, beats, legal_moves, count_moves, judge, all_moves."""

from libc.stdint cimport uint64_t

from ddz._bits cimport CARDS, within
from ddz._core cimport (
    Hand, Move, cards_word, check_deck, exact_text, hand_word, list_for, move_from_word, move_word,
    packed_rules, word_of,
)
from ddz._legal cimport count_words
from ddz._packed cimport PackedRules
from ddz._reading cimport MAX_READINGS, beats_word, readings
from ddz._text cimport format_cards, format_move, named, parse_move

from ddz._core import PASS
from ddz.errors import AmbiguousMoveError, DdzError, IllegalMoveError, Reason
from ddz.rules import RULES

cdef object CLASSIC = RULES["classic"]


def classify(cards, rules=CLASSIC):
    """Say what cards are: every reading of them under the rules.

    Args:
        cards: a Hand, a Move (its cards count), a text or a hand's word.
        rules: a Rules value.

    Returns:
        A tuple of Moves, the longest body first, then the higher rank; () if the cards are no
        combination; (PASS,) of no cards.

    Raises:
        IllegalMoveError: more cards of a rank than the deck holds.
        ParseError, DdzError, TypeError: as `Hand` raises them.

    >>> classify("33344456")
    (Move.parse('33344456'),)
    >>> from ddz import RULES
    >>> [f"{move:+}" for move in classify("333444555666", RULES["openspiel"])]
    ['333444555666', '444555666+333', '333444555+666']
    """
    cdef uint64_t[MAX_READINGS] out
    cdef PackedRules p = packed_rules(rules)
    cdef uint64_t word = cards_word(cards)
    cdef int i, n
    check_deck(p, word)
    n = readings(&p.c, word, out)
    if n == 1:  # nearly always, and quicker than a list
        return (move_from_word(out[0]),)
    return tuple([move_from_word(out[i]) for i in range(n)])


def beats(move, other, rules=CLASSIC):
    """Say whether one move beats another.

    Two Moves are compared as they are: whether the rules allow them is not asked. Everything
    but PASS beats PASS; PASS beats nothing.

    Args:
        move: a Move, a move's word, or a text that is read under the rules.
        other: the same.
        rules: a Rules value.

    Raises:
        IllegalMoveError: a text or word that is no move.
        AmbiguousMoveError: a text with several readings.
        ParseError, DdzError, TypeError: as `Move` raises them.

    >>> beats("9993", "888A"), beats("4444", "55"), beats("BR", "2222"), beats("66", "66")
    (True, True, True, False)
    """
    cdef PackedRules p = packed_rules(rules)
    return beats_word(&p.c, move_word(move, p), move_word(other, p))


def legal_moves(hand, to_beat=PASS, rules=CLASSIC):
    """List what a player may play.

    Args:
        hand: the player's cards: a Hand, a text or a word.
        to_beat: the last move of the trick, a Move, a word or a text; PASS when leading. It need
            not be a move that the rules allow, but its cards must be in the deck.
        rules: a Rules value.

    Returns:
        A MoveList: every lead when to_beat is PASS, else PASS and then every answer; sorted by
        kind, length, rank and kickers, bombs of one rank by their size; none twice.

    Raises:
        IllegalMoveError: more cards of a rank than the deck holds.
        ParseError, DdzError, TypeError: as `Hand` and `Move` raise them.

    >>> print(legal_moves("3344455"))
    3 4 5 33 44 55 444 3444 4445 33444 44455 334455
    >>> print(legal_moves("4445BR", "33"))
    - 44 BR
    """
    cdef PackedRules p = packed_rules(rules)
    cdef uint64_t word = hand_word(hand)
    cdef uint64_t bar = bar_word(to_beat, p)
    check_deck(p, word)
    return list_for(p, word, bar)


def count_moves(hand, to_beat=PASS, rules=CLASSIC):
    """Count what `legal_moves` lists, without listing it.

    Args, raises: as `legal_moves`.

    Returns:
        The number of leads, or of answers with PASS among them.

    >>> count_moves("34567BR"), count_moves("34567BR", "3")
    (9, 8)
    """
    cdef PackedRules p = packed_rules(rules)
    cdef uint64_t word = hand_word(hand)
    cdef uint64_t bar = bar_word(to_beat, p)
    check_deck(p, word)
    return count_words(&p.c, word, bar)


def judge(cards, to_beat=PASS, rules=CLASSIC, hand=None):
    """Decide whether cards may be played here, and as what: the verb for a server.

    Args:
        cards: the cards laid down, a Hand, a text or a hand's word; or the play with its reading
            declared, a Move, a move's word or a text with a +. `-` passes, and so do PASS and an
            empty Hand.
        to_beat: the last move of the trick; PASS when leading.
        rules: a Rules value.
        hand: the player's cards, if possession is to be checked.

    Returns:
        The Move that is played.

    Raises:
        IllegalMoveError: with its `reason`: more cards than the deck, not in hand, not a
            combination, does not beat, must lead.
        AmbiguousMoveError: more than one reading could be played; `moves` lists them.
        ParseError, DdzError, TypeError: as `Hand` and `Move` raise them.

    >>> judge("44433", to_beat="33355", hand="333444")
    Move.parse('33444')
    >>> judge("35", to_beat="4")
    Traceback (most recent call last):
    ddz.errors.IllegalMoveError: '35' is not a combination
    """
    cdef uint64_t[MAX_READINGS] out
    cdef PackedRules p = packed_rules(rules)
    cdef uint64_t bar = bar_word(to_beat, p)
    cdef uint64_t body = 0
    cdef uint64_t play = play_word(cards, &body)
    cdef uint64_t played = play & CARDS
    cdef uint64_t held
    cdef int i, n
    check_deck(p, played)
    if hand is not None:
        held = held_word(hand, p)
        if not within(played, held):
            raise IllegalMoveError(
                f"{format_cards(played)!r} is not in {format_cards(held)!r}", Reason.NOT_IN_HAND)
    if played == 0:
        if bar == 0:
            raise IllegalMoveError("the leader must play cards", Reason.MUST_LEAD)
        return PASS
    n = named(&p.c, played, body, out) if body else readings(&p.c, played, out)
    found = [out[i] for i in range(n) if play == played or play == out[i]]
    if not found:
        raise IllegalMoveError(
            f"{declared(play, body)} is not a combination", Reason.NOT_A_COMBINATION)
    good = tuple([move_from_word(word) for word in found if beats_word(&p.c, word, bar)])
    if not good:
        raise IllegalMoveError(
            f"{declared(play, body)} does not beat {format_move(bar, False)!r}",
            Reason.DOES_NOT_BEAT)
    if len(good) > 1:
        raise AmbiguousMoveError(
            f"{format_cards(played)!r} can be played in {len(good)} ways", good)
    return good[0]


cdef uint64_t bar_word(object to_beat, PackedRules rules) except? 1:
    """The word of the move to beat; errors say that they mean it and not the play."""
    cdef uint64_t word
    if type(to_beat) is Move and within((<Move>to_beat).word & CARDS, rules.c.deck):
        return (<Move>to_beat).word
    try:
        word = move_word(to_beat, rules)
        check_deck(rules, word)
    except (DdzError, TypeError) as error:
        error.args = (f"to_beat: {error.args[0]}", *error.args[1:])
        raise
    return word


cdef uint64_t play_word(object cards, uint64_t* body) except? 1:
    """The word of a play: with a kind if the reading is declared, else the cards alone.

    `body` becomes the cards before the + of a text.
    """
    cdef uint64_t word
    if isinstance(cards, str):
        return parse_move(exact_text(cards), body)
    if type(cards) is Hand or type(cards) is Move:
        return (<Hand>cards).word if type(cards) is Hand else (<Move>cards).word
    word = word_of(cards, "a play is a Hand, a Move, a text or an integer word")
    return move_word(word, None) if word & ~CARDS else hand_word(word)


cdef uint64_t held_word(object hand, PackedRules rules) except? 1:
    """The word of the player's cards; errors say that they mean them and not the play."""
    cdef uint64_t word
    try:
        word = hand_word(hand)
        check_deck(rules, word)
    except (DdzError, TypeError) as error:
        error.args = (f"hand: {error.args[0]}", *error.args[1:])
        raise
    return word


cdef str declared(uint64_t play, uint64_t body):
    """A play in words, with the reading if one was declared."""
    cdef uint64_t cards = play & CARDS
    if body:
        return repr(f"{format_cards(body)}+{format_cards(cards - body)}")
    if play == cards:
        return repr(format_cards(cards))
    return f"{format_move(play, True)!r} as {move_from_word(play).kind}"


def all_moves(rules=CLASSIC):
    """List every move that the rules know, PASS left out: every reading of every card set.

    Args:
        rules: a Rules value.

    Returns:
        A MoveList in the order of moves, none above `rules.max_cards` cards.

    >>> len(all_moves())
    27471
    """
    cdef PackedRules p = packed_rules(rules)
    return list_for(p, p.c.deck, 0)
