"""The preset `openspiel` beside the real OpenSpiel, by playing its own state machine.

Two defects of OpenSpiel are computed from the hand, by the rule that stands at its function, and
counted: O1 `missing_chains` and O2 `bombs_over_the_rocket`. What they name must be legal with us
and not there, or legal there and not with us; all else must be equal.
"""

from __future__ import annotations

import functools
import itertools
import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import pytest

import reference
from ddz import PASS, RULES, ActionSpace, Hand, Kind, Move, Rank, State, cards, legal_moves
from ddz.notation import OPENSPIEL
from ddz.table import Phase
from strategies import any_group, any_hand, deck_of, holding, reading_of

pyspiel = pytest.importorskip("pyspiel", reason="the extra peers is not installed")

RULE_SET = RULES["openspiel"]
SPACE = ActionSpace.named("openspiel")
GAME = pyspiel.load_game("dou_dizhu")
BID_3 = 3
KINDS = {reading_of(SPACE.decode(number)).kind for number in range(4, len(SPACE))}
CHAINS = {Kind.SOLO_CHAIN: (1, 5), Kind.PAIR_CHAIN: (2, 3), Kind.TRIO_CHAIN: (3, 2)}
"""The cards of a place and the fewest places."""

# Its defects


def missing_chains(hand: Hand, to_beat: Move) -> set[int]:
    """O1: it skips every chain without kickers whose lowest rank is held four times."""
    counts = hand.counts
    found = set()
    for kind, (group, least) in CHAINS.items():
        for low, top in itertools.combinations(range(12), 2):
            length = top - low + 1
            if counts[low] < 4 or length < least or min(counts[low : top + 1]) < group:
                continue
            alike = (to_beat.kind, to_beat.length) == (kind, length)
            if not to_beat or (alike and low > min(to_beat.cards)):
                found.add(number_of("".join(str(Rank(r)) * group for r in range(low, top + 1))))
    return found


def bombs_over_the_rocket(hand: Hand, to_beat: Move) -> set[int]:
    """O2: it lets every bomb answer the rocket."""
    if to_beat.kind != Kind.ROCKET:
        return set()
    return {number_of(str(Rank(rank)) * 4) for rank in range(13) if hand[rank] == 4}


def number_of(text: str) -> int:
    """The id that OpenSpiel writes as this text."""
    return numbers()[text]


@functools.cache
def numbers() -> dict[str, int]:
    """All its ids by the text that it writes for them."""
    state, _ = begin(range(54), 0)
    return {state.action_to_string(number): number for number in range(len(SPACE))}


# Both, side by side


def begin(pack: Sequence[int], face_up: int) -> tuple[Any, State]:
    """A deal in both: physical cards in the order dealt, and which of them lies face up.

    OpenSpiel deals one card a seat in turn; the seat that gets the card face up bids first.
    """
    theirs = GAME.new_initial_state()
    theirs.apply_action(face_up)
    for card in pack[:51]:
        theirs.apply_action(51 + openspiel_card(card))
    ours = State.from_hands(
        [cards.hand(pack[seat:51:3]) for seat in range(3)],
        cards.hand(pack[51:]),
        rules=RULE_SET,
        first=face_up % 3,
        face_up=cards.rank(pack[face_up]),
    )
    return theirs, ours


def openspiel_card(card: int) -> int:
    """OpenSpiel numbers cards by suit, 13 each, then the jokers."""
    rank, suit = cards.rank(card), cards.suit(card)
    return 52 + (rank - Rank.BLACK_JOKER) if suit is None else 13 * suit + rank


def held_cards(theirs: Any, seat: int) -> Hand:
    """A seat's hand, from what OpenSpiel shows that seat."""
    (line,) = [
        line for line in theirs.observation_string(seat).splitlines() if line.startswith("My hand ")
    ]
    return OPENSPIEL.read_hand(line.removeprefix("My hand "))


