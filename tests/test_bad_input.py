"""Bad input: a clear exception each, never a crash, a hang or a wrong answer."""

from __future__ import annotations

import dataclasses
import inspect
import itertools
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from typing import Any
from unittest.mock import Mock, create_autospec

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ddz import (
    CARDS_MASK,
    PASS,
    RULES,
    AmbiguousMoveError,
    DdzError,
    Hand,
    IllegalMoveError,
    Kind,
    Move,
    MoveList,
    ParseError,
    Rank,
    Reason,
    Rules,
    RulesError,
    State,
    all_moves,
    beats,
    classify,
    count_moves,
    judge,
    legal_moves,
)
from ddz.batch import MoveBatch
from ddz.notation import OPENSPIEL
from ddz.record import Record
from ddz.zipai import MeldKind, Tile, ZipaiRules, eats

LONG = "3" * 1_000_000
Verb = Callable[[Any], Any]

# what stands for a hand, everywhere
HAND_VERBS: list[Verb] = [
    Hand,
    legal_moves,
    count_moves,
    classify,
    lambda hand: legal_moves("3", rules=RULES["pagat"]) and classify(hand, RULES["pagat"]),
    lambda hand: legal_moves(hand, "3", RULES["four-player"]),
]
# what stands for a move
MOVE_VERBS: list[Verb] = [
    lambda move: beats(move, "3"),
    lambda move: beats("3", move),
    lambda move: legal_moves("3", move),
    lambda move: count_moves("3", move),
    lambda move: judge("3", move),
]


@pytest.mark.parametrize("verb", HAND_VERBS)
@pytest.mark.parametrize(
    "value", [None, 1.0, b"33", bytearray(b"3"), [3], (1,) * 15, True, Rules(), 1j]
)
def test_wrong_types_for_a_hand(verb: Verb, value: object) -> None:
    with pytest.raises(TypeError, match="a hand is a Hand, a text or an integer word"):
        verb(value)


@pytest.mark.parametrize("verb", MOVE_VERBS)
@pytest.mark.parametrize("value", [None, 1.0, b"33", Hand("3"), [3], True, Rules(), np.float64(1)])
def test_wrong_types_for_a_move(verb: Verb, value: object) -> None:
    with pytest.raises(TypeError, match="a move is a Move, a text or an integer word"):
        verb(value)


@pytest.mark.parametrize("verb", [*HAND_VERBS, *MOVE_VERBS])
@pytest.mark.parametrize(
    "value", [-1, 1 << 64, -(1 << 64), pytest.param(10**10_000, id="huge"), np.int64(-5)]
)
def test_integers_that_are_no_word(verb: Verb, value: int) -> None:
    with pytest.raises(DdzError, match="negative|of 64 bits"):
        verb(value)


@pytest.mark.parametrize("verb", HAND_VERBS)
@pytest.mark.parametrize("bit", [bit for bit in range(64) if not CARDS_MASK >> bit & 1])
def test_bits_outside_the_mask(verb: Verb, bit: int) -> None:
    with pytest.raises(DdzError, match="bits outside CARDS_MASK"):
        verb(1 << bit | 1)


@pytest.mark.parametrize("verb", HAND_VERBS)
@pytest.mark.parametrize(
    "word", [*[13 << 4 * r for r in range(13)], 15, 4 << 56, 0xF << 56, CARDS_MASK]
)
def test_counts_above_a_hand(verb: Verb, word: int) -> None:
    with pytest.raises(DdzError, match="more than 12 of a rank or 3 of a joker"):
        verb(word)


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("3x4", 2),
        ("x", 1),
        ("345 0", 5),
        ("1", 1),
        ("31", 2),
        ("3 1 0", 3),
        ("3\n4", 2),
        ("3\t4", 2),
        ("3\x004", 2),
        ("33344+5", 6),
        ("-", 1),
        ("３", 1),
        ("²", 1),
        ("王", 1),
        ("\ud800", 1),
        ("pass", 1),
        ("3W", 2),
        ("3333333333333", 13),
        ("BBBB", 4),
        ("3,4", 2),
        (LONG, 513),
        (" " * 1_000_000, 513),
    ],
)
def test_texts_that_are_no_hand(text: str, column: int) -> None:
    for verb in (Hand, legal_moves, count_moves):
        with pytest.raises(ParseError) as refused:
            verb(text)
        assert refused.value.column == column
        assert str(refused.value).startswith(f"column {column}: ")
        assert len(str(refused.value)) < 200
        assert pickle.loads(pickle.dumps(refused.value)).column == column


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", ParseError),
        (" ", ParseError),
        ("+", ParseError),
        ("333+", ParseError),
        ("+4", ParseError),
        ("333+4+5", ParseError),
        ("--", ParseError),
        ("3-", ParseError),
        (LONG, ParseError),
        ("333+" + LONG, ParseError),
        ("3333333+333333", ParseError),
        ("333333333333+333", ParseError),
        ("35", IllegalMoveError),
        ("333+45", IllegalMoveError),
        ("334+3", IllegalMoveError),
        ("444+444", IllegalMoveError),
        ("33+44", IllegalMoveError),
        ("QKA23", IllegalMoveError),
    ],
)
def test_texts_that_are_no_move(text: str, error: type[DdzError]) -> None:
    for verb in (Move.parse, *MOVE_VERBS):
        with pytest.raises(error):
            verb(text)


