"""A `State` on one line: the rules, the deal and the actions, as `State.parse` reads them.

`classic 3344/455/667 9T2 0 - : 3 | 33 - 66`: the rules (`;` for the spaces of `str(rules)`), the
hands of the deal, the kitty (`-` = none), the seat that begins the auction (`L0`: the landlord, if
he is given), the card face up (`-` = none), and after a `:` the actions. `|` stands between
phases, `-` is a pass.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from ddz._core import Hand, Move
from ddz._state import State
from ddz.errors import DdzError, ParseError, shown
from ddz.rules import Rules
from ddz.table import Choice, Phase

_R = TypeVar("_R")

MOST_TEXT = 20_000
FIELDS = ("rules", "hands", "kitty", "first seat", "card face up")


def format_state(state: State) -> str:
    """Write a state on one line."""
    start = f"{state.first}" if state.auctioned else f"L{state.first}"
    hands, kitty = state.dealt
    rules = str(state.rules).replace(" ", ";")
    face_up = "-" if state.face_up is None else str(state.face_up)
    head = f"{rules} {'/'.join(map(str, hands))} {kitty or '-'} {start} {face_up}"
    words = []
    before = None
    for phase, _, action in state._steps():
        if before not in (None, phase):
            words.append("|")
        before = phase
        words.append("-" if action == 0 or not action else str(action))
    return " ".join([head, ":", *words]) if words else head


def parse_state(text: str) -> State:
    """Read a state from its line."""
    deal, actions = split_line(text, FIELDS)
    return _replay(_parse_deal(deal), actions)


def split_line(
    text: str, fields: tuple[str, ...]
) -> tuple[list[re.Match[str]], list[re.Match[str]]]:
    """Split the line of a state of either game.

    Returns:
        The words of the deal, one for each field, and those of the actions.

    Raises:
        ParseError: it has not these parts.
        TypeError: not a text.
    """
    if not isinstance(text, str):
        raise TypeError(f"State.parse takes a text, not {shown(text)}")
    if len(text) > MOST_TEXT:
        raise ParseError(f"{len(text)} characters are longer than any state", MOST_TEXT + 1)
    words = list(re.finditer(r"[^ ]+", text))
    n = len(fields)
    if len(words) < n:
        raise ParseError(f"the line ends before the {fields[len(words)]}", len(text) + 1)
    if len(words) > n and words[n][0] != ":":
        raise ParseError("a : must come before the actions", words[n].start() + 1)
    return words[:n], words[n + 1 :]


def _parse_deal(words: list[re.Match[str]]) -> State:
    """The state before the first action."""
    rules_word, hands_at, kitty_at, first_at, face_at = words
    rules = rules_at(rules_word, Rules.parse)
    hands = [
        _parse_hand(hand[0], hands_at.start() + hand.start())
        for hand in re.finditer("[^/]*", hands_at[0])
        if hand[0] or hand.start() == 0 or hands_at[0][hand.start() - 1] == "/"
    ]
    kitty = Hand() if kitty_at[0] == "-" else _parse_hand(kitty_at[0], kitty_at.start())
    start = re.fullmatch("(L?)([0-9])", first_at[0])
    if start is None:
        raise ParseError(f"{shown(first_at[0])} is no seat", first_at.start() + 1)
    face_up = None if face_at[0] == "-" else face_at[0]
    seat = int(start[2])
    try:
        if start[1]:
            return State.from_hands(hands, kitty, rules=rules, landlord=seat, face_up=face_up)
        return State.from_hands(hands, kitty, rules=rules, first=seat, face_up=face_up)
    except DdzError as error:
        raise ParseError(str(error), hands_at.start() + 1) from error


def rules_at(word: re.Match[str], parse: Callable[[str], _R]) -> _R:
    """The rules of a line, which stand there with `;` for spaces."""
    try:
        return parse(word[0].replace(";", " "))
    except ParseError as error:
        raise ParseError(error.args[0], word.start() + error.column) from None


def _parse_hand(text: str, start: int) -> Hand:
    try:
        return Hand(text)
    except ParseError as error:
        raise ParseError(error.args[0], start + error.column) from None


def _replay(state: State, words: list[re.Match[str]]) -> State:
    """Do the actions one after the other; each break between phases needs its `|`."""
    phase = state.phase
    for word in words:
        try:
            if state.is_over:
                raise DdzError("the deal is over")
            if word[0] == "|" and state.phase != phase:
                phase = state.phase
                continue
            if state.phase != phase:
                raise DdzError(f"a | must come before the phase {state.phase}")
            state = state.play(_parse_action(word[0], state))
        except ParseError as error:
            raise ParseError(error.args[0], word.start() + error.column) from error
        except DdzError as error:
            raise ParseError(str(error), word.start() + 1) from error
    return state


def _parse_action(text: str, state: State) -> int | Move | Choice:
    """An action of the phase that the state is in."""
    if state.phase == Phase.PLAY:
        return Move.parse(text, state.rules)
    if state.phase == Phase.AUCTION:
        if not re.fullmatch("-|[0-9]{1,9}", text):
            raise DdzError(f"{shown(text)} is no call")
        return 0 if text == "-" else int(text)
    if text not in list(Choice):
        raise DdzError(f"{shown(text)} is no choice; there are {', '.join(Choice)}")
    return Choice(text)
