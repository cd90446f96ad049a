"""Records: reading, writing, the JSON twin, and what is refused with which place and reason."""

from __future__ import annotations

import io
import json
import pickle
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ddz import RULES, DdzError, Hand, Move, Phase, Rank, Reason, RecordError, Rules, State
from ddz.record import Place, Record, Token, read, read_json, replay, write, write_json

EXAMPLE = """\
[Ddn "1"]
[Rules "classic"]
[Players "East;North;West"]
[Deal "344567788JQKK222R 34566778899JQQKAA 3345569TTTJJQKAAB 9T2"]
[First "0"]
[Score "6 -3 -3"]

3 | 3456789TJQK - - 472222 - - 8 9 T K A - R
"""

SMALL = """\
[Ddn "1"]
[Rules "classic"]
[Deal "344T 455 667 2"]
[First "1"]
[Score "-1 -1 2"]

- 1! {late} - - | 7 T - 2 - - 66
"""

FOUR = """\
[Ddn "1"]
[Rules "four-player-wheel open_play=true snatch=total"]
[Event "a cup \\"for four\\""]
[Deal "4566AA 44455BBR 66777 3333333388 2"]
[First "0"]
[FaceUp "0 A"]
[Score "-9 -9 -9 27"]

{before all} 1 3 | decline snatch | claim
"""

STATE = State.from_hands(["33", "4", "5"], landlord=0).play(Move.parse("33"))
GAMES = Path(__file__).parent / "data" / "games.jsonl"


def games() -> list[Record]:
    """The deals of a public server as records."""
    records = []
    for line in GAMES.read_text(encoding="utf-8").splitlines():
        game = json.loads(line)
        state = State.from_hands(
            game["hands"], game["kitty"], rules=RULES[game["rules"]], landlord=game["landlord"]
        )
        for seat, cards in game["plays"]:
            assert state.seat == seat
            (move,) = [m for m in state.legal_actions() if str(m.cards) == cards]  # type: ignore[union-attr]
            state = state.play(move)
        assert state.is_over
        records.append(Record.from_state(state, {"Round": str(game["n"])}))
    return records


# -- reading and writing --------------------------------------------------------------------------


@pytest.mark.parametrize("text", [EXAMPLE, SMALL])
def test_text_round_trips(text: str) -> None:
    assert str(Record.parse(text)) == text


def test_the_example() -> None:
    found = Record.parse(EXAMPLE)
    assert found.rules == RULES["classic"]
    assert found.hands[0] == Hand("344567788JQKK222R")
    assert (found.kitty, found.first, found.landlord) == (Hand("9T2"), 0, None)
    assert found.score == (6, -3, -3)
    assert found.tags == (("Players", "East;North;West"),)
    assert [len(section) for section in found.sections] == [1, 13]
    state = replay(found)
    assert state.is_over
    assert state.scores() == (6, -3, -3)
    assert Record.from_state(state, {"Players": "East;North;West"}) == found


def test_four_players() -> None:
    found = Record.parse(FOUR)
    assert found.tags == (("Event", 'a cup "for four"'),)
    assert found.face_up is Rank.ACE
    assert found.comments == ("before all",)
    assert [[token.text for token in section] for section in found.sections] == [
        ["1", "3"],
        ["decline", "snatch"],
        ["claim"],
    ]
    assert replay(found).scores() == (-9, -9, -9, 27)
    assert Record.parse(str(found)) == found


def test_time_outs_and_comments() -> None:
    found = Record.parse(SMALL)
    assert found.sections[0][1] == Token("1", timed_out=True, comments=("late",))
    assert found.sections[0][1].place == Place(7, 3, 2)
    text = SMALL.replace("| 7 T", "{a}{b} | {c} 7 {d} T!")
    assert str(Record.parse(text)) == SMALL.replace("- | 7 T", "- {a} {b} {c} | 7 {d} T!")


def test_movetext_may_have_several_lines() -> None:
    text = SMALL.replace("| 7", "|\n7\n")
    assert Record.parse(text) == Record.parse(SMALL)


def test_unfinished_deals() -> None:
    head = SMALL.split("[Score")[0]
    for movetext in ("*", "- 1 *", "- 1 - *", "- 1 - - | 7 T *", "{nothing yet} * {stopped}"):
        text = f"{head}\n{movetext}\n"
        found = Record.parse(text)
        assert not found.finished
        assert Record.parse(str(found)) == found
        assert not replay(found).is_over


