"""Whole deals of Zipai as text: the `.ddn` record with seats before the tokens, and a stock.

A record is a tag section, a blank line and the movetext. Every answer of a seat is a token, passes
too: `0:打五 1:过 2:碰五 2:打九`. What is forced, and the tiles that are turned, follow from the
deal. Reading replays it: what breaks the rules is refused with its place.

>>> from ddz.zipai import State
>>> state = State.deal(1)
>>> record = Record.from_state(state.play(state.legal_actions()[0]), {"Event": "an example"})
>>> print(str(record).splitlines()[-1])
0:打一 *
>>> Record.parse(str(record)) == record
True
"""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from ddz._record_text import (
    MOVES,
    UNPRINTABLE,
    VERSION,
    Line,
    Place,
    Tag,
    Word,
    all_of,
    braced,
    by_name,
    check_comments,
    check_end,
    check_integer,
    check_record,
    check_seat,
    check_type,
    deals,
    escape,
    further_tags,
    json_deals,
    late_actions,
    of_json,
    only,
    refuse,
    rules_of,
    score_of,
    seat_of,
    with_comments,
    words_of,
)
from ddz.errors import DdzError, IllegalMoveError, ParseError, RecordError, RulesError, shown
from ddz.zipai._action import Action, ActionKind
from ddz.zipai._state import State
from ddz.zipai._state_text import parse_stock
from ddz.zipai._tiles import Tile, Tiles
from ddz.zipai.rules import ZipaiRules

__all__ = ["Place", "Record", "Token", "read", "read_json", "replay", "write", "write_json"]

REQUIRED_TAGS: Final = ("Ddn", "Rules", "Deal", "Stock", "First")
KNOWN_TAGS: Final = (*REQUIRED_TAGS, "Score")
TOKEN: Final = re.compile(r"\||\*|[0-9]:[^ !{}|*]{1,40}!?")
NOWHERE: Final = Place()
_CLAIMS: Final = ("碰", "胡", "peng:", "win:")  # what may stand before the tile that is claimed


@dataclass(frozen=True)
class Token:
    """What one seat answered.

    Attributes:
        seat: the seat.
        text: the action, as `Action.parse` reads it; the tile may follow 碰 and 胡.
        timed_out: whether the clock did it.
        comments: what was remarked on it.
        place: where it was read.
    """

    seat: int
    text: str
    timed_out: bool = False
    comments: tuple[str, ...] = ()
    place: Place = field(default=NOWHERE, compare=False, repr=False)

    def __post_init__(self) -> None:
        check_integer(self.seat, "a seat")
        check_type(self.text, str, "the text of a token")
        check_type(self.timed_out, bool, "timed_out")
        if "!" in self.text or not TOKEN.fullmatch(self.word) or UNPRINTABLE.search(self.text):
            raise DdzError(f"{shown(self.word)} is no token")
        check_comments(self.comments)

    @property
    def word(self) -> str:
        """The token as it is written, without its comments."""
        return f"{self.seat}:{self.text}{'!' if self.timed_out else ''}"