@pytest.mark.parametrize(
    "word",
    [
        1,  # kind PASS with a card
        1 << 60,  # a solo without a card
        15 << 60,
        1 << 60 | 2,
        2 << 60 | 0x11,
        3 << 60 | 3 << 56,  # a trio of jokers
        1 << 60 | 1 << 54 | 1,  # a solo with a body index
        4 << 60 | 0x13 | 1 << 54,  # a second body that is not there
        9 << 60 | 0x333_000 | 0x3 | 3 << 54,
        9 << 60 | 0x13,  # one trio is no chain
        4 << 60 | 0x1133,
        6 << 60 | 0x1,
        6 << 60 | 0x1111 | 1 << 48 | 1 << 44 | 1 << 40,  # Q A 2 3 4 5 6
        8 << 60 | 3 << 48 | 3 << 44,  # AAA222
        15 << 60 | 0x4,
        13 << 60 | 0x3,
        13 << 60 | 4 << 52,
        13 << 60 | 0xD,  # thirteen of a rank
        14 << 60 | 1 << 52,
        14 << 60 | 2 << 52 | 1 << 56,
        14 << 60 | 1 << 52 | 1 << 56 | 1,
        12 << 60 | 0x114,
        10 << 60 | 0x4333,
        (1 << 64) - 1,
        CARDS_MASK,
    ],
)
def test_words_that_are_the_shape_of_no_move(word: int) -> None:
    for verb in (Move, *MOVE_VERBS):
        with pytest.raises(IllegalMoveError, match="the shape of no move") as refused:
            verb(word)
        assert refused.value.reason == Reason.NOT_A_COMBINATION


@given(st.integers(0, 2**64 - 1))
@example(9 << 60 | 0x3333)
def test_any_word_is_a_move_or_refused(word: int) -> None:
    try:
        move = Move(word)
    except IllegalMoveError:
        return
    assert int(move) == word
    assert Move.parse(str(move)) == move
    assert beats(move, move) is False


@given(st.integers(0, 15), st.integers(0, 3), st.lists(st.integers(0, 4), min_size=15, max_size=15))
def test_any_few_cards_are_a_move_or_refused(kind: int, body: int, counts: list[int]) -> None:
    try:
        cards = int(Hand.from_counts([n if i < 13 else min(n, 3) for i, n in enumerate(counts)]))
        move = Move(kind << 60 | body << 54 | cards)
    except DdzError:
        return
    if not move:
        return
    assert move.body + move.kickers == move.cards
    assert Move.parse(str(move)) == move
    for rules in (RULES["onestraw"], RULES["botzone"], RULES["four-player-wheel"]):
        try:
            assert PASS in legal_moves(move.cards, move, rules)
        except IllegalMoveError as refused:
            assert refused.reason == Reason.NOT_IN_DECK


@given(st.one_of(st.text(max_size=40), st.text("3456789TJQKA2BR10+- tjqkabr", max_size=40)))
def test_any_text_is_read_or_refused(text: str) -> None:
    for read in (Hand, Move.parse):
        try:
            value = read(text)
        except (ParseError, IllegalMoveError, AmbiguousMoveError):
            continue
        assert read(str(value)) == value