def test_a_deal_thrown_in() -> None:
    for rules in ("classic", "openspiel"):
        text = f'[Ddn "1"]\n[Rules "{rules}"]\n[Deal "3 4 5 6"]\n[First "2"]\n[Score "0 0 0"]\n'
        found = Record.parse(f"{text}\n- - - *\n")
        assert str(found) == f"{text}\n- - - *\n"
        state = replay(found)
        assert state.phase == (Phase.REDEAL if rules == "classic" else Phase.OVER)
        assert Record.from_state(state) == found


def test_a_draw() -> None:
    text = """\
[Ddn "1"]
[Rules "four-player-wheel-north"]
[Deal "3BBR 4 5 6 7"]
[First "0"]
[Score "0 0 0 0"]

3 | draw
"""
    assert str(Record.parse(text)) == text
    other = text.replace("draw", "look | propose | accept accept accept")
    assert str(Record.parse(other)) == other


def test_plays_have_a_plus_only_where_cards_have_several_readings() -> None:
    head = '[Ddn "1"]\n[Rules "{}"]\n[Deal "{} 7 8 -"]\n[Landlord "0"]\n\n'
    one = head.format("classic", "333444569")
    assert str(Record.parse(one + "333444+56 *\n")) == one + "33344456 *\n"
    two = head.format("openspiel", "3334445556669")
    for move in ("333444555666", "333444555+666", "444555666+333"):
        assert str(Record.parse(f"{two}{move} *\n")) == f"{two}{move} *\n"
    wheel = '[Ddn "1"]\n[Rules "four-player-wheel"]\n[Deal "345A2 7 8 9 -"]\n[Landlord "0"]\n'
    scored = f'{wheel}[Score "3 -1 -1 -1"]\n\n345A2\n'
    assert str(Record.parse(scored)) == scored


def test_many_deals() -> None:
    text = f"\n\n{EXAMPLE}\n\n{SMALL}\n{FOUR}"
    found = list(read(text))
    assert found == [Record.parse(EXAMPLE), Record.parse(SMALL), Record.parse(FOUR)]
    assert list(read(text.splitlines(keepends=True))) == found
    assert list(read(write(found))) == found
    assert list(read_json(write_json(found))) == found
    assert list(read("")) == list(read_json("")) == []


def test_reading_is_lazy() -> None:
    found = read(f"{SMALL}\nnonsense")
    assert next(found) == Record.parse(SMALL)
    with pytest.raises(RecordError):
        next(found)


def test_games_of_a_public_server() -> None:
    records = games()
    assert len(records) == 39
    assert list(read(write(records))) == records
    assert list(read_json(write_json(records))) == records
    for found in records:
        assert Record.from_state(replay(found), dict(found.tags)) == found


@pytest.mark.parametrize("name", sorted(RULES))
def test_random_deals(name: str) -> None:
    rng = random.Random(f"records {name}")
    for _ in range(5):
        state = State.deal(rng.randrange(1 << 30), RULES[name])
        states = [state]
        while not state.is_over:
            state = state.play(rng.choice(state.legal_actions()))
            states.append(state)
        for state in (states[-1], rng.choice(states)):
            late = {i for i in range(len(state.history)) if rng.random() < 0.1}
            found = Record.from_state(state, timed_out=late)
            assert Record.parse(str(found)) == found
            assert Record.from_json(found.to_json()) == found
            again = replay(found)
            assert again.history == state.history
            assert again.hands == state.hands
            assert sum(t.timed_out for section in found.sections for t in section) == len(late)


def test_json() -> None:
    found = Record.parse(SMALL)
    assert json.loads(found.to_json()) == {
        "Ddn": "1",
        "Rules": "classic",
        "Deal": "344T 455 667 2",
        "First": "1",
        "Score": "-1 -1 2",
        "Moves": [["-", "1!", "{late}", "-", "-"], ["7", "T", "-", "2", "-", "-", "66"]],
    }