@dataclass(frozen=True, kw_only=True)
class Record:
    """One deal from the tiles to the score, or as far as it came.

    A value is only well-formed; whether the deal keeps to its rules, `replay` finds out.

    Attributes:
        rules: the rules it is played by.
        hands: the tiles dealt to each seat.
        stock: the other tiles in drawing order.
        dealer: the seat that acts first.
        score: the score of each seat, which `replay` checks.
        tokens: the answers in their order.
        finished: whether the deal came to its end (False: `*`).
        comments: what stands before the first token.
        tags: further names and texts, such as `("Players", "East;North;West")`.
        places: where the tags and the end of the movetext (`*`) were read.

    Raises:
        DdzError: parts that cannot be written, or more than `read` takes.
        TypeError: parts of other types.
    """

    rules: ZipaiRules
    hands: tuple[Tiles, ...]
    stock: tuple[Tile, ...]
    dealer: int = 0
    score: tuple[int, ...] | None = None
    tokens: tuple[Token, ...] = ()
    finished: bool = True
    comments: tuple[str, ...] = ()
    tags: tuple[tuple[str, str], ...] = ()
    places: tuple[tuple[str, Place], ...] = field(default=(), compare=False, repr=False)

    def __post_init__(self) -> None:
        check_type(self.rules, ZipaiRules, "rules")
        for values, kind, what in (
            (self.hands, Tiles, "hands"),
            (self.stock, Tile, "stock"),
            (self.tokens, Token, "tokens"),
        ):
            check_type(values, tuple, what)
            for value in values:
                check_type(value, kind, f"what stands in {what}")
        check_seat(self.dealer, self.rules.players, "dealer")
        check_record(self, KNOWN_TAGS)

    @staticmethod
    def parse(text: str) -> Record:
        """Read one record and replay it.

        Args:
            text: a record as `str(record)` writes it; actions may be written without Chinese, and
                碰 and 胡 without their tile.

        Raises:
            RecordError: not a record, or a deal that breaks its rules, with the place.
            TypeError: not a text.
        """
        return only(text, read)

    @staticmethod
    def from_json(text: str) -> Record:
        """Read the JSON twin of one record and replay it.

        Raises:
            RecordError, TypeError: as `parse` raises them.
        """
        return _build(*of_json(text, 1, TOKEN))

    @staticmethod
    def from_state(
        state: State, tags: Mapping[str, str] | None = None, timed_out: Collection[int] = ()
    ) -> Record:
        """Record a deal.

        Args:
            state: the deal, finished or not.
            tags: further tags, such as `{"Date": "2024-05-01"}`.
            timed_out: which actions of `state.history` the clock did, as indices.

        Raises:
            DdzError: tags that cannot be written; an action that there is not.
            TypeError: other types.
        """
        check_type(state, State, "a deal")
        further, late = further_tags(tags), late_actions(timed_out, len(state.history))
        hands, stock = state.dealt
        now = State.from_hands(hands, stock, state.dealer, state.rules)
        tokens = []
        for i, (seat, action) in enumerate(state.history):
            tokens.append(Token(seat, _written(action, now), i in late))
            now = now.play(action)
        return Record(
            rules=state.rules,
            hands=hands,
            stock=stock,
            dealer=state.dealer,
            score=state.scores() if state.is_over else None,
            tokens=tuple(tokens),
            finished=state.is_over,
            tags=further,
        )

    def place(self, name: str) -> Place:
        """Where a tag, or with `*` the end of the movetext, was read."""
        return dict(self.places).get(name, NOWHERE)

    def __str__(self) -> str:
        """The record as text, with a line break at its end."""
        tags = [f'[{name} "{escape(value)}"]' for name, value in self._named()]
        return "\n".join([*tags, "", " ".join(self._words()), ""])

    def to_json(self) -> str:
        """The JSON twin: an object of the tags, and a list with the list of words as `Moves`."""
        return json.dumps({**dict(self._named()), MOVES: [self._words()]}, ensure_ascii=False)

    def _named(self) -> list[tuple[str, str]]:
        """The tags in their order."""
        named = [("Ddn", VERSION), ("Rules", str(self.rules)), *self.tags]
        named.append(("Deal", " ".join(map(str, self.hands))))
        named.append(("Stock", "".join(map(str, self.stock))))
        named.append(("First", str(self.dealer)))
        if self.score is not None:
            named.append(("Score", " ".join(map(str, self.score))))
        return named

    def _words(self) -> list[str]:
        """The words of the movetext."""
        words = braced(self.comments)
        for token in self.tokens:
            words += [token.word, *braced(token.comments)]
        return words if self.finished and words else [*words, "*"]


def replay(record: Record) -> State:
    """Play a record's deal through the table.

    Returns:
        The state after the last token.

    Raises:
        RecordError: a token that the rules refuse, with its place and reason; a record that ends
            too early or too late; another score than the record's; tiles that are no deal.
    """
    check_type(record, Record, "a record")
    state, _ = _play_out(record)
    return state


def read(lines: str | Iterable[str]) -> Iterator[Record]:
    """Read the records of a text or an open file one after the other and replay them.

    Args:
        lines: a text, or its lines.

    Yields:
        Record after record.

    Raises:
        RecordError: at the first record that is wrong.
        TypeError: a line that is not a text.
    """
    for tags, moves in deals(lines):
        yield read_deal(tags, moves)


def write(records: Iterable[Record]) -> str:
    """Write records as a text, a blank line between them."""
    return "\n".join(map(str, all_of(records, Record)))


def read_json(lines: str | Iterable[str]) -> Iterator[Record]:
    """Read JSON twins, one on each line, and replay them.

    Raises:
        RecordError, TypeError: as `read` raises them.
    """
    for tags, words in json_deals(lines, TOKEN):
        yield _build(tags, words)


def write_json(records: Iterable[Record]) -> str:
    """Write JSON twins, one on each line."""
    return "".join(f"{record.to_json()}\n" for record in all_of(records, Record))


# -- replaying -------------------------------------------------------------------------------------