def test_more_cards_than_the_deck() -> None:
    assert len(Hand("33333")) == 5
    for verb in (legal_moves, count_moves, classify):
        with pytest.raises(IllegalMoveError, match="5 cards 3, the deck 4") as refused:
            verb("33333")
        assert refused.value.reason == Reason.NOT_IN_DECK
    with pytest.raises(IllegalMoveError) as refused:
        judge("33333", hand="33333")
    assert refused.value.reason == Reason.NOT_IN_DECK
    with pytest.raises(IllegalMoveError, match="the deck 1") as refused:
        legal_moves("3", Move.parse("BB"))
    assert refused.value.reason == Reason.NOT_IN_DECK
    with pytest.raises(IllegalMoveError) as refused:
        legal_moves("3", "33333")
    assert refused.value.reason == Reason.NOT_IN_DECK
    for rules, most in ((RULES["four-player"], 8), (RULES["classic"], 4)):
        legal_moves("3" * most, rules=rules)
        with pytest.raises(IllegalMoveError):
            legal_moves("3" * (most + 1), rules=rules)


def test_why_judge_refuses() -> None:
    def why(*args: Any, **keywords: Any) -> Reason:
        with pytest.raises(IllegalMoveError) as refused:
            judge(*args, **keywords)
        assert refused.value.reason.value in {reason.value for reason in Reason}
        assert pickle.loads(pickle.dumps(refused.value)).reason is refused.value.reason
        reason: Reason = refused.value.reason
        return reason

    assert why("44444") == Reason.NOT_IN_DECK
    assert why("44", hand="4") == Reason.NOT_IN_HAND
    assert why("3", hand="33333") == Reason.NOT_IN_DECK
    with pytest.raises(ParseError, match="to pass is written -"):
        judge("", "3")
    assert why("45", hand="345") == Reason.NOT_A_COMBINATION
    assert why("3", "4", hand="345") == Reason.DOES_NOT_BEAT
    assert why(Hand(), hand="345") == Reason.MUST_LEAD
    assert why("-", hand="345") == Reason.MUST_LEAD
    assert why(PASS, PASS, hand="345") == Reason.MUST_LEAD
    assert why("6789T", "A2345") == Reason.NOT_A_COMBINATION  # no wheel in classic
    assert why("44445555", "3", RULES["onestraw"]) == Reason.DOES_NOT_BEAT
    assert why(Move.parse("33334444")) == Reason.NOT_A_COMBINATION
    assert judge(Hand(), "3", hand="345") == judge(" - ", "3") == judge(PASS, "3") == PASS
    assert judge("5", "4", hand="345") == Move.parse("5")
    assert str(Reason.NOT_IN_HAND) == "not in hand"


RULES_VERBS: list[Verb] = [
    lambda rules: legal_moves("3", rules=rules),
    lambda rules: count_moves("3", rules=rules),
    lambda rules: classify("3", rules),
    lambda rules: beats("4", "3", rules),
    lambda rules: judge("3", rules=rules),
    all_moves,
]


@pytest.mark.parametrize("verb", RULES_VERBS)
@pytest.mark.parametrize("rules", [None, "classic", 1, RULES, object(), Rules])
def test_wrong_rules(verb: Verb, rules: object) -> None:
    with pytest.raises(TypeError, match=r"ddz\.Rules"):
        verb(rules)


def test_wrong_arguments() -> None:
    for call in (
        lambda: legal_moves(),  # type: ignore[call-arg]
        lambda: legal_moves("3", "3", Rules(), "more"),  # type: ignore[call-arg]
        lambda: Hand("3", "4"),  # type: ignore[call-arg]
        lambda: Move(),  # type: ignore[call-arg]
        lambda: Move("3"),  # type: ignore[arg-type]
        lambda: Move(Hand("3")),  # type: ignore[arg-type]
        lambda: Move.parse(3),  # type: ignore[arg-type]
        lambda: Hand("3") + 1,  # type: ignore[operator]
        lambda: 1 + Hand("3"),  # type: ignore[operator]
        lambda: Hand("3") < 1,  # type: ignore[operator]
        lambda: 3 in Hand("3"),  # type: ignore[operator]
        lambda: Hand("3")["3"],  # type: ignore[index]
        lambda: Hand("3")[0.0],  # type: ignore[index]
        lambda: MoveList([1]),  # type: ignore[list-item]
        lambda: MoveList(3),  # type: ignore[arg-type]
        lambda: "3" in legal_moves("3"),
        lambda: legal_moves("3")["3"],  # type: ignore[call-overload]
        lambda: Move.parse("3") < Move.parse("4"),  # type: ignore[operator]
    ):
        with pytest.raises(TypeError):
            call()
    for index in (15, -1, 10**30):
        with pytest.raises(IndexError):
            Hand("3")[index]