def test_values() -> None:
    found = Record.parse(FOUR)
    assert pickle.loads(pickle.dumps(found)) == found
    assert hash(found) == hash(Record.parse(FOUR))
    names = {"Record": Record, "Token": Token, "Rules": Rules, "Hand": Hand, "Rank": Rank}
    assert eval(repr(found).replace("<Rank.ACE: 11>", "Rank.ACE"), names) == found
    with pytest.raises(RecordError) as error:
        Record.parse("x")
    assert pickle.loads(pickle.dumps(error.value)).args == error.value.args
    assert str(pickle.loads(pickle.dumps(error.value))) == str(error.value)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Token("3 4"), "'3 4' is no token"),
        (lambda: Token("3", comments=("}",)), "'}' cannot be a comment"),
        (lambda: Record(rules=Rules(), hands=(1, 2)), "3 seats need as many hands, not 2"),
        (lambda: _record(comments=("a\nb",)), "'a\\nb' cannot be a comment"),
        (lambda: _record(tags=(("Deal", ""),)), "'Deal' is no name of a further tag"),
        (lambda: _record(tags=(("a b", ""),)), "'a b' is no name of a further tag"),
        (lambda: _record(tags=(("A", "\n"),)), "the text of A has a character"),
        (lambda: _record(tags=(("A", ""), ("A", ""))), "a tag comes twice"),
        (lambda: _record(sections=((),)), "a section without tokens"),
        (lambda: _record(landlord=1, first=1), "with a landlord there is no first seat"),
        (lambda: _record(landlord=3), "landlord is 0 to 2"),
        (lambda: _record(first=-1), "first is 0 to 2"),
        (lambda: _record(hands=(200, 1, 1)), "more cards are dealt than the 54"),
        (lambda: _record(hands=(0, 1, 1)), "unknown cards are 1 or more"),
        (lambda: _record(kitty=-3), "unknown cards are 1 or more"),
        (lambda: _record(score=(1, -1)), "a score has 3 numbers"),
        (lambda: _record(tags=(("A", "x" * 100_000),)), "a record has more than 100000"),
        (lambda: _record(comments=("x" * 60_000,) * 2), "a record has more than 100000"),
        (lambda: Record.from_state(STATE, {"A": "x" * 100_000}), "a record has more than 100000"),
        (lambda: Record.from_state(STATE, timed_out={99}), "the deal has no action 99"),
        (lambda: Record.from_state(STATE, timed_out=[-1]), "the deal has no action -1"),
    ],
)
def test_what_cannot_be_written(make: object, message: str) -> None:
    with pytest.raises(DdzError) as error:
        make()  # type: ignore[operator]
    assert str(error.value).startswith(message)


def _record(**parts: object) -> Record:
    return Record(**({"rules": Rules(), "hands": (1, 1, 1)} | parts))  # type: ignore[arg-type]


def test_the_longest_record_is_read_again() -> None:
    quotes = '"' * 49_900  # two characters each
    record = Record.from_state(STATE, {"A": quotes})
    assert Record.parse(str(record)) == Record.from_json(record.to_json()) == record
    with pytest.raises(DdzError, match="more than"):
        Record.from_state(STATE, {"A": quotes + '"' * 100})


@pytest.mark.parametrize(
    "parts",
    [
        {"rules": "classic"},
        {"hands": [1, 1, 1]},
        {"hands": ("3", 1, 1)},
        {"hands": (True, 1, 1)},
        {"hands": "333"},
        {"kitty": "3"},
        {"kitty": None},
        {"first": "0"},
        {"first": True},
        {"landlord": 1.0},
        {"face_up": 99},
        {"face_up": "3"},
        {"score": (1, 2, "3")},
        {"score": [0, 0, 0]},
        {"sections": "333"},
        {"sections": ("3",)},
        {"sections": (("3",),)},
        {"sections": [[Token("3")]]},
        {"finished": 1},
        {"comments": "ab"},
        {"comments": (1,)},
        {"tags": ("a", "b")},
        {"tags": (("a", 1),)},
        {"tags": {"a": "b"}},
        {"tags": "ab"},
    ],
)
def test_parts_of_other_types(parts: dict[str, object]) -> None:
    with pytest.raises(TypeError):
        _record(**parts)


@pytest.mark.parametrize(
    "door",
    [
        lambda: Token(3),  # type: ignore[arg-type]
        lambda: Token("3", 1),  # type: ignore[arg-type]
        lambda: Token("3", comments="ab"),  # type: ignore[arg-type]
        lambda: replay("x"),  # type: ignore[arg-type]
        lambda: replay(None),  # type: ignore[arg-type]
        lambda: write([1]),  # type: ignore[list-item]
        lambda: write("ab"),  # type: ignore[arg-type]
        lambda: write_json([1]),  # type: ignore[list-item]
        lambda: Record.from_state("x"),  # type: ignore[arg-type]
        lambda: Record.from_state(STATE, [("Event", "x")]),  # type: ignore[arg-type]
        lambda: Record.from_state(STATE, {"Event": 1}),  # type: ignore[dict-item]
        lambda: Record.from_state(STATE, {1: "x"}),  # type: ignore[dict-item]
        lambda: Record.from_state(STATE, timed_out="0"),  # type: ignore[arg-type]
        lambda: Record.from_state(STATE, timed_out=3),  # type: ignore[arg-type]
    ],
)
def test_arguments_of_other_types(door: Callable[[], object]) -> None:
    with pytest.raises(TypeError):
        door()


