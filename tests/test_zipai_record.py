"""Records of whole Zipai deals: written, read, replayed, and refused with their place."""

from __future__ import annotations

import dataclasses
import json
import random
from typing import Any

import pytest

from ddz import DdzError
from ddz.errors import Reason, RecordError
from ddz.zipai import PASS, WIN, ZIPAI_RULES, State
from ddz.zipai.record import Record, Token, read, read_json, replay, write, write_json
from test_zipai_state import walks


def finished(seed: int = 1) -> State:
    rng = random.Random(seed)
    state = State.deal(rng)
    while not state.is_over:
        state = state.play(rng.choice(state.legal_actions()))
    return state


def test_records_of_deals_are_read_back() -> None:
    records = []
    for states in walks("records", 30):
        state = random.Random(len(states)).choice(states)
        late = [0] if state.history else []
        record = Record.from_state(state, {"Event": 'an "example" \\', "Date": "2024-05-01"}, late)
        assert Record.parse(str(record)) == record
        assert Record.from_json(record.to_json()) == record
        assert replay(record) == state
        assert record.finished == state.is_over
        records.append(record)
    assert list(read(write(records))) == records
    assert list(read_json(write_json(records))) == records
    assert list(read(write(records).splitlines(keepends=True))) == records
    assert any(token.timed_out for record in records for token in record.tokens)


def test_tokens_may_be_written_without_chinese() -> None:
    record = Record.from_state(finished())
    plain = tuple(
        dataclasses.replace(token, text=action.text)
        for token, (_, action) in zip(record.tokens, finished().history, strict=True)
    )
    text = str(dataclasses.replace(record, tokens=plain))
    assert text != str(record)
    assert Record.parse(text) == record


def test_a_claim_names_its_tile() -> None:
    words = str(Record.from_state(finished())).split()
    pengs = [word for word in words if ":碰" in word]
    assert pengs
    assert all(len(word) == 4 for word in pengs)
    text = str(Record.from_state(finished()))
    bare = text.replace(pengs[0], pengs[0][:3], 1)
    assert Record.parse(bare) == Record.parse(text)
    tile = "一" if pengs[0][3] != "一" else "二"
    with pytest.raises(RecordError, match="is on offer") as error:
        Record.parse(text.replace(pengs[0], pengs[0][:3] + tile, 1))
    line = text.split("\n")[error.value.line - 1]
    assert line[error.value.column - 4 : error.value.column] == pengs[0]
    assert line.split()[error.value.token - 1] == pengs[0]


def test_comments_and_further_tags_are_kept() -> None:
    text = str(Record.from_state(State.deal(1)))
    text = text.replace("\n*", "\n{before} 0:打一 {a mistake} *", 1)
    record = Record.parse(text)
    assert record.comments == ("before",)
    assert record.tokens[0].comments == ("a mistake",)
    assert Record.parse(str(record)) == record


def lines_of(record: Record) -> list[str]:
    return str(record).split("\n")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('[Ddn "1"]', '[Ddn "2"]', "line 1, column 7: this reads version 1"),
        ('[Ddn "1"]', '[Event "x"]', "line 1, column 1: a record begins with"),
        ('[Rules "shaoyang"]', '[Rules "classic"]', "line 2, column 9: 'classic' is no preset"),
        ('[Rules "shaoyang"]', '[Rules "shaoyang per=0"]', "line 2, column 9: per must be"),
        ('[Rules "shaoyang"]', '[Rules "shaoyang melds=none"]', "line 2, column 9: a deal needs"),
        ('[First "0"]', '[First "3"]', "line 5, column 9: First has a seat"),
        ('[First "0"]', '[First "1"]', "line 3, column 8: seat 0 is dealt 20 tiles"),
        ('[First "0"]', '[Second "0"]', "line 1, column 1: the tag First is missing"),
        ('[First "0"]', '[First "0"]\n[First "0"]', "line 6, column 9: First comes twice"),
        ('[First "0"]', '[First "0"]\n[Score "0 0"]', "line 6, column 9: Score has 3 numbers"),
        ('[First "0"]', '[First "0"]\n[Score "0 0 0"]', "line 6, column 9: a deal that is not"),
        ('[First "0"]', '[First "0"]\n[Score "x"]', "line 6, column 9: Score has the points"),
        ("\n*", "\n1:打一 *", "line 7, column 1, token 1: seat 0 is asked, not 1"),
        ("\n*", "\n0:打x *", "line 7, column 4, token 1: 'x' is no tile"),
        ("\n*", "\n0:过 *", "line 7, column 1, token 1: seat 0 must discard"),
        ("\n*", "\n0:打一", "its record ends with \\*"),
        ("\n*", "\n* 0:打一", "line 7, column 3, token 2: nothing but comments"),
        ("\n*", "\n0:打一 | *", "line 7, column 6, token 2: a deal of Zipai has no sections"),
        ("\n*", "\n0打一 *", "line 7, column 1: '0' cannot stand here"),
        ("\n*", "\n{open *", "line 7, column 1: a comment must end"),
        ("\n*", "\n{only}", "line 7, column 1: the movetext is missing"),
        ("\n*", "\n", "the movetext is missing"),
    ],
)
def test_what_is_no_record(old: str, new: str, message: str) -> None:
    text = str(Record.from_state(State.deal(1)))
    assert old in text
    with pytest.raises(RecordError, match=message):
        Record.parse(text.replace(old, new, 1))