def test_wrong_counts() -> None:
    for counts in ([], [0] * 14, [0] * 16, [13] + [0] * 14, [0] * 14 + [4], [-1] + [0] * 14):
        with pytest.raises(DdzError):
            Hand.from_counts(counts)
    for wrong in ([None] * 15, [1.0] * 15, None, 3, "0" * 15, [True] * 15):
        with pytest.raises(TypeError):
            Hand.from_counts(wrong)  # type: ignore[arg-type]

    def endless() -> Any:
        while True:
            yield 0

    with pytest.raises(DdzError, match="15 counts"):
        Hand.from_counts(endless())


def test_broken_integers() -> None:
    class Broken:
        def __index__(self) -> int:
            raise RuntimeError("broken")

    with pytest.raises(RuntimeError, match="broken"):
        legal_moves(Broken())


def test_the_largest_hands() -> None:
    for rules in RULES.values():
        deck = Hand.from_counts([4 * rules.decks] * 13 + [rules.decks] * 2)
        moves = legal_moves(deck, rules=rules)
        assert moves == all_moves(rules)
        assert max(len(move) for move in moves) <= rules.max_cards
        assert (
            len(legal_moves(deck, "3", rules))
            == 1 + 14 + sum(n >= 4 for n in deck.counts for n in range(4, n + 1)) + 1
        )


def test_messages_do_not_grow_with_the_input() -> None:
    huge = 10**5000
    calls: list[Callable[[], object]] = [
        lambda: Move(LONG),  # type: ignore[arg-type]
        lambda: Rules(players=LONG),  # type: ignore[arg-type]
        lambda: Rules(players=huge),
        lambda: legal_moves("3", rules=LONG),  # type: ignore[arg-type]
        lambda: legal_moves("3", rules=huge),  # type: ignore[arg-type]
        lambda: Hand("3")[LONG],  # type: ignore[index]
        lambda: Hand("3")[huge],
        lambda: huge in Hand("3"),  # type: ignore[operator]
        lambda: Move.parse(huge),  # type: ignore[arg-type]
        lambda: legal_moves("3")[huge],
        lambda: legal_moves("3")[LONG],  # type: ignore[call-overload]
        lambda: Hand(LONG),
        lambda: Move.parse("333+" + LONG),
        lambda: legal_moves([LONG]),  # type: ignore[arg-type]
    ]
    for call in calls:
        with pytest.raises((DdzError, TypeError, IndexError)) as refused:
            call()
        assert len(str(refused.value)) < 300


def test_huge_indices() -> None:
    moves = legal_moves("34567")
    for index in (1 << 63, -(1 << 63), 10**30):
        with pytest.raises(IndexError):
            moves[index]
    assert list(moves[:: 10**30]) == [moves[0]]
    assert list(moves[-(10**30) : 10**30]) == list(moves)
    assert len(moves[10**30 :]) == 0


def test_integers_that_lie() -> None:
    class Float:
        def __index__(self) -> Any:
            return 3.5

    class Liar(int):
        def __lt__(self, other: object) -> bool:
            return False

        def __rshift__(self, other: object) -> int:
            return 0

    verbs: list[Verb] = [Hand, Move, legal_moves, lambda value: Hand("3")[value]]
    for wrong in (Float(), int, object):
        for verb in verbs:
            with pytest.raises(TypeError):
                verb(wrong)
    with pytest.raises(DdzError):
        Hand(Liar(1 << 70))


def test_the_reason_does_not_depend_on_the_notation() -> None:
    for play in ("33345", "333+45"):
        with pytest.raises(IllegalMoveError) as refused:
            judge(play, hand="33")
        assert refused.value.reason == Reason.NOT_IN_HAND
    for play in ("33335", "333+35"):
        with pytest.raises(IllegalMoveError) as refused:
            judge(play, hand="33335")
        assert refused.value.reason == Reason.NOT_A_COMBINATION


@pytest.mark.parametrize("kind", [Rules, ZipaiRules])
def test_rules_have_no_subclasses(kind: type) -> None:
    """Equal rules share what is made of them; a subclass has other defaults."""
    with pytest.raises(TypeError, match="no subclass"):
        type("House", (kind,), {})