class Endless(io.TextIOBase):
    """A file of one line without an end."""

    asked = 0

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]
        assert 0 < size < 10**6
        self.asked += 1
        return "x" * size


@pytest.mark.parametrize("reader", [read, read_json])
def test_a_line_without_an_end_is_refused(reader: Callable[[Any], Iterator[Record]]) -> None:
    file = Endless()
    with pytest.raises(RecordError, match="line 1, column 1: a record has more than"):
        list(reader(file))
    assert file.asked == 1
    with pytest.raises(RecordError, match="line 2, column 1: a record has more than"):
        list(reader(["\n", " " * 10**6]))


def test_files() -> None:
    record = Record.parse(SMALL)
    assert list(read(io.StringIO(SMALL + "\n" + SMALL.rstrip("\n")))) == [record] * 2
    assert list(read_json(io.StringIO(write_json([record, record])))) == [record] * 2
    with pytest.raises(TypeError):
        list(read(io.BytesIO(b"x")))  # type: ignore[arg-type]


def test_types() -> None:
    for text in (None, 3, b"", ["x"]):
        with pytest.raises(TypeError):
            Record.parse(text)  # type: ignore[arg-type]
        with pytest.raises(TypeError):
            Record.from_json(text)  # type: ignore[arg-type]
    for reader in (read, read_json):
        with pytest.raises(TypeError):
            list(reader([3]))  # type: ignore[list-item]


# -- unknown cards --------------------------------------------------------------------------------

UNKNOWN = '[Ddn "1"]\n[Rules "{}"]\n[Deal "{}"]\n[First "0"]\n\n{}\n'


@pytest.mark.parametrize(
    ("rules", "deal", "movetext"),
    [
        ("classic", "17? 17? 17? 3?", "*"),
        ("classic", "17? 17? 17? 3?", "1 - 2 - - | 33 44 - 5555 *"),
        ("classic", "17? 17? 17? 9T2", "3 | 9TJQK 8888 - *"),
        ("classic", "34567 1? 9? 3?", "3 | 34567 - - 88 *"),
        ("classic", "34567 1? 9? 3?", "3 | 34567 - - 888"),
        ("classic", "2? 3? 1? 3?", "3 | 333 - - 4 5 *"),
        ("classic", "2? 3? 1? 3?", "3 | 33344"),
        ("four-player-wheel", "25? 25? 25? 25? 8?", "1 - - - | 3333 - 4444 5555 *"),
        ("four-player-wheel-south", "25? 25? 25? 25? 8?", "1 2 - 4 | 3333 *"),
        ("four-player-wheel snatch=total", "2? 2? 2? 2? 1?", "1 3 | decline snatch | B R *"),
        ("rlcard", "20? 17? 17? -", "3333 4444 BR *"),
    ],
)
def test_unknown_cards(rules: str, deal: str, movetext: str) -> None:
    found = Record.parse(UNKNOWN.format(rules, deal, movetext))
    assert Record.parse(str(found)) == found
    state = replay(found)
    dealt = [len(hand) for hand in state.hands]
    for seat, action in state.history:
        if isinstance(action, Move):
            dealt[seat] += len(action)
    if state.landlord is not None:
        dealt[state.landlord] -= len(state.kitty)
    sizes = [cards if isinstance(cards, int) else len(cards) for cards in found.hands]
    assert dealt == sizes
    assert len(state.kitty) == (len(found.kitty) if isinstance(found.kitty, Hand) else found.kitty)


def test_the_card_face_up_of_an_unknown_hand() -> None:
    text = UNKNOWN.format("classic", "17? 17? 17? 3?", "*").replace('First "0"', 'FaceUp "2 R"')
    state = replay(Record.parse(text))
    assert (state.seat, state.face_up, state.hands[2][14]) == (2, Rank.RED_JOKER, 1)


