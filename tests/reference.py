"""A slow and independent reference for the combinations of Dou Dizhu.

It is written from the rules of the game and from the field descriptions of `Rules`, not from the
core: it imports nothing from `ddz` and reads nothing of a rule set but its fields. The fast code
is proved right against it, so what counts here is that a reader can check it line by line.

* `_forms` lists every body the rules know (one line a kind) and how many kickers belong to it.
* `_may_carry` says whether some cards are kickers that body may have.
* `readings` subtracts every body from the cards and asks `_may_carry` about what is left.
* `leads` puts to every body in the hand every multiset of further cards that `_may_carry` accepts.

Ranks: 0..11 = 3..9, T, J, Q, K, A; 12 = the 2; 13 = the black joker B; 14 = the red joker R.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from operator import add, le, sub
from typing import Any, NamedTuple

Counts = tuple[int, ...]  # how many cards of each of the 15 ranks
Run = tuple[int, ...]  # the ranks of a body from its lowest to its top place

RANKS = "3456789TJQKA2BR"
ACE, TWO, BLACK, RED = 11, 12, 13, 14
LINE: Run = (ACE, TWO, *range(ACE + 1))  # the 14 places A 2 3 4 ... Q K A
LOW_ACE, LOW_TWO, THREE = 0, 1, 2  # the first places of LINE


class Reading(NamedTuple):
    """A combination under one reading."""

    kind: str
    """The name of the kind in lower case."""
    length: int
    """The number of chained groups; 1 where there is no chain."""
    rank: int
    """The rank of the body's top place; of a rocket 14."""
    counts: Counts
    """All cards."""
    body: Counts
    """The cards without the kickers."""


class _Form(NamedTuple):
    """A body and the number of kickers that belong to it."""

    kind: str
    length: int
    rank: int
    body: Counts
    kickers: int = 0
    size: int = 1  # the cards of one kicker: 1 for solos, 2 for pairs
    copies: int = 1  # how many kickers may be of one rank

    @property
    def cards(self) -> int:
        """The number of cards, kickers included."""
        return sum(self.body) + self.kickers * self.size


def counts_of(text: str) -> Counts:
    """Count cards written as characters of `3456789TJQKA2BR`, in any order."""
    counts = [0] * 15
    for character in text:
        counts[RANKS.index(character)] += 1
    return tuple(counts)


def readings(counts: Counts, rules: Any) -> list[Reading]:
    """Return every reading of exactly these cards: the longest body first, then the higher rank.

    Raises:
        ValueError: there are more cards of a rank than in the deck.
    """
    _check(counts, rules)
    found = []
    for form in _forms(rules):
        kickers = tuple(map(sub, counts, form.body))
        if min(kickers) >= 0 and _may_carry(form, kickers, rules):
            found.append(Reading(form.kind, form.length, form.rank, counts, form.body))
    return sorted(found, key=lambda reading: (-sum(reading.body), -reading.rank))


def leads(counts: Counts, rules: Any) -> set[Reading]:
    """Return every reading of any of these cards.

    Raises:
        ValueError: there are more cards of a rank than in the deck.
    """
    _check(counts, rules)
    return set(_combinations(counts, rules))


def answers(counts: Counts, to_beat: Reading, rules: Any) -> set[Reading]:
    """Return the leads that beat `to_beat`."""
    return {lead for lead in leads(counts, rules) if beats(lead, to_beat, rules)}


def all_moves(rules: Any) -> Iterator[Reading]:
    """Yield every reading that exists under the rules, each once."""
    return _combinations(_deck(rules), rules)


def beats(a: Reading, b: Reading, rules: Any) -> bool:
    """Return whether `a` may be played on `b`."""
    if a.kind == "bomb" and b.kind == "bomb":
        return (sum(a.counts), a.rank) > (sum(b.counts), b.rank)
    if a.kind == "bomb" and b.kind == "rocket":
        return bool(sum(a.counts) > rules.rocket_over)
    if a.kind == "rocket" and b.kind == "bomb":
        return bool(sum(b.counts) <= rules.rocket_over)
    if a.kind in ("bomb", "rocket"):
        return b.kind not in ("bomb", "rocket")
    return a.kind == b.kind and a.length == b.length and a.rank > b.rank


def _deck(rules: Any) -> Counts:
    """All cards of the game."""
    jokers = rules.decks if rules.jokers else 0
    return (4 * rules.decks,) * 13 + (jokers, jokers)


def _check(counts: Counts, rules: Any) -> None:
    """Raise ValueError unless these are cards of the deck."""
    if len(counts) != 15 or min(counts) < 0 or not all(map(le, counts, _deck(rules))):
        raise ValueError(f"not in the deck: {counts}")


# ---------------------------------------------------------------------------- bodies


@functools.lru_cache(maxsize=64)
def _forms(rules: Any) -> tuple[_Form, ...]:
    """Every form whose body is in the deck and which is no larger than the landlord's hand."""
    deck = _deck(rules)
    return tuple(
        form
        for form in _every_form(rules)
        if all(map(le, form.body, deck)) and form.cards <= rules.max_cards
    )