class FakeRules:
    """Says that it is Rules, and has what the core keeps on them."""

    _packed = 12345
    _table = 12345

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return Rules


class Short(str):
    """Lies about its length."""

    __slots__ = ()

    def __len__(self) -> int:
        return 1


def test_only_rules_are_rules() -> None:
    """What stands in for Rules is refused before its C form is looked for."""
    fakes: list[Any] = [FakeRules(), Mock(spec=Rules), create_autospec(Rules, instance=True)]
    verbs: list[Verb] = [*RULES_VERBS, lambda rules: State.deal(1, rules)]
    for fake in fakes:
        assert isinstance(fake, Rules)
        for verb in verbs:
            with pytest.raises(TypeError, match=r"ddz\.Rules"):
                verb(fake)
    for verb in verbs:
        rules = Rules()
        for name in ("_packed", "_table"):
            object.__setattr__(rules, name, 5)
        with pytest.raises(TypeError):
            verb(rules)


@pytest.mark.parametrize(
    ("play", "to_beat", "rules", "message"),
    [
        ("34567+8", PASS, "classic", "'34567+8' is not a combination"),
        ("33+3", PASS, "classic", "'33+3' is not a combination"),
        ("333+33", PASS, "four-player", "'333+33' is not a combination"),
        ("35", PASS, "classic", "'35' is not a combination"),
        (
            Move.parse("33334444"),
            PASS,
            "onestraw",
            "'33334444' as four_chain is not a combination",
        ),
        (
            "333444555+666",
            "333444555+789",
            "openspiel",
            "'333444555+666' does not beat '333444555789'",
        ),
        ("3", "BBRR", "classic", "to_beat: 'BBRR' has 2 cards B, the deck 1"),
        ("3", "35", "classic", "to_beat: '35' is not a combination"),
        (
            "3",
            "3x",
            "classic",
            "column 2: to_beat: 'x' is no card; cards are 3456789TJQKA2BR and 10",
        ),
    ],
)
def test_judge_names_what_it_means(play: Any, to_beat: Any, rules: str, message: str) -> None:
    with pytest.raises(DdzError) as refused:
        judge(play, to_beat, RULES[rules])
    assert str(refused.value) == message


def test_long_and_lying_texts() -> None:
    for verb in (*MOVE_VERBS, Move.parse):
        with pytest.raises(ParseError, match="longer than any hand"):
            verb(" " * 10**6 + "-")
    assert Hand(Short("34")) == Hand("34")
    with pytest.raises(ParseError):
        Hand(Short("33x"))


def test_names_are_no_words() -> None:
    """`Rank.TWO` is 12, which as a word would be twelve threes."""
    for value in (Rank.TWO, Kind.BOMB):
        for verb in (*HAND_VERBS, *MOVE_VERBS):
            with pytest.raises(TypeError, match=r"not <(Rank|Kind)\."):
                verb(value)
    for counts in ({*range(15)}, dict.fromkeys(range(15), 0), Hand("34567")):
        with pytest.raises(TypeError, match="in order"):
            Hand.from_counts(counts)
    with pytest.raises(TypeError, match="a hand is a Hand, a text or an integer word"):
        Hand(np.array([3]))


SLICES = """
import gc, ddz
class Node: pass
for number in range(500):
    part = ddz.legal_moves("33445566")[1:4]  # older than the node: the collector clears it first
    node = Node()
    node.me = node
    node.part = part
    if number % 2:
        node.rest = iter(part)
        next(node.rest)
    del node, part
    gc.collect()
print("done")
"""

TABLES = """
import gc, weakref
import numpy as np
from ddz import RULES
from ddz._play import TableArray
gc.collect()
gc.disable()
class Node: pass
class Late:
    def __init__(self, node): self.node = node
    def __del__(self): self.node().tables.legal(np.empty(3, np.int64))
class Early:
    def __del__(self): self.node.box.append(Late(weakref.ref(self.node)))
def make():
    # older than the node: the collector clears it first
    tables = TableArray(2, RULES["classic"], 1, False)
    box = []
    box.append(box)
    node = Node()
    node.me = node
    node.box = box
    node.tables = tables
    node.early = Early()
    node.early.node = node
make()
gc.collect()
print("done")
"""