@pytest.mark.parametrize(
    ("deal", "movetext"),
    [
        ("25? 25? 25? 25? 8?", "1 2 - - | 33333333 - - - 4 *"),
        ("25? 3333333344 25? 25? 8?", "1 2 - - | decline | 33333333 *"),
        ("25? 3333333355 25? 25? 8?", "2 - - - | decline | 44444444 *"),
        ("25? 33333344 25? 25? 33", "1 2 - - | decline | 33333333 *"),
        ("25? 3333333344 25? 25? 8?", "1 2 - - | claim"),
    ],
)
def test_nobody_sees_that_an_unknown_eight_is_not_claimed(deal: str, movetext: str) -> None:
    found = Record.parse(UNKNOWN.format("four-player-wheel", deal, movetext))
    assert Record.parse(str(found)) == found
    assert replay(found).phase == (Phase.OVER if found.finished else Phase.PLAY)


def test_a_known_eight_is_asked() -> None:
    deal, movetext = "25? 3333333344 25? 25? 8?", "1 2 - - | 33333333 *"
    error = refused(UNKNOWN.format("four-player-wheel", deal, movetext))
    assert error.args[0] == "'33333333' is no choice of the phase claim"


def test_guessed_cards_make_no_bombs() -> None:
    for name in RULES:
        rules = RULES[name]
        deal = " ".join([f"{rules.hand_cards}?"] * rules.players + [f"{rules.kitty_cards}?"])
        state = replay(Record.parse(UNKNOWN.format(name, deal, "*")))
        assert all(max(hand.counts) < 4 for hand in state.hands)


# -- what is refused ------------------------------------------------------------------------------

HEAD = """\
[Ddn "1"]
[Rules "classic"]
[Deal "344T 455 667 2"]
[First "1"]

"""


def refused(text: str) -> RecordError:
    with pytest.raises(RecordError) as error:
        Record.parse(text)
    return error.value


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("", 1, 1, "0 records where one is read"),
        (f"{SMALL}\n{SMALL}", 1, 1, "2 records where one is read"),
        ("- 1 *", 1, 1, 'a record begins with [Ddn "1"]'),
        ('[Rules "classic"]\n\n*', 1, 1, 'a record begins with [Ddn "1"]'),
        ('[Ddn "2"]\n\n*', 1, 7, "this reads version 1 of the format, not '2'"),
        ('[Ddn "1"]', 1, 1, "the movetext is missing"),
        ('[Ddn "1"]\n\n[Rules "classic"]', 3, 1, "the movetext is missing"),
        ('[Ddn "1"]\n*', 2, 1, "a blank line must stand between the tags and the movetext"),
        (f"{SMALL}{SMALL}", 8, 1, "a blank line must stand before the next record"),
        ('[Ddn "1"]\n[Event "a]\n\n*', 2, 1, 'a tag is written [Name "text"]'),
        ('[Ddn "1"]\n[Event "a\\b"]\n\n*', 2, 1, 'a tag is written [Name "text"]'),
        ('[Ddn "1"]\n[Event "a"] \n\n*', 2, 1, 'a tag is written [Name "text"]'),
        ('[Ddn "1"]\n[Event  "a"]\n\n*', 2, 1, 'a tag is written [Name "text"]'),
        ('[Ddn "1"]\r\n\n*', 1, 10, "'\\r' is not printable"),
        ('\ufeff[Ddn "1"]\n\n*', 1, 1, 'a record begins with [Ddn "1"]'),
        ('[Ddn "1"]\n[Ddn "1"]\n\n*', 2, 7, "Ddn comes twice"),
        ('[Ddn "1"]\n[Moves "1"]\n\n*', 2, 9, "Moves cannot be the name of a tag"),
        ('[Ddn "1"]\n[Deal "1? 1? 1? 1?"]\n\n*', 1, 1, "the tag Rules is missing"),
        ('[Ddn "1"]\n[Rules "classic"]\n\n*', 1, 1, "the tag Deal is missing"),
        (SMALL.replace("classic", "klassik"), 2, 9, "'klassik' is no preset"),
        (SMALL.replace("classic", "classic levls=1"), 2, 17, "'levls' is no field of Rules"),
        (SMALL.replace("classic", "classic decks=one"), 2, 23, "'one' is no value of decks"),
        (SMALL.replace("classic", "classic decks=9"), 2, 9, "decks must be 1 to 3"),
        (SMALL.replace(" 2", ""), 3, 8, "a Deal has 3 hands and the kitty, not 3 words"),
        (SMALL.replace("455", "45X"), 3, 15, "'X' is no card"),
        (SMALL.replace("455", "545"), 3, 14, "cards are written in rank order"),
        (SMALL.replace("455", "10"), 3, 13, "'1' is no card"),
        (SMALL.replace("455", "?"), 3, 13, "'?' is no card"),
        (SMALL.replace("455", "99?"), 3, 8, "107 cards are dealt but the deck has 54"),
        (SMALL.replace("455", "-"), 3, 8, "seat 1 has no cards"),
        (SMALL.replace("455", "444"), 3, 8, "'344444667T2' has 5 cards 4, the deck 4"),
        (SMALL.replace('First "1"', 'First "3"'), 4, 9, "First has a seat, 0 to 2"),
        (SMALL.replace('First "1"', 'First "01"'), 4, 9, "First has a seat, 0 to 2"),
        (SMALL.replace('First "1"', 'Firsts "1"'), 1, 1, "First, FaceUp or Landlord is missing"),
        (SMALL.replace('First "1"', 'FaceUp "1"'), 4, 10, "FaceUp has a seat and a card"),
        (SMALL.replace('First "1"', 'FaceUp "3 4"'), 4, 10, "FaceUp has a seat, 0 to 2"),
        (SMALL.replace('First "1"', 'FaceUp "1 K"'), 3, 8, "seat 1 holds no K"),
        (
            SMALL.replace("[Score", '[FaceUp "0 3"]\n[Score'),
            5,
            10,
            "First is 1: the card face up is dealt to the first seat",
        ),
        (
            SMALL.replace("[Score", '[Landlord "2"]\n[Score'),
            5,
            12,
            "with a Landlord there is no First and no FaceUp",
        ),
        (SMALL.replace("-1 -1 2", "-1 -1 +2"), 5, 9, "Score has the points of each seat"),
        (SMALL.replace("-1 -1 2", "-1 1"), 5, 9, "Score has 3 numbers, not 2"),
        (SMALL.replace("-1 -1 2", "-2 -2 4"), 5, 9, "the Score is -1 -1 2"),
        (SMALL.replace("- 66", "- *"), 5, 9, "a deal that is not over has no Score"),
    ],
)
def test_records_that_are_refused(text: str, line: int, column: int, message: str) -> None:
    error = refused(text)
    assert str(error.args[0]).startswith(message)
    assert (error.line, error.column, error.token) == (line, column, 0)