def compare(theirs: Any, ours: State, found: Counter[str]) -> list[int]:
    """The legal ids are the same after the exact difference; returns those of both."""
    assert theirs.current_player() == ours.seat
    if ours.phase == Phase.AUCTION:
        bids: list[int] = theirs.legal_actions()
        assert bids == list(ours.legal_actions())
        found["bids"] += 1
        return bids
    assert ours.seat is not None
    hand, bar = ours.hands[ours.seat], ours.to_beat
    assert held_cards(theirs, ours.seat) == hand
    moves = legal_moves(hand, bar, RULE_SET)
    assert ours.legal_actions() == moves
    here, there = set(SPACE.ids(moves).tolist()), set(theirs.legal_actions())
    missing, extra = missing_chains(hand, bar), bombs_over_the_rocket(hand, bar)
    assert missing <= here
    assert extra.isdisjoint(here)
    assert there == (here - missing) | extra, (hand, bar)
    if missing or extra:
        right = reference.leads(hand.counts, RULE_SET)
        if bar:
            right = reference.answers(hand.counts, reading_of(bar), RULE_SET)
        assert {reading_of(move) for move in moves if move} == right

    found["positions"] += 1
    found[f"to {bar.kind}"] += 1
    for number in missing:
        found[f"O1, {SPACE.decode(number).kind} missing {'to beat' if bar else 'to lead'}"] += 1
    found["O2, bombs over the rocket"] += len(extra)
    return sorted(here & there)


def play(theirs: Any, ours: State, choose: Callable[[list[int]], int], found: Counter[str]) -> None:
    """From the first bid to the scores, the mover choosing among the ids of both."""
    while not theirs.is_terminal():
        number = choose(compare(theirs, ours, found))
        ours = ours.play(number if ours.phase == Phase.AUCTION else SPACE.decode(number))
        theirs.apply_action(number)
    assert ours.phase == Phase.OVER
    assert list(ours.scores()) == theirs.returns()
    won = [seat for seat in range(3) if theirs.returns()[seat] > 0]
    winners = {None: 0, "landlord": 1, "peasants": 2}
    assert len(won) == winners[ours.winner]
    assert (ours.landlord in won) == (ours.winner == "landlord")
    found["games"] += 1
    found[f"bid {ours.bid}, won by {ours.winner}"] += 1


def test_every_id_and_string() -> None:
    assert len(SPACE) == GAME.num_distinct_actions() == len(numbers()) == 26_057
    assert SPACE.encode(PASS) == number_of("Pass") == 0
    assert OPENSPIEL.write_move(PASS) == "Pass"
    for text, number in list(numbers().items())[4:]:
        assert OPENSPIEL.write_move(SPACE.decode(number)) == text
        assert SPACE.encode(OPENSPIEL.read_move(text)) == number


def test_games_of_shuffled_cards(capsys: pytest.CaptureFixture[str]) -> None:
    """Whole games at random: every bid, every state, the winner and the scores."""
    found: Counter[str] = Counter()
    for seed in range(500):
        rng = random.Random(f"openspiel {seed}")
        pack = rng.sample(range(54), 54)
        play(*begin(pack, rng.randrange(51)), rng.choice, found)
    with capsys.disabled():
        print(f"\nOpenSpiel, games of shuffled cards: {dict(+found)}")
    assert found["games"] == 500
    assert found["positions"] > 15_000
    for result in ("bid 0, won by None", "bid 1, won by landlord", "bid 3, won by peasants"):
        assert found[result] > 0


def test_games_of_sorted_cards(capsys: pytest.CaptureFixture[str]) -> None:
    """Whole games of hands full of trios, bombs and long chains, every kind played alike often."""
    found: Counter[str] = Counter()
    for seed in range(500):
        rng = random.Random(f"openspiel, sorted {seed}")
        play(*begin(*nearly_sorted(rng)), functools.partial(of_any_kind, rng), found)
    with capsys.disabled():
        print(f"\nOpenSpiel, games of nearly sorted cards: {dict(+found)}")
    assert found["games"] == 500
    assert all(found[f"to {kind}"] > 50 for kind in KINDS)
    assert all(found[f"O1, {kind} missing to lead"] > 500 for kind in CHAINS)
    assert found["O2, bombs over the rocket"] > 50


