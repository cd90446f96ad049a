"""The syntax of records: from lines to tags and words, each with its place."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, NamedTuple, NoReturn, TypeAlias, TypeVar

from ddz.errors import DdzError, ParseError, RecordError, RulesError, shown

if TYPE_CHECKING:
    from ddz.record import Record
    from ddz.zipai.record import Record as ZipaiRecord

_T = TypeVar("_T")
Line: TypeAlias = tuple[int, str]
"""A line of movetext with its number."""

VERSION: Final = "1"
MOST_TEXT: Final = 100_000  # characters of one deal
MOST_SCORE: Final = 1 << 62
MOST_JSON: Final = 3 * MOST_TEXT  # of its JSON twin, which has more marks around each word
MOVES: Final = "Moves"  # the movetext among the names of the JSON twin
NAME: Final = re.compile("[A-Za-z][A-Za-z0-9_]{0,63}")
UNPRINTABLE: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
TAG: Final = re.compile(rf'\[({NAME.pattern}) "((?:[^"\\]|\\["\\])*)"\]')
TOKEN: Final = re.compile(r"\||\*|[0-9A-Za-z+-]+!?")


class Place(NamedTuple):
    """Where something stands in a text, counted from 1; 0 = nowhere."""

    line: int = 0
    column: int = 0
    token: int = 0


class Tag(NamedTuple):
    """A name and its text, which begins at the place."""

    name: str
    value: str
    place: Place


class Word(NamedTuple):
    """A token, a `|`, a `*` or a comment with its braces."""

    text: str
    place: Place


def refuse(message: str, place: Place, offset: int = 0) -> NoReturn:
    """Raise RecordError for something at a place, or so many columns after it."""
    raise RecordError(message, place.line, place.column + offset, place.token)


class _Deal:
    """The tags and the movetext of one record while its lines are read."""

    def __init__(self) -> None:
        self.tags: list[Tag] = []
        self.moves: list[Line] = []
        self.size = 0
        self.tags_end = False

    def add(self, line: str, number: int) -> None:
        """Read a line that is not blank.

        Raises:
            RecordError: it does not belong here.
        """
        here = Place(number, 1)
        self.size += len(line) + 1
        if self.size > MOST_TEXT:
            refuse(f"a record has more than {MOST_TEXT} characters", here)
        bad = UNPRINTABLE.search(line)
        if bad:
            refuse(f"{bad[0]!r} is not printable", here, bad.start())
        if line.startswith("["):
            if self.moves:
                refuse("a blank line must stand before the next record", here)
            if self.tags_end:
                refuse("the movetext is missing", here)
            self.tags.append(_tag(line, number))
            return
        if not self.tags:
            refuse('a record begins with [Ddn "1"]', here)
        if not self.tags_end:
            refuse("a blank line must stand between the tags and the movetext", here)
        self.moves.append((number, line))


def numbered(lines: str | Iterable[str], longest: int) -> Iterator[Line]:
    """Number the lines of a text, an open file or an iterable, without their line breaks.

    Args:
        lines: what to read; of a file no more at once than a line may have.
        longest: how many characters that is.

    Raises:
        RecordError: a longer line.
        TypeError: a line that is not a text.
    """
    if isinstance(lines, str):
        lines = lines.split("\n")
    elif hasattr(lines, "readline"):
        lines = iter(partial(lines.readline, longest + 2), "")
    for number, line in enumerate(lines, 1):
        if not isinstance(line, str):
            raise TypeError(f"a line is a text, not {shown(line)}")
        line = line.removesuffix("\n")
        if len(line) > longest:
            refuse(f"a record has more than {longest} characters", Place(number, 1))
        yield number, line


# -- parts of a record: another type raises TypeError, another value DdzError ----------------------


def check_type(value: object, kind: type, what: str) -> None:
    """Refuse a part that is of another type."""
    if not isinstance(value, kind):
        raise TypeError(f"{what} must be of the type {kind.__name__}, not {shown(value)}")


def check_integer(value: Any, what: str) -> int:
    """Refuse a part that is no integer."""
    if type(value) is not int:
        raise TypeError(f"{what} must be an integer, not {shown(value)}")
    return value


def check_seat(seat: object, players: int, what: str) -> None:
    """Refuse what is no seat."""
    if not 0 <= check_integer(seat, what) < players:
        raise DdzError(f"{what} is 0 to {players - 1}, not {shown(seat)}")


def check_comments(comments: Any) -> None:
    """Refuse comments that cannot be written."""
    check_type(comments, tuple, "comments")
    for comment in comments:
        check_type(comment, str, "a comment")
        if "}" in comment or UNPRINTABLE.search(comment):
            raise DdzError(f"{shown(comment)} cannot be a comment")


def check_record(record: Record | ZipaiRecord, known: Collection[str]) -> None:
    """Refuse what both games' records have and cannot be read back, when the rest is checked.

    Args:
        record: a new record.
        known: the names of tags that the format has.
    """
    players = record.rules.players
    if record.score is not None:
        check_type(record.score, tuple, "score")
        for points in record.score:
            if abs(check_integer(points, "a score")) > MOST_SCORE:
                raise DdzError(f"a score is no more than 2**62, not {shown(points)}")
        if len(record.score) != players:
            raise DdzError(f"a score has {players} numbers")
    check_type(record.finished, bool, "finished")
    _check_tags(record.tags, known)
    check_comments(record.comments)
    if len(str(record)) > MOST_TEXT:
        raise DdzError(f"a record has more than {MOST_TEXT} characters")


def _check_tags(tags: Any, known: Collection[str]) -> None:
    check_type(tags, tuple, "tags")
    for pair in tags:
        if not isinstance(pair, tuple) or list(map(type, pair)) != [str, str]:
            raise TypeError(f"a tag is a name and a text, not {shown(pair)}")
        name, value = pair
        if name in known or name == MOVES or not NAME.fullmatch(name):
            raise DdzError(f"{shown(name)} is no name of a further tag")
        if UNPRINTABLE.search(value):
            raise DdzError(f"the text of {name} has a character that is not printable")
    if len({name for name, _ in tags}) < len(tags):
        raise DdzError("a tag comes twice")


def further_tags(tags: Mapping[str, str] | None) -> tuple[tuple[str, str], ...]:
    """The tags that a caller adds to a deal."""
    if tags is None:
        return ()
    check_type(tags, Mapping, "tags")
    return tuple(tags.items())


def late_actions(timed_out: Iterable[int], actions: int) -> frozenset[int]:
    """The indices of the actions that the clock did, of so many."""
    some = islice(timed_out, actions + 1)
    late = [check_integer(place, "what is timed out") for place in some]
    for place in late:
        if not 0 <= place < actions:
            raise DdzError(f"the deal has no action {shown(place)}")
    if len(late) > actions:
        raise DdzError(f"the deal has {actions} actions, and more of them are timed out")
    return frozenset(late)


def check_end(
    record: Record | ZipaiRecord, ended: bool, scores: tuple[int, ...] | None, moment: str
) -> None:
    """Refuse a record that ends otherwise than its deal.

    Args:
        record: the record.
        ended: whether the deal came to its end.
        scores: the score of each seat, of deals that are over.
        moment: what is to be said of a deal that did not come to its end.

    Raises:
        RecordError: it does.
    """
    end = record.place("*")
    if ended and not record.finished:
        refuse("the deal is over: its record does not end with *", end)
    if not ended and record.finished:
        refuse(f"{moment}: its record ends with *", end)
    if record.score is None:
        return
    if scores is None:
        refuse("a deal that is not over has no Score", record.place("Score"))
    if record.score != scores:
        refuse(f"the Score is {' '.join(map(str, scores))}", record.place("Score"))


# -- writing ---------------------------------------------------------------------------------------


def all_of(records: Iterable[_T], kind: type[_T]) -> Iterator[_T]:
    """The records that are written, each of the right type.

    Raises:
        TypeError: one is not.
    """
    for record in records:
        check_type(record, kind, "what is written")
        yield record


def escape(value: str) -> str:
    """The text of a tag as it stands between quotes."""
    return value.replace("\\", r"\\").replace('"', r"\"")


def braced(comments: Iterable[str]) -> list[str]:
    """Comments as words of the movetext."""
    return [f"{{{comment}}}" for comment in comments]


# -- tags that both games have ---------------------------------------------------------------------


def by_name(tags: list[Tag], required: Collection[str]) -> dict[str, Tag]:
    """The tags by name, those that every record has among them."""
    first = tags[0] if tags else Tag("", "", Place(1, 1))
    if first.name != "Ddn":
        refuse('a record begins with [Ddn "1"]', Place(first.place.line, 1))
    if first.value != VERSION:
        refuse(f"this reads version {VERSION} of the format, not {shown(first.value)}", first.place)
    found: dict[str, Tag] = {}
    for tag in tags:
        if tag.name in found or tag.name == MOVES:
            what = "cannot be the name of a tag" if tag.name == MOVES else "comes twice"
            refuse(f"{tag.name} {what}", tag.place)
        found[tag.name] = tag
    for name in required:
        if name not in found:
            refuse(f"the tag {name} is missing", Place(first.place.line, 1))
    return found


def rules_of(tag: Tag, parse: Callable[[str], _T]) -> _T:
    """The rules that a record names."""
    try:
        return parse(tag.value)
    except ParseError as error:
        refuse(error.args[0], tag.place, error.column - 1)
    except RulesError as error:
        refuse(str(error), tag.place)


def seat_of(tag: Tag, players: int) -> int:
    """The number of a seat."""
    if not re.fullmatch("[0-9]", tag.value) or int(tag.value) >= players:
        refuse(f"{tag.name} has a seat, 0 to {players - 1}", tag.place)
    return int(tag.value)


def score_of(tag: Tag, players: int) -> tuple[int, ...]:
    """The points of each seat."""
    if not re.fullmatch("(0|-?[1-9][0-9]{0,18})( (0|-?[1-9][0-9]{0,18}))*", tag.value):
        refuse("Score has the points of each seat", tag.place)
    score = tuple(map(int, tag.value.split(" ")))
    if len(score) != players:
        refuse(f"Score has {players} numbers, not {len(score)}", tag.place)
    return score


# -- the syntax ------------------------------------------------------------------------------------


def deals(lines: str | Iterable[str]) -> Iterator[tuple[list[Tag], list[Line]]]:
    """Read record after record: the tags, and the lines of the movetext.

    Args:
        lines: a text, an open file or lines.

    Raises:
        RecordError: not the syntax of records.
        TypeError: a line that is not a text.
    """
    deal, number = _Deal(), 0
    for number, line in numbered(lines, MOST_TEXT):
        if line.strip(" "):
            deal.add(line, number)
        elif deal.moves:
            yield deal.tags, deal.moves
            deal = _Deal()
        else:
            deal.tags_end = bool(deal.tags)
    if deal.moves:
        yield deal.tags, deal.moves
    elif deal.tags:
        refuse("the movetext is missing", Place(number, 1))


def json_deals(
    lines: str | Iterable[str], token: re.Pattern[str] = TOKEN
) -> Iterator[tuple[list[Tag], list[Word]]]:
    """Read JSON twins, one on each line, as `of_json` does."""
    for number, line in numbered(lines, MOST_JSON):
        if line.strip(" "):
            yield of_json(line, number, token)


def only(text: str, read: Callable[[str], Iterable[_T]]) -> _T:
    """The record of a text of one.

    Raises:
        RecordError: not one.
        TypeError: not a text.
    """
    check_type(text, str, "what is parsed")
    found = list(read(text))
    if len(found) != 1:
        refuse(f"{len(found)} records where one is read", Place(1, 1))
    return found[0]


def _tag(line: str, number: int) -> Tag:
    found = TAG.fullmatch(line)
    if found is None:
        refuse('a tag is written [Name "text"]', Place(number, 1))
    value = re.sub(r"\\(.)", r"\1", found[2])
    return Tag(found[1], value, Place(number, found.start(2) + 1))


def words_of(lines: Iterable[Line], token: re.Pattern[str] = TOKEN) -> list[Word]:
    """The words of a movetext.

    Args:
        lines: its lines.
        token: what a token looks like.

    Raises:
        RecordError: what is no word.
    """
    words: list[Word] = []
    tokens = 0
    for number, line in lines:
        for text, column in split(line, number, token):
            tokens += not text.startswith("{")
            words.append(Word(text, Place(number, column, tokens)))
    return words


def with_comments(
    words: list[Word],
) -> tuple[list[tuple[Word, list[str]]], tuple[str, ...], Place | None]:
    """Take the comments and the end out of a movetext.

    Returns:
        The other words, each with the comments on it, the comments before the first, and the place
        of the `*` if there is one.

    Raises:
        RecordError: something follows the `*`.
    """
    found: list[tuple[Word, list[str]]] = []
    before: list[str] = []
    comments = before
    star = None
    for word in words:
        if word.text.startswith("{"):
            comments.append(word.text[1:-1])
        elif star:
            refuse("nothing but comments may follow the *", word.place)
        elif word.text == "*":
            star = word.place
        else:
            comments = comments if word.text == "|" else []  # none is on a `|`
            found.append((word, comments))
    return found, tuple(before), star


def split(line: str, number: int, token: re.Pattern[str]) -> Iterator[tuple[str, int]]:
    """Split a line of movetext into words with their columns."""
    at = 0
    while at < len(line):
        if line[at] == " ":
            at += 1
            continue
        end = line.find("}", at) + 1 if line[at] == "{" else _token_end(line, at, token)
        if end == 0 and line[at] == "{":
            refuse("a comment must end on its line", Place(number, at + 1))
        if end == at or (line[at] != "{" and line[end : end + 1] not in ("", " ", "{")):
            refuse(f"{line[end]!r} cannot stand here", Place(number, end + 1))
        yield line[at:end], at + 1
        at = end


def _token_end(line: str, at: int, token: re.Pattern[str]) -> int:
    found = token.match(line, at)
    return found.end() if found else at


def of_json(text: str, number: int, token: re.Pattern[str] = TOKEN) -> tuple[list[Tag], list[Word]]:
    """Read the JSON twin of one record.

    Args:
        text: an object of texts, with `Moves` a list of lists of words.
        number: the number of its line.
        token: what a token of the movetext looks like.

    Raises:
        RecordError: it is not that.
        TypeError: not a text.
    """
    check_type(text, str, "a JSON twin")
    here = Place(number, 1)
    if len(text) > MOST_JSON:
        refuse(f"a record has more than {MOST_JSON} characters", here)
    try:
        pairs = json.loads(text, object_pairs_hook=_Pairs)
    except json.JSONDecodeError as error:
        refuse(f"not JSON: {error.msg}", Place(number, error.pos + 1))
    except (RecursionError, ValueError):
        refuse("not the JSON of a record", here)
    if not isinstance(pairs, _Pairs):
        refuse("a record is a JSON object", here)
    names = [name for name, _ in pairs]
    if names.count(MOVES) != 1:
        refuse(f"a record has {MOVES} once", here)
    tags = []
    for name, value in pairs:
        if name == MOVES:
            continue
        if not NAME.fullmatch(name):
            refuse(f"{shown(name)} is no name of a tag", here)
        if not isinstance(value, str) or UNPRINTABLE.search(value):
            refuse(f"{name} must be a text without control characters", here)
        tags.append(Tag(name, value, here))
    return tags, _json_words(dict(pairs)[MOVES], here, token)


class _Pairs(list[tuple[str, Any]]):
    """The members of a JSON object in their order, twins included."""


def _json_words(sections: object, here: Place, token: re.Pattern[str]) -> list[Word]:
    """The words of a list of sections, with a `|` between them."""
    if type(sections) is not list or not all(type(section) is list for section in sections):
        refuse(f"{MOVES} must be a list of lists of words", here)
    words: list[Word] = []
    tokens = 0
    for i, section in enumerate(sections):
        for text in [*(["|"] if i else []), *section]:
            if not isinstance(text, str) or UNPRINTABLE.search(text):
                refuse(f"{shown(text)} is no word", here)
            if [word for word, _ in split(text, here.line, token)] != [text]:
                refuse(f"{shown(text)} is no word", here)
            tokens += not text.startswith("{")
            words.append(Word(text, Place(here.line, 1, tokens)))
    if not words:
        refuse("the movetext is missing", here)
    return words