@pytest.mark.parametrize(
    ("movetext", "column", "token", "reason", "message"),
    [
        ("- 1 - - | 7 T - 2 - - 67", 23, 12, Reason.NOT_A_COMBINATION, "'67' is not a combination"),
        ("- 1 - - | 8 *", 11, 6, Reason.NOT_IN_HAND, "'8' is not in '6672'"),
        ("- 1 - - | - *", 11, 6, Reason.MUST_LEAD, ""),
        ("- 1 - - | 66 44 *", 14, 7, Reason.DOES_NOT_BEAT, "'44' does not beat '66'"),
        ("- 1 1 *", 5, 3, Reason.NOT_OFFERED, ""),
        ("- 4 *", 3, 2, Reason.NOT_OFFERED, ""),
        ("- 0 *", 3, 2, None, "'0' is no call"),
        ("- 01 *", 3, 2, None, "'01' is no call"),
        ("- 1234567890 *", 3, 2, None, "'1234567890' is no call"),
        ("- pass *", 3, 2, None, "'pass' is no call"),
        ("- | 1 *", 5, 3, None, "there is no | within the phase auction"),
        ("- 1 - - 7 *", 9, 5, None, "a | must stand before the phase play"),
        ("- 1 - - | 76 *", 12, 6, None, "cards are written in rank order"),
        ("- 1 - - | 6+ *", 13, 6, None, "no cards"),
        ("- 1 - - | +6 *", 11, 6, None, "no cards"),
        ("- 1 - - | 6+7+2 *", 14, 6, None, "'+' is no card"),
        ("- 1 - - | 6+7 *", 11, 6, Reason.NOT_A_COMBINATION, "'6+7' is not a combination"),
        ("- 1 - - | 10 *", 11, 6, None, "'1' is no card"),
        ("- 1 - - | t *", 11, 6, None, "'t' is no card"),
        ("- 1 - - | -- *", 11, 6, None, "'-' is no card"),
        ("- 1 - - | 7 T - 2 - - 66 *", 26, 13, None, "the deal is over: its record does not end"),
        ("- 1 - - | 7 T - 2 - - 66 7", 26, 13, None, "the deal is over"),
        ("- 1 - - | 7 T", 13, 7, None, "the deal is in the phase play: its record ends with *"),
        ("- - -", 5, 3, None, "the deal is thrown in: its record ends with *"),
        ("- - - 1", 7, 4, None, "the deal is over"),
        ("- 1 - - | *", 11, 6, None, "a section without tokens"),
        ("- 1 - - | | 7 *", 11, 6, None, "a section without tokens"),
        ("| - *", 1, 1, None, "a section without tokens"),
        ("{a}", 1, 0, None, "a section without tokens"),
        ("- * 1", 5, 3, None, "nothing but comments may follow the *"),
        ("- 1 {late *", 5, 0, None, "a comment must end on its line"),
        ("- 1 } *", 5, 0, None, "'}' cannot stand here"),
        ("- 1!! *", 5, 0, None, "'!' cannot stand here"),
        ("- ! *", 3, 0, None, "'!' cannot stand here"),
        ("- 1 -|7 *", 6, 0, None, "'|' cannot stand here"),
        ("- 1* ", 4, 0, None, "'*' cannot stand here"),
        ("- $ *", 3, 0, None, "'$' cannot stand here"),
        ("- \t1 *", 3, 0, None, "'\\t' is not printable"),
        ("- \x00 *", 3, 0, None, "'\\x00' is not printable"),
        ("- \ud800 *", 3, 0, None, "'\\ud800' is not printable"),
    ],
)
def test_movetexts_that_are_refused(
    movetext: str, column: int, token: int, reason: Reason | None, message: str
) -> None:
    error = refused(f"{HEAD}{movetext}\n")
    assert str(error.args[0]).startswith(message)
    assert (error.line, error.column, error.token) == (6, column, token)
    assert error.reason == reason
    assert str(error).startswith(f"line 6, column {column}")