def nearly_sorted(rng: random.Random) -> tuple[list[int], int]:
    """A deal that gives each seat cards of neighbouring ranks."""
    spread = rng.choice([1, 3, 6])
    pack = sorted(range(54), key=lambda card: cards.rank(card) + rng.uniform(0, spread))
    kitty = [pack.pop(rng.randrange(len(pack))) for _ in range(3)]
    seats = rng.sample([pack[:17], pack[17:34], pack[34:]], 3)
    return [card for three in zip(*seats, strict=True) for card in three] + kitty, rng.randrange(51)


def of_any_kind(rng: random.Random, common: list[int]) -> int:
    """An id, its kind drawn first; of bids any."""
    if common[-1] <= BID_3:
        return rng.choice(common)
    kind_of = {number: SPACE.decode(number).kind for number in common}
    kind = rng.choice(sorted(set(kind_of.values())))
    return rng.choice([number for number in common if kind_of[number] == kind])


@pytest.mark.parametrize("ranks", [15, 9, 7])
def test_leads_of_dealt_hands(ranks: int, capsys: pytest.CaptureFixture[str]) -> None:
    """1,000 landlords' first leads each, from hands of few ranks too."""
    found: Counter[str] = Counter()
    rng = random.Random(f"openspiel leads {ranks}")
    for _ in range(1000):
        theirs, ours = landlord_of(rng, any_hand(rng, RULE_SET, 20, ranks), Hand())
        compare(theirs, ours, found)
    with capsys.disabled():
        print(f"\nOpenSpiel, leads of 20 cards of {ranks} ranks: {dict(+found)}")
    assert all(found[f"O1, {kind} missing to lead"] > 0 for kind in CHAINS)


def test_answers_of_dealt_hands(capsys: pytest.CaptureFixture[str]) -> None:
    """Answers to first leads of every kind, by hands that mostly hold one of that kind."""
    found: Counter[str] = Counter()
    rng = random.Random("openspiel answers")
    while found["positions"] < 4000:
        lead, hand = lead_and_hand(rng)
        theirs, ours = landlord_of(rng, lead.cards, hand)
        number = SPACE.encode(lead)
        if number in theirs.legal_actions() and len(lead) < 20:  # not O1, nor the end
            theirs.apply_action(number)
            compare(theirs, ours.play(lead), found)
    with capsys.disabled():
        print(f"\nOpenSpiel, answers to first leads: {dict(+found)}")
    assert all(found[f"to {kind}"] > 100 for kind in KINDS)
    assert all(found[f"O1, {kind} missing to beat"] > 0 for kind in CHAINS)
    assert found["O2, bombs over the rocket"] > 100


def lead_and_hand(rng: random.Random) -> tuple[Move, Hand]:
    """A first lead and a hand beside it, which mostly holds a higher move of its kind and length.

    Half of these hold all four of that move's lowest rank, as in O1.
    """
    deck = deck_of(RULE_SET)
    alike = any_group(rng, "openspiel")
    lead = rng.choice(alike)
    others = [move for move in rng.choices(alike, k=50) if move.cards <= deck - lead]
    if not others or len(lead) > 14:
        return lead, holding(rng, deck - lead, Hand(), 17)
    lead, answer = sorted([lead, others[0]], key=lambda move: reading_of(move).rank)
    low = min(answer.cards)
    four = Hand(str(low) * ((deck - lead)[low] - answer.cards[low]))
    held = answer.cards + four if rng.random() < 0.5 else answer.cards
    return lead, holding(rng, deck - lead, held, 17)


def landlord_of(rng: random.Random, landlord: Hand, next_seat: Hand) -> tuple[Any, State]:
    """A deal in both, about to be led to: these cards and any others to seats 0 and 1."""
    pack = rng.sample(range(54), 54)
    mine = cards.take(pack, landlord)
    pack = [card for card in pack if card not in mine]
    answers = cards.take(pack, next_seat)
    others = iter([card for card in pack if card not in answers])
    first = [*mine, *itertools.islice(others, 20 - len(mine))]
    second = [*answers, *itertools.islice(others, 17 - len(answers))]
    dealt = [card for three in zip(first[:17], second, others, strict=True) for card in three]
    theirs, ours = begin(dealt + first[17:], 0)
    theirs.apply_action(BID_3)
    return theirs, ours.play(BID_3)
