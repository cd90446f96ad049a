"""A `State` on one line: the rules, the deal and the actions, as `State.parse` reads them.

`shaoyang 0 一一二.../... 五五伍... : 0:打五 2:碰`: the rules (`;` for the spaces of `str(rules)`),
the dealer, the hands of the deal, the stock in drawing order, and after a `:` the actions, each
with its seat.
"""

from __future__ import annotations

import re

from ddz._state_text import rules_at, split_line
from ddz.errors import DdzError, ParseError, RulesError, shown
from ddz.zipai._action import Action
from ddz.zipai._state import State
from ddz.zipai._tiles import Tile, Tiles
from ddz.zipai.rules import ZipaiRules

MOST_STOCK = 400  # characters: eighty tiles as tokens, and spaces
FIELDS = ("rules", "dealer", "hands", "stock")


def format_state(state: State) -> str:
    """Write a state on one line."""
    hands, stock = state.dealt
    rules = str(state.rules).replace(" ", ";")
    head = f"{rules} {state.dealer} {'/'.join(map(str, hands))} {''.join(map(str, stock))}"
    words = [f"{seat}:{action}" for seat, action in state.history]
    return " ".join([head, ":", *words]) if words else head


def parse_state(text: str) -> State:
    """Read a state from its line."""
    deal, actions = split_line(text, FIELDS)
    state = _parse_deal(deal)
    for word in actions:
        state = _play(state, word)
    return state


def parse_stock(text: str) -> tuple[Tile, ...]:
    """Read tiles in their order.

    Raises:
        ParseError: what is no tile, or more characters than eighty tiles have, with the column.
    """
    if len(text) > MOST_STOCK:
        raise ParseError(f"{len(text)} characters are longer than any stock", MOST_STOCK + 1)
    tiles = []
    for word in re.finditer(r"[^\x00-\x7f]|[^ ].?", text):
        try:
            tiles.append(Tile.parse(word[0]))
        except ParseError as error:
            raise ParseError(error.args[0], word.start() + 1) from None
    return tuple(tiles)


def _parse_deal(words: list[re.Match[str]]) -> State:
    """The state before the first action."""
    rules_word, dealer_at, hands_at, stock_at = words
    rules = rules_at(rules_word, ZipaiRules.parse)
    if not re.fullmatch("[0-9]", dealer_at[0]):
        raise ParseError(f"{shown(dealer_at[0])} is no seat", dealer_at.start() + 1)
    hands = []
    start = hands_at.start()
    for hand in hands_at[0].split("/"):
        try:
            hands.append(Tiles(hand))
        except ParseError as error:
            raise ParseError(error.args[0], start + error.column) from None
        start += len(hand) + 1
    try:
        return State.from_hands(hands, stock_at[0], int(dealer_at[0]), rules)
    except ParseError as error:
        raise ParseError(error.args[0], stock_at.start() + error.column) from None
    except RulesError:
        raise
    except DdzError as error:
        raise ParseError(str(error), hands_at.start() + 1) from error


def _play(state: State, word: re.Match[str]) -> State:
    """Do the action of a word."""
    found = re.fullmatch("([0-9]):(.*)", word[0])
    if found is None:
        raise ParseError(f"{shown(word[0])} is no seat and action", word.start() + 1)
    try:
        action = Action.parse(found[2])
    except ParseError as error:
        raise ParseError(error.args[0], word.start() + 2 + error.column) from None
    if not state.is_over and int(found[1]) != state.seat:
        raise ParseError(f"seat {state.seat} is asked, not {found[1]}", word.start() + 1)
    try:
        return state.play(action)
    except DdzError as error:
        raise ParseError(str(error), word.start() + 1) from error