@pytest.mark.parametrize(
    ("movetext", "column", "message"),
    [
        ("1 3 | accept", 7, "<Choice.ACCEPT: 'accept'> is not offered"),
        ("1 3 | no *", 7, "'no' is no choice of the phase snatch"),
        ("1 3 | 3 *", 7, "'3' is no choice of the phase snatch"),
        ("1 3 | decline snatch claim", 22, "a | must stand before the phase claim"),
        ("1 3 | decline snatch | claim | open", 32, "the deal is over"),
    ],
)
def test_choices_that_are_refused(movetext: str, column: int, message: str) -> None:
    error = refused(FOUR.replace("{before all} 1 3 | decline snatch | claim", movetext))
    assert str(error.args[0]).startswith(message)
    assert (error.line, error.column) == (9, column)


@pytest.mark.parametrize(
    ("deal", "movetext", "column", "reason", "message"),
    [
        ("17? 17? 17? 9T2", "3 | 9 2222 *", 7, Reason.NOT_IN_DECK, "with this play more cards"),
        ("17? 17? 17? 3?", "3 | 3333 4 *", 10, Reason.DOES_NOT_BEAT, "'4' does not beat"),
        ("17? 17? 17? 3?", "3 | 333 3333 *", 9, Reason.NOT_IN_DECK, "with this play more cards"),
        ("1? 1? 17? 1?", "3 | 33 44 *", 8, Reason.NOT_IN_HAND, "seat 1 had only 1 unknown cards"),
        ("1? 1? 17? 1?", "3 | 333 *", 5, Reason.NOT_IN_HAND, "seat 0 had only"),
        ("1? 1? 17? 34", "3 | 555 *", 5, Reason.NOT_IN_HAND, "seat 0 had only"),
        ("34567 17? 17? 3?", "3 | 88889 *", 5, Reason.NOT_IN_HAND, "seat 0 had only"),
        ("17? 344 17? 3?", "3 | 3 5 *", 7, Reason.NOT_IN_HAND, ""),
    ],
)
def test_plays_of_unknown_cards_that_are_refused(
    deal: str, movetext: str, column: int, reason: Reason, message: str
) -> None:
    error = refused(UNKNOWN.format("classic", deal, movetext))
    assert str(error.args[0]).startswith(message)
    assert (error.line, error.column, error.reason) == (6, column, reason)


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("", 1, "not JSON"),
        ('{"Ddn": "1"x}', 12, "not JSON"),
        ("[" * 50_000, 1, "not the JSON of a record"),
        ("9" * 9_000, 1, "not the JSON of a record"),
        ("[]", 1, "a record is a JSON object"),
        ("{}", 1, "a record has Moves once"),
        ('{"Moves": [], "Moves": []}', 1, "a record has Moves once"),
        ('{"Moves": []}', 1, "the movetext is missing"),
        ('{"Moves": [["*"]]}', 1, 'a record begins with [Ddn "1"]'),
        ('{"Ddn": 1, "Moves": []}', 1, "Ddn must be a text"),
        ('{"Ddn": "1", "Ddn": "1", "Moves": [["*"]]}', 1, "Ddn comes twice"),
        ('{"Ddn": "1", "a b": "1", "Moves": [["*"]]}', 1, "'a b' is no name of a tag"),
        ('{"Ddn": "1", "Moves": {}}', 1, "Moves must be a list of lists of words"),
        ('{"Ddn": "1", "Moves": ["*"]}', 1, "Moves must be a list of lists of words"),
        ('{"Ddn": "1", "Moves": [["1 2"]]}', 1, "'1 2' is no word"),
        ('{"Ddn": "1", "Moves": [[1]]}', 1, "1 is no word"),
        ('{"Ddn": "1", "Moves": [["{a"]]}', 1, "a comment must end on its line"),
        ('{"Ddn": "1", "Event": "' + "x" * 300_000 + '"}', 1, "a record has more than 300000"),
    ],
)
def test_json_that_is_refused(text: str, column: int, message: str) -> None:
    with pytest.raises(RecordError) as error:
        Record.from_json(text)
    assert str(error.value.args[0]).startswith(message)
    assert (error.value.line, error.value.column) == (1, column)


