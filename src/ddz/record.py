"""Whole deals as text: the `.ddn` record and its JSON twin.

A record is a tag section, a blank line and the movetext; `docs/record.md` is its description.
Reading replays the deal: what breaks the rules that the record names is refused with its place.

>>> record = Record.parse('''[Ddn "1"]
... [Rules "classic"]
... [Deal "3344 455 667 9T2"]
... [First "0"]
... [Score "2 -1 -1"]
...
... 1 - - | 9T - - {a lead too early} *
... ''')
Traceback (most recent call last):
ddz.errors.RecordError: line 7, column 9, token 5: '9T' is not a combination
"""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from ddz._core import Hand, Rank
from ddz._record_replay import play_out, read_cards, written
from ddz._record_text import (
    MOVES,
    VERSION,
    Line,
    Place,
    Tag,
    Word,
    all_of,
    braced,
    by_name,
    check_comments,
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
from ddz._state import State
from ddz.errors import DdzError, ParseError, RecordError, shown
from ddz.notation import SYMBOLS
from ddz.rules import Rules

__all__ = ["Place", "Record", "Token", "read", "read_json", "replay", "write", "write_json"]

REQUIRED_TAGS: Final = ("Ddn", "Rules", "Deal")
KNOWN_TAGS: Final = (*REQUIRED_TAGS, "First", "FaceUp", "Landlord", "Score")

Cards: TypeAlias = Hand | int
"""The cards of a hand, or how many unknown cards it has."""

NOWHERE: Final = Place()
NO_CARDS: Final = Hand()


@dataclass(frozen=True)
class Token:
    """What one seat did.

    Attributes:
        text: a call (`-` = pass), a choice such as `open`, or a play (`-` = pass).
        timed_out: whether the clock did it.
        comments: what was remarked on it.
        place: where it was read.
    """

    text: str
    timed_out: bool = False
    comments: tuple[str, ...] = ()
    place: Place = field(default=NOWHERE, compare=False, repr=False)

    def __post_init__(self) -> None:
        check_type(self.text, str, "a token's text")
        check_type(self.timed_out, bool, "timed_out")
        if not re.fullmatch("[0-9A-Za-z+-]+", self.text):
            raise DdzError(f"{shown(self.text)} is no token")
        check_comments(self.comments)

    @property
    def word(self) -> str:
        """The token as it is written, without its comments."""
        return f"{self.text}!" if self.timed_out else self.text


@dataclass(frozen=True, kw_only=True)
class Record:
    """One deal from the cards to the score, or as far as it came.

    A value is only well-formed; whether the deal keeps to its rules, `replay` finds out.

    Attributes:
        rules: the rules it is played by.
        hands: the cards dealt to each seat, or the number of its unknown cards.
        kitty: the landlord's further cards, likewise.
        first: the seat that acts first (None: seat 0); None if there is a `landlord`.
        face_up: the card that was dealt face up to `first`.
        landlord: the landlord of a deal that begins with the first lead.
        score: the points of each seat, which `replay` checks.
        sections: the tokens of each phase.
        finished: whether the deal came to its end (False: `*`; thrown-in deals, too).
        comments: what stands before the first token.
        tags: further names and texts, such as `("Players", "East;North;West")`.
        places: where the tags and the end of the movetext (`*`) were read.

    Raises:
        DdzError: parts that cannot be written, or more than `read` takes.
        TypeError: parts of other types.
    """

    rules: Rules
    hands: tuple[Cards, ...]
    kitty: Cards = NO_CARDS
    first: int | None = None
    face_up: Rank | None = None
    landlord: int | None = None
    score: tuple[int, ...] | None = None
    sections: tuple[tuple[Token, ...], ...] = ()
    finished: bool = True
    comments: tuple[str, ...] = ()
    tags: tuple[tuple[str, str], ...] = ()
    places: tuple[tuple[str, Place], ...] = field(default=(), compare=False, repr=False)

    def __post_init__(self) -> None:
        check_type(self.rules, Rules, "rules")
        self._check_cards()
        for name in ("first", "landlord"):
            if getattr(self, name) is not None:
                check_seat(getattr(self, name), self.rules.players, name)
        if self.face_up is not None:
            check_type(self.face_up, Rank, "face_up")
        if self.landlord is not None and (self.first is not None or self.face_up is not None):
            raise DdzError("with a landlord there is no first seat and no card face up")
        if self.landlord is None and self.first is None:
            object.__setattr__(self, "first", 0)
        self._check_sections()
        check_record(self, KNOWN_TAGS)

    def _check_cards(self) -> None:
        check_type(self.hands, tuple, "hands")
        if len(self.hands) != self.rules.players:
            raise DdzError(f"{self.rules.players} seats need as many hands, not {len(self.hands)}")
        dealt = 0
        for cards in (*self.hands, self.kitty):
            number = len(cards) if isinstance(cards, Hand) else check_integer(cards, "cards")
            if number < 1 and not isinstance(cards, Hand):
                raise DdzError(f"unknown cards are 1 or more, not {shown(cards)}")
            dealt += number
        if dealt > self.rules.deck_cards:
            raise DdzError(f"more cards are dealt than the {self.rules.deck_cards} of the deck")

    def _check_sections(self) -> None:
        check_type(self.sections, tuple, "sections")
        for section in self.sections:
            check_type(section, tuple, "a section")
            for token in section:
                check_type(token, Token, "what stands in a section")
        if not all(self.sections):
            raise DdzError("a section without tokens")

    @staticmethod
    def parse(text: str) -> Record:
        """Read one record and replay it.

        Args:
            text: a record as `str(record)` writes it; plays may have a `+` that they do not need.

        Raises:
            RecordError: not a record, or a deal that breaks its rules, with the place.
            TypeError: not a text.
        """
        return only(text, read)

    @staticmethod
    def from_json(text: str) -> Record:
        """Read the JSON twin of one record and replay it.

        Raises:
            RecordError, TypeError: as `parse` raises them; the column is that of the line where
                it is not JSON, otherwise counted within the text of the tag or token.
        """
        return _build(*of_json(text, 1))

    @staticmethod
    def from_state(
        state: State,
        tags: Mapping[str, str] | None = None,
        timed_out: Collection[int] = (),
    ) -> Record:
        """Record a deal.

        Args:
            state: the deal, finished or not.
            tags: further tags, such as `{"Date": "2024-05-01"}`.
            timed_out: which actions of `state.history` the clock did, as indices.

        Raises:
            DdzError: tags that cannot be written; an action that there is not.
            TypeError: other types.

        >>> state = State.parse("classic 33/4/5 - L0 - : 33")
        >>> print(Record.from_state(state, {"Event": "an example"}), end="")
        [Ddn "1"]
        [Rules "classic"]
        [Event "an example"]
        [Deal "33 4 5 -"]
        [Landlord "0"]
        [Score "2 -1 -1"]
        <BLANKLINE>
        33
        """
        check_type(state, State, "state")
        further, late = further_tags(tags), late_actions(timed_out, len(state.history))
        sections: list[list[Token]] = []
        before = None
        for i, (phase, _, action) in enumerate(state._steps()):
            if phase != before:
                sections.append([])
            before = phase
            sections[-1].append(Token(written(action, state.rules), i in late))
        hands, kitty = state.dealt
        return Record(
            rules=state.rules,
            hands=hands,
            kitty=kitty,
            first=state.first if state.auctioned else None,
            face_up=state.face_up,
            landlord=None if state.auctioned else state.landlord,
            score=state.scores() if state.is_over else None,
            sections=tuple(map(tuple, sections)),
            finished=state.is_over and state.landlord is not None,  # else it was thrown in
            tags=further,
        )

    def place(self, name: str) -> Place:
        """Where a tag, or with `*` the end of the movetext, was read."""
        return dict(self.places).get(name, NOWHERE)

    def __str__(self) -> str:
        """The record as text, with a line break at its end."""
        tags = [f'[{name} "{escape(value)}"]' for name, value in self._named()]
        movetext = " | ".join(" ".join(words) for words in self._words())
        return "\n".join([*tags, "", movetext, ""])

    def to_json(self) -> str:
        """The JSON twin: an object of the tags, and of the words of each section as `Moves`."""
        return json.dumps({**dict(self._named()), MOVES: self._words()}, ensure_ascii=False)

    def _named(self) -> list[tuple[str, str]]:
        """The tags in their order."""
        named = [("Ddn", VERSION), ("Rules", str(self.rules)), *self.tags]
        named.append(("Deal", " ".join(map(_write_cards, (*self.hands, self.kitty)))))
        if self.landlord is not None:
            named.append(("Landlord", str(self.landlord)))
        elif self.rules.first_bidder != "seat0" or self.first:
            named.append(("First", str(self.first)))
        if self.face_up is not None:
            named.append(("FaceUp", f"{self.first} {self.face_up}"))
        if self.score is not None:
            named.append(("Score", " ".join(map(str, self.score))))
        return named

    def _words(self) -> list[list[str]]:
        """The words of the movetext by section."""
        sections = [
            [word for token in section for word in (token.word, *braced(token.comments))]
            for section in self.sections
        ] or [[]]
        sections[0][:0] = braced(self.comments)
        if not self.finished:
            sections[-1].append("*")
        return sections


def replay(record: Record) -> State:
    """Play a record's deal through the table.

    Args:
        record: the deal. Unknown cards become cards with which its plays are possible and which
            else force nothing and hold no bombs if that can be: the state's hands are a guess.

    Returns:
        The state after the last token.

    Raises:
        RecordError: a token that the rules refuse, with its place and reason; a record that ends
            too early or too late; another score than the record's; cards that are not in the deck.

    >>> record = Record.parse('''[Ddn "1"]
    ... [Rules "classic"]
    ... [Deal "17? 17? 33445556778TTJQKA 9T2"]
    ... [First "2"]
    ...
    ... 1 - 2 - - | 88 *
    ... ''')
    >>> state = replay(record)
    >>> state.landlord, state.seat, len(state.hands[1]), state.to_beat
    (1, 2, 18, Move.parse('88'))
    """
    check_type(record, Record, "what is replayed")
    state, _ = play_out(record)
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
    """Write records as a text, a blank line between them.

    Raises:
        TypeError: what is no Record.
    """
    return "\n".join(map(str, all_of(records, Record)))


def read_json(lines: str | Iterable[str]) -> Iterator[Record]:
    """Read JSON twins, one on each line, and replay them.

    Raises:
        RecordError, TypeError: as `read` raises them.
    """
    for tags, words in json_deals(lines):
        yield _build(tags, words)


def write_json(records: Iterable[Record]) -> str:
    """Write JSON twins, one on each line.

    Raises:
        TypeError: what is no Record.
    """
    return "".join(f"{record.to_json()}\n" for record in all_of(records, Record))


# -- writing --------------------------------------------------------------------------------------


def _write_cards(cards: Cards) -> str:
    return f"{cards}?" if isinstance(cards, int) else str(cards) or "-"


# -- reading --------------------------------------------------------------------------------------


def read_deal(tags: list[Tag], moves: list[Line]) -> Record:
    """Make a record of its tags and the lines of its movetext, and replay it."""
    return _build(tags, words_of(moves))


def _build(tags: list[Tag], words: list[Word]) -> Record:
    """Make a record of its parts and replay it."""
    found = by_name(tags, REQUIRED_TAGS)
    rules = rules_of(found["Rules"], Rules.parse)
    *hands, kitty = _deal(found["Deal"], rules)
    sections, comments, star = _sections(words)
    first, face_up, landlord = _start(found, rules)
    score = score_of(found["Score"], rules.players) if "Score" in found else None
    try:
        record = Record(
            rules=rules,
            hands=tuple(hands),
            kitty=kitty,
            first=first,
            face_up=face_up,
            landlord=landlord,
            score=score,
            sections=sections,
            finished=star is None,
            comments=comments,
            tags=tuple((tag.name, tag.value) for tag in tags if tag.name not in KNOWN_TAGS),
            places=(*((tag.name, tag.place) for tag in tags), ("*", star or words[-1].place)),
        )
        return _canonical(record)
    except RecordError:
        raise
    except DdzError as error:  # as it is written it is longer than what was read
        refuse(str(error), tags[0].place)


def _canonical(record: Record) -> Record:
    """Replay a record and write its tokens as `str` writes them."""
    _, texts = play_out(record)
    return dataclasses.replace(
        record,
        sections=tuple(
            tuple(
                token if token.text == text else dataclasses.replace(token, text=text)
                for token, text in zip(section, words, strict=True)
            )
            for section, words in zip(record.sections, texts, strict=True)
        ),
    )


def _deal(tag: Tag, rules: Rules) -> list[Cards]:
    """The hands and the kitty."""
    words = list(re.finditer("[^ ]+", tag.value))
    if len(words) != rules.players + 1:
        refuse(f"a Deal has {rules.players} hands and the kitty, not {len(words)} words", tag.place)
    parts = [_cards(word, tag.place) for word in words]
    cards = sum(part if isinstance(part, int) else len(part) for part in parts)
    if cards > rules.deck_cards:
        refuse(f"{cards} cards are dealt but the deck has {rules.deck_cards}", tag.place)
    return parts


def _cards(word: re.Match[str], place: Place) -> Cards:
    text = word[0]
    if re.fullmatch("[1-9][0-9]{0,2}[?]", text):
        return int(text[:-1])
    if text == "-":
        return Hand()
    try:
        return read_cards(text, word.start())
    except ParseError as error:
        refuse(error.args[0], place, error.column - 1)


def _start(found: dict[str, Tag], rules: Rules) -> tuple[int | None, Rank | None, int | None]:
    """The seat that acts first, the card face up, and the landlord if he is given."""
    landlord = seat_of(found["Landlord"], rules.players) if "Landlord" in found else None
    first = seat_of(found["First"], rules.players) if "First" in found else None
    face_up = None
    if "FaceUp" in found:
        tag = found["FaceUp"]
        if not re.fullmatch(f"[0-9] [{SYMBOLS}]", tag.value):
            refuse("FaceUp has a seat and a card", tag.place)
        seat = seat_of(tag._replace(value=tag.value[0]), rules.players)
        if first not in (None, seat):
            refuse(f"First is {first}: the card face up is dealt to the first seat", tag.place)
        first, face_up = seat, Rank(SYMBOLS.index(tag.value[2]))
    if landlord is not None and first is not None:
        refuse("with a Landlord there is no First and no FaceUp", found["Landlord"].place)
    if landlord is None and first is None and rules.first_bidder != "seat0":
        refuse("First, FaceUp or Landlord is missing", Place(found["Ddn"].place.line, 1))
    return first, face_up, landlord


def _sections(
    words: list[Word],
) -> tuple[tuple[tuple[Token, ...], ...], tuple[str, ...], Place | None]:
    """The tokens by section, the comments before them, and the place of the `*` if there is one."""
    found, before, star = with_comments(words)
    sections: list[list[Token]] = [[]]
    for (text, place), comments in found:
        if text != "|":
            token = Token(text.rstrip("!"), text.endswith("!"), tuple(comments), place)
            sections[-1].append(token)
        elif sections[-1]:
            sections.append([])
        else:
            refuse("a section without tokens", place)
    if not sections[-1] and (found or not star):
        refuse("a section without tokens", words[-1].place)
    return tuple(tuple(section) for section in sections if section), before, star