def test_the_end_is_checked() -> None:
    state = finished()
    text = str(Record.from_state(state))
    scores = " ".join(map(str, state.scores()))
    with pytest.raises(RecordError, match=f"the Score is {scores}"):
        Record.parse(text.replace(f'"{scores}"', '"9 9 -18"'))
    with pytest.raises(RecordError, match="does not end with"):
        Record.parse(text.rstrip("\n") + " *\n")
    with pytest.raises(RecordError, match="the deal is over"):
        Record.parse(text.rstrip("\n") + " 0:过\n")
    words = text.rstrip("\n").split(" ")
    with pytest.raises(RecordError, match="ends with"):
        Record.parse(" ".join(words[:-1]) + "\n")


def test_an_illegal_token_says_its_reason() -> None:
    record = Record.from_state(State.deal(1))
    with pytest.raises(RecordError) as error:
        replay(dataclasses.replace(record, tokens=(Token(0, "胡"),)))
    assert error.value.reason == Reason.NOT_OFFERED


def test_parts_that_cannot_be_written() -> None:
    state = State.deal(1)
    for tags in ({"Rules": "x"}, {"Moves": "x"}, {"a b": "x"}, {"Event": "\n"}):
        with pytest.raises(DdzError):
            Record.from_state(state, tags)
    for text in ("", "打 一", "打一!", "打\n一", "x" * 50):
        with pytest.raises(DdzError):
            Token(0, text)
    with pytest.raises(DdzError):
        Token(0, "过", comments=("}",))
    with pytest.raises(TypeError):
        Record.parse(5)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Record.from_json(b"")  # type: ignore[arg-type]
    with pytest.raises(RecordError, match="2 records"):
        Record.parse(write([Record.from_state(state)] * 2))
    with pytest.raises(TypeError):
        list(read_json([5]))  # type: ignore[list-item]


def test_the_order_of_actions_with_private_passes_is_kept() -> None:
    for states in walks("passes", 60):
        state = states[-1]
        if any(action == PASS for _, action in state.history):
            record = Record.from_state(state)
            assert [token.seat for token in record.tokens] == [seat for seat, _ in state.history]


def test_fuzzed_records_give_documented_errors() -> None:
    rng = random.Random("fuzzed records")
    texts = [str(Record.from_state(states[-1])) for states in walks("fuzzed", 6)]
    alphabet = '一二壹打碰吃胡过 :*|{}!"[]\\0129sb\n\x00x+-'
    refused = 0
    for number in range(600):
        text = rng.choice(texts)
        if number % 2:
            text = Record.parse(text).to_json()
        letters = list(text)
        for _ in range(rng.randint(1, 3)):
            place = rng.randrange(len(letters))
            letters[place : place + rng.randint(0, 2)] = rng.choice(alphabet) * rng.randint(0, 2)
        written = "".join(letters)
        try:
            record = Record.from_json(written) if number % 2 else Record.parse(written)
        except RecordError as error:
            refused += 1
            assert str(error)
        else:
            assert Record.parse(str(record)) == record
    assert refused > 300


@pytest.mark.parametrize(
    "value", [[], {}, {"Moves": []}, {"Moves": [["0:打一"]]}, {"Moves": 5}, {"Moves": [[5]]}, None]
)
def test_json_that_is_no_record(value: Any) -> None:
    with pytest.raises(RecordError):
        Record.from_json(json.dumps(value))


def test_a_deal_of_four_is_recorded() -> None:
    state = State.deal(4, ZIPAI_RULES["shaoyang-four"], 2)
    while not state.is_over:
        legal = state.legal_actions()
        state = state.play(WIN if WIN in legal else legal[-1])
    record = Record.from_state(state)
    assert replay(Record.parse(str(record))).result == state.result
    assert '[Rules "shaoyang-four"]' in lines_of(record)
    assert '[First "2"]' in lines_of(record)