@pytest.mark.parametrize("code", [SLICES, TABLES])
def test_cyclic_garbage(code: str) -> None:
    """The collector must not take away what C code still needs."""
    environment = {**os.environ, "PYTHONMALLOC": "debug"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, check=False
    )
    assert (done.returncode, done.stdout.strip()) == (0, b"done"), done.stderr[-2000:]


@pytest.mark.parametrize("kind", [Rules, ZipaiRules])
def test_rules_are_made_from_fields_alone(kind: type) -> None:
    """A pickle cannot give them a state that was never checked."""

    class Forged:
        def __reduce__(self) -> tuple[Any, ...]:
            return kind, (), {"decks": 99, "_packed": 5}

    with pytest.raises(TypeError, match="made from their fields"):
        pickle.loads(pickle.dumps(Forged()))
    with pytest.raises(TypeError, match="has no field 'deck'"):
        kind(deck=2)
    with pytest.raises(TypeError):
        kind(2)
    rules = kind()
    for name in ("players", "other"):
        with pytest.raises(AttributeError, match=f"cannot assign to field '{name}'"):
            setattr(rules, name, 3)
        with pytest.raises(AttributeError, match=f"cannot delete field '{name}'"):
            delattr(rules, name)
    assert rules != "classic"
    assert {rules: 1}[kind()] == 1


@pytest.mark.parametrize("kind", [Rules, ZipaiRules])
def test_rules_cannot_be_made_twice(kind: Any) -> None:
    rules = kind()
    with pytest.raises(TypeError, match="immutable"):
        rules.__init__(players=4)
    assert rules == kind()
    empty = kind.__new__(kind)
    assert empty == rules
    assert hash(empty) == hash(rules)
    with pytest.raises(RulesError):
        empty.__init__(players=99)
    assert empty == rules
    assert list(inspect.signature(kind).parameters) == [f.name for f in dataclasses.fields(kind)]


def test_members_of_enums_are_no_numbers() -> None:
    """Those that were made past their class have any value."""
    far = int.__new__(Tile, 10**6)
    below = int.__new__(Tile, -1)
    for value in (Tile.B1, MeldKind.PENG, far):
        for verb in (*HAND_VERBS, *MOVE_VERBS):
            with pytest.raises(TypeError):
                verb(value)
        with pytest.raises(TypeError, match="a seat is an integer"):
            State.from_hands(["3", "4", "5"], landlord=value)
    for tile in (far, below):
        with pytest.raises(DdzError, match="tile"):
            eats("一一二二三三", tile)
    with pytest.raises(TypeError, match="a card face up is a Rank"):
        State.from_hands(["3", "4", "5"], first=0, face_up=int.__new__(Rank, 99))


def test_hands_without_end() -> None:
    with pytest.raises(DdzError, match="3 seats need as many hands"):
        State.from_hands(itertools.repeat("3"))


def test_no_more_actions_are_timed_out_than_there_are() -> None:
    state = State.deal(1).play(0)
    assert Record.from_state(state, timed_out=[0]).sections[0][0].timed_out
    endless: Any = itertools.repeat(0)
    with pytest.raises(DdzError, match="1 actions, and more of them"):
        Record.from_state(state, timed_out=endless)


def test_judge_says_that_it_means_the_hand() -> None:
    with pytest.raises(ParseError, match="column 2: hand: 'x' is no card"):
        judge("44", hand="3x")
    with pytest.raises(IllegalMoveError, match="^hand: '33333' has 5 cards 3"):
        judge("44", hand="33333")


def test_names_are_no_actions() -> None:
    for action in (Rank.THREE, Kind.TRIO):
        with pytest.raises(TypeError, match="an action is"):
            State.deal(1).play(action)
    for hands in ({"3", "4", "5"}, dict.fromkeys("345"), frozenset("345")):
        with pytest.raises(TypeError, match="hands are"):
            State.from_hands(hands)


def test_messages_of_huge_numbers_and_names() -> None:
    huge = 10**5000
    long_name: Any = {"x" * 10_000: 1}
    for call in (
        lambda: MoveBatch(np.zeros(0, np.uint64), np.zeros(1, np.int64))[huge],
        lambda: Record(rules=Rules(), hands=(Hand(),) * 3, kitty=Hand(), score=(huge, 0, 0)),
        lambda: Rules(**long_name),
        lambda: OPENSPIEL.read_move("333444-" + " " * 900 + "56"),
    ):
        with pytest.raises((DdzError, TypeError, IndexError)) as refused:
            call()
        assert len(str(refused.value)) < 300