def _every_form(rules: Any) -> Iterator[_Form]:
    """Every form, without regard to the number of cards there are."""
    for r in range(15):  # jokers included: BB and RR where there are two of each
        yield _Form("solo", 1, r, _body((r,), 1))
        yield _Form("pair", 1, r, _body((r,), 2))

    for r in range(13):
        three, four = _body((r,), 3), _body((r,), 4)
        yield _Form("trio", 1, r, three)
        if rules.trio_solo:
            yield _Form("trio_solo", 1, r, three, kickers=1, size=1)
        if rules.trio_pair:
            yield _Form("trio_pair", 1, r, three, kickers=1, size=2)
        if rules.four_two_solo:
            copies = rules.four_two_solo_copies
            yield _Form("four_two_solo", 1, r, four, kickers=2, size=1, copies=copies)
        if rules.four_two_pair:
            copies = rules.four_two_pair_copies
            yield _Form("four_two_pair", 1, r, four, kickers=2, size=2, copies=copies)
        for n in range(4, 4 * rules.decks + 1):
            yield _Form("bomb", 1, r, _body((r,), n))

    if rules.jokers:
        yield _Form("rocket", 1, RED, _body((BLACK, RED), rules.decks))

    for run in _wheel_runs(rules.min_solo_chain, rules):
        yield _Form("solo_chain", len(run), run[-1], _body(run, 1))
    for run in _wheel_runs(rules.min_pair_chain, rules):
        yield _Form("pair_chain", len(run), run[-1], _body(run, 2))

    for run in _plain_runs(rules.min_trio_chain):
        n, top, body = len(run), run[-1], _body(run, 3)
        yield _Form("trio_chain", n, top, body)
        if rules.trio_solo_chain:
            copies = rules.kick_solo_copies
            yield _Form("trio_solo_chain", n, top, body, kickers=n, size=1, copies=copies)
        if rules.trio_pair_chain:
            copies = rules.kick_pair_copies
            yield _Form("trio_pair_chain", n, top, body, kickers=n, size=2, copies=copies)

    for run in _plain_runs(rules.min_four_chain):
        n, top, body = len(run), run[-1], _body(run, 4)
        yield _Form("four_chain", n, top, body)
        if rules.four_two_solo:
            copies = rules.four_two_solo_copies
            yield _Form("four_two_solo", n, top, body, kickers=2 * n, size=1, copies=copies)
        if rules.four_two_pair:
            copies = rules.four_two_pair_copies
            yield _Form("four_two_pair", n, top, body, kickers=2 * n, size=2, copies=copies)


def _body(run: Run, group: int) -> Counts:
    """`group` cards for every place of the run (an ace at both ends counts twice)."""
    return tuple(group * run.count(r) for r in range(15))


def _plain_runs(least: int) -> Iterator[Run]:
    """Every run within 3..A of at least `least` places; none if that is 0."""
    return (LINE[a:b] for a, b in _spans(least) if a >= THREE)


def _wheel_runs(least: int, rules: Any) -> Iterator[Run]:
    """The same, with `wheel` along the whole line A 2 3 ... K A."""
    yield from _plain_runs(least)
    if not rules.wheel:
        return
    for a, b in _spans(least):
        if a > LOW_TWO:  # a plain run
            continue
        if b - a > rules.wheel_max:
            continue
        if b - a == 14 and not rules.wheel_both_ends:
            continue
        if a == LOW_ACE and b - a == 13:  # A23...K is the card set of 23...KA and is read as that
            continue
        yield LINE[a:b]


def _spans(least: int) -> Iterator[tuple[int, int]]:
    """The places LINE[a:b] of every run of at least `least` places; none if that is 0."""
    if least > 0:
        for a in range(14):
            for b in range(a + least, 15):
                yield a, b


# --------------------------------------------------------------------------- kickers


def _may_carry(form: _Form, k: Counts, rules: Any) -> bool:
    """Return whether the cards `k`, all of them together, are the kickers this form needs."""
    if sum(k) != form.kickers * form.size:
        return False
    if form.kickers == 0:
        return True
    pairs = form.size == 2

    # No kicker has a rank of the body.
    if any(k[r] and form.body[r] for r in range(15)):
        return False
    # Pair kickers are pairs, and only so many kickers are of one rank.
    if any(n % form.size or n // form.size > form.copies for n in k):
        return False
    # Two equal jokers as a pair kicker.
    if pairs and (k[BLACK] or k[RED]) and not rules.kick_joker_pair:
        return False
    # All jokers of the game.
    all_jokers = rules.jokers and k[BLACK] == k[RED] == rules.decks
    if all_jokers and not (rules.kick_rocket and form.kickers >= rules.kick_rocket_min):
        return False
    # Solo kickers that hold a whole further group just below or just above a chain within 3..A.
    if not pairs and form.length >= 2 and not rules.kick_adjacent:
        group = form.body[form.rank]
        for r in (form.rank - form.length, form.rank + 1):
            if 0 <= r <= ACE and k[r] >= group:
                return False
    return True


def _combinations(counts: Counts, rules: Any) -> Iterator[Reading]:
    """Every reading of any of these cards, each once."""
    for form in _forms(rules):
        if not all(map(le, form.body, counts)):
            continue
        for kickers in _multisets(_room(form, counts), form.kickers):
            k = tuple(form.size * n for n in kickers)
            if _may_carry(form, k, rules):
                cards = tuple(map(add, form.body, k))
                yield Reading(form.kind, form.length, form.rank, cards, form.body)


def _room(form: _Form, counts: Counts) -> Counts:
    """At most how many kickers of each rank a hand has for a form: more can never be right."""
    return tuple(
        0 if used else min(have // form.size, form.copies)
        for have, used in zip(counts, form.body, strict=True)
    )


def _multisets(room: Counts, n: int) -> Iterable[Counts]:
    """Every choice of n things of the 15 ranks, at most `room` of each."""
    chosen: list[Counts] = [()]  # choices for the ranks seen so far that can still reach n
    for r, most in enumerate(room):
        later = sum(room[r + 1 :])
        chosen = [
            (*choice, i)
            for choice in chosen
            for i in range(most + 1)
            if sum(choice) + i <= n <= sum(choice) + i + later
        ]
    return chosen