def _play_out(record: Record) -> tuple[State, tuple[Token, ...]]:
    """Replay a record; return the state and the tokens in their canonical writing."""
    try:
        state = State.from_hands(record.hands, record.stock, record.dealer, record.rules)
    except RulesError as error:
        refuse(str(error), record.place("Rules"))
    except DdzError as error:
        refuse(str(error), record.place("Deal"))
    tokens = []
    for token in record.tokens:
        action = _read_action(token, state)
        tokens.append(dataclasses.replace(token, text=_written(action, state)))
        try:
            state = state.play(action)
        except IllegalMoveError as error:
            place = token.place
            raise RecordError(
                str(error), place.line, place.column, place.token, error.reason
            ) from error
    scores = state.scores() if state.is_over else None
    check_end(record, state.is_over, scores, f"seat {state.seat} is asked {state.stage}")
    return state, tuple(tokens)


def _read_action(token: Token, state: State) -> Action:
    """The action of a token; its seat and the tile that it claims must be right."""
    if state.is_over:
        refuse("the deal is over", token.place)
    if token.seat != state.seat:
        refuse(f"seat {state.seat} is asked, not {token.seat}", token.place)
    text = token.text
    try:
        for claim in _CLAIMS:
            if text.startswith(claim) and text != claim:
                tile = Tile.parse(text[len(claim) :])
                if tile != state.offered:
                    offered = "no tile" if state.offered is None else str(state.offered)
                    refuse(f"{offered} is on offer, not {tile}", token.place, 2 + len(claim))
                text = claim.removesuffix(":")
        return Action.parse(text)
    except RecordError:
        raise
    except ParseError as error:
        shift = 2 + error.column - 1 + (len(token.text) - len(text))
        refuse(error.args[0], token.place, shift if token.place.line else 0)


def _written(action: Action, state: State) -> str:
    """An action as a token: what claims a tile names it."""
    if action.kind in (ActionKind.PENG, ActionKind.WIN) and state.offered is not None:
        return f"{action}{state.offered}"
    return str(action)


# -- reading ---------------------------------------------------------------------------------------


def read_deal(tags: list[Tag], moves: list[Line]) -> Record:
    """Make a record of its tags and the lines of its movetext, and replay it."""
    return _build(tags, words_of(moves, TOKEN))


def _build(tags: list[Tag], words: list[Word]) -> Record:
    """Make a record of its parts and replay it."""
    found = by_name(tags, REQUIRED_TAGS)
    rules = rules_of(found["Rules"], ZipaiRules.parse)
    tokens, comments, star = _tokens(words)
    hands, stock = _hands(found["Deal"]), _stock(found["Stock"])
    dealer = seat_of(found["First"], rules.players)
    score = score_of(found["Score"], rules.players) if "Score" in found else None
    try:
        record = Record(
            rules=rules,
            hands=hands,
            stock=stock,
            dealer=dealer,
            score=score,
            tokens=tokens,
            finished=star is None,
            comments=comments,
            tags=tuple((tag.name, tag.value) for tag in tags if tag.name not in KNOWN_TAGS),
            places=(*((tag.name, tag.place) for tag in tags), ("*", star or words[-1].place)),
        )
        _, canonical = _play_out(record)
        return dataclasses.replace(record, tokens=canonical)
    except RecordError:
        raise
    except DdzError as error:  # as it is written it is longer than what was read
        refuse(str(error), tags[0].place)


def _hands(tag: Tag) -> tuple[Tiles, ...]:
    hands = []
    for word in re.finditer("[^ ]+", tag.value):
        try:
            hands.append(Tiles(word[0]))
        except ParseError as error:
            refuse(error.args[0], tag.place, word.start() + error.column - 1)
    return tuple(hands)


def _stock(tag: Tag) -> tuple[Tile, ...]:
    try:
        return parse_stock(tag.value)
    except ParseError as error:
        refuse(error.args[0], tag.place, error.column - 1)


def _tokens(words: list[Word]) -> tuple[tuple[Token, ...], tuple[str, ...], Place | None]:
    """The tokens, the comments before them, and the place of the `*` if there is one."""
    found, before, star = with_comments(words)
    tokens = []
    for (text, place), comments in found:
        if text == "|":
            refuse("a deal of Zipai has no sections", place)
        seat, _, action = text.rstrip("!").partition(":")
        tokens.append(Token(int(seat), action, text.endswith("!"), tuple(comments), place))
    if not tokens and not star:
        refuse("the movetext is missing", words[-1].place)
    return tuple(tokens), before, star
