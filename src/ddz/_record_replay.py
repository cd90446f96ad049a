"""The deal of a record, played through the table."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NoReturn

from ddz._core import PASS, Hand, Move
from ddz._record_text import check_end, refuse
from ddz._record_unknown import guess
from ddz._state import State
from ddz._verbs import classify
from ddz.errors import DdzError, IllegalMoveError, ParseError, RecordError, shown
from ddz.notation import SYMBOLS
from ddz.rules import Rules
from ddz.table import Choice, Phase

if TYPE_CHECKING:
    from ddz.record import Record, Token


def play_out(record: Record) -> tuple[State, list[list[str]]]:
    """Replay a record.

    Returns:
        The state after the last token, and the tokens in their canonical writing.

    Raises:
        RecordError: whatever the rules refuse.
    """
    state = begin(record)
    sections: list[list[str]] = []
    phase = None
    for section in record.sections:
        state = _past_unseen_claims(record, state, section[0])
        if state.phase == phase:
            refuse(f"there is no | within the phase {phase}", section[0].place)
        phase = state.phase
        sections.append([])
        for token in section:
            if state.phase != phase and not state.is_over:
                refuse(f"a | must stand before the phase {state.phase}", token.place)
            try:
                action = _read(token, state)
                state = state.play(action)
            except (IllegalMoveError, ParseError) as error:
                _refuse_token(token, error)
            except DdzError as error:
                refuse(str(error), token.place)
            sections[-1].append(written(action, record.rules))
    thrown_in = state.is_over and state.landlord is None
    check_end(
        record,
        state.is_over and not thrown_in,
        state.scores() if state.is_over else None,
        "the deal is thrown in" if thrown_in else f"the deal is in the phase {state.phase}",
    )
    return state, sections


def _past_unseen_claims(record: Record, state: State, token: Token) -> State:
    """Decline for eights among unknown cards: only their holder knows that he was asked."""
    while state.phase == Phase.CLAIM and token.text != Choice.CLAIM:
        assert state.seat is not None
        parts = [record.hands[state.seat]]
        if state.seat == state.landlord:
            parts.append(record.kitty)
        seen = sum((part for part in parts if isinstance(part, Hand)), Hand())
        if max(seen.counts) >= 8:
            break
        state = state.play(Choice.DECLINE)
    return state


def begin(record: Record) -> State:
    """The state before the first token.

    Raises:
        RecordError: the deal is none of these rules.
    """
    hands, kitty = guess(record)
    try:
        if record.landlord is not None:
            return State.from_hands(hands, kitty, rules=record.rules, landlord=record.landlord)
        return State.from_hands(
            hands, kitty, rules=record.rules, first=record.first, face_up=record.face_up
        )
    except IllegalMoveError as error:
        place = record.place("Deal")
        raise RecordError(str(error), place.line, place.column, 0, error.reason) from error
    except DdzError as error:
        refuse(str(error), record.place("Deal"))


def written(action: int | Move | Choice, rules: Rules) -> str:
    """An action as a token: a play has a `+` only where its cards have several readings."""
    if isinstance(action, Move):
        several = action.kickers and len(classify(action.cards, rules)) > 1
        return f"{action:+}" if several else str(action.cards) or "-"
    return "-" if action == 0 else str(action)


def _read(token: Token, state: State) -> int | Move | Choice:
    """The action of a token in the phase that the state is in."""
    text = token.text
    if state.is_over:
        refuse("the deal is over", token.place)
    if state.phase == Phase.PLAY:
        return _read_move(text, state.rules)
    if state.phase == Phase.AUCTION:
        if not re.fullmatch("-|[1-9][0-9]{0,8}", text):
            refuse(f"{shown(text)} is no call", token.place)
        return 0 if text == "-" else int(text)
    if text not in list(Choice):
        refuse(f"{shown(text)} is no choice of the phase {state.phase}", token.place)
    return Choice(text)


def _read_move(text: str, rules: Rules) -> Move:
    if text == "-":
        return PASS
    body, plus, kickers = text.partition("+")
    read_cards(body, 0)
    if plus:
        read_cards(kickers, len(body) + 1)
    return Move.parse(text, rules)


def read_cards(text: str, offset: int) -> Hand:
    """Read cards in rank order.

    Raises:
        ParseError: they are not; the column counts from so many characters before the text.
    """
    for column, (before, card) in enumerate(zip(" " + text, text, strict=False), offset + 1):
        if card not in SYMBOLS:
            raise ParseError(f"{card!r} is no card", column)
        if SYMBOLS.find(before) > SYMBOLS.find(card):
            raise ParseError("cards are written in rank order", column)
    if not text:
        raise ParseError("no cards", offset + 1)
    return Hand(text)


def _refuse_token(token: Token, error: IllegalMoveError | ParseError) -> NoReturn:
    """Raise RecordError for an error of a token."""
    if isinstance(error, RecordError):
        raise error
    line, column, number = token.place
    if isinstance(error, ParseError):
        shift = error.column - 1 if line else 0
        raise RecordError(error.args[0], line, column + shift, number) from error
    raise RecordError(str(error), line, column, number, error.reason) from error