def test_json_lines_have_numbers() -> None:
    found = Record.parse(SMALL).to_json()
    with pytest.raises(RecordError) as error:
        list(read_json(f"{found}\n\n{found.replace('66', '67')}\n"))
    assert (error.value.line, error.value.token) == (3, 12)
    assert error.value.reason == Reason.NOT_A_COMBINATION


@pytest.mark.parametrize("tag", ["First", "Landlord"])
@pytest.mark.parametrize("seat", ["0 x", "0 3", "0 ", "00", "3"])
def test_seats_have_one_digit(tag: str, seat: str) -> None:
    text = f'[Ddn "1"]\n[Rules "classic"]\n[Deal "3 4 5 -"]\n[{tag} "{seat}"]\n\n*\n'
    assert f"{tag} has a seat, 0 to 2" in str(refused(text))


def test_long_records_are_refused() -> None:
    error = refused(f"{HEAD}{'- ' * 60_000}\n")
    assert str(error) == "line 6, column 1: a record has more than 100000 characters"


def test_a_record_that_was_not_read_is_refused_without_a_place() -> None:
    made = Record(rules=Rules(), hands=(Hand("3"), Hand("4"), Hand("5")), sections=((Token("9"),),))
    with pytest.raises(RecordError) as error:
        replay(made)
    assert error.value.reason == Reason.NOT_OFFERED
    assert (error.value.line, error.value.column, error.value.token) == (0, 0, 0)
    assert "line" not in str(error.value)


# -- fuzz -----------------------------------------------------------------------------------------

PIECES = st.sampled_from(
    [
        *'3456789TJQKA2BR-+|*!{} \n[]"\x00',
        *("17?", "3?", "claim", "open", "snatch", "33344", "[Ddn", "9999999999"),
    ]
)
TEXTS = st.sampled_from(
    [EXAMPLE, SMALL, FOUR, UNKNOWN.format("classic", "17? 17? 17? 3?", "3 | 3 *")]
)


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """A record with some pieces cut out or put in."""
    text = draw(TEXTS)
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(text)))
        text = text[:at] + draw(PIECES | st.just("")) + text[at + draw(st.integers(0, 3)) :]
    return text


@given(damaged())
def test_damaged_records(text: str) -> None:
    try:
        found = Record.parse(text)
    except RecordError as error:
        assert 1 <= error.line <= text.count("\n") + 1
        assert error.column >= 1
    else:
        assert Record.parse(str(found)) == found
        assert Record.from_json(found.to_json()) == found


@given(st.text(max_size=300) | st.text(max_size=60).map(lambda text: HEAD + text))
def test_any_text(text: str) -> None:
    for reader in (Record.parse, Record.from_json):
        try:
            found = reader(text)
        except RecordError:
            continue
        assert Record.parse(str(found)) == found


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | PIECES,
    lambda values: st.lists(values, max_size=3),
    max_leaves=8,
)


@given(
    st.dictionaries(st.sampled_from(["Ddn", "Rules", "Deal", "First", "Moves", "x"]), JSON_VALUES)
)
def test_any_json(parts: dict[str, object]) -> None:
    whole = {**json.loads(Record.parse(SMALL).to_json()), **parts}
    try:
        found = Record.from_json(json.dumps(whole))
    except RecordError:
        return
    assert Record.from_json(found.to_json()) == found
