"""The preset `openspiel` beside the real OpenSpiel, by playing its own state machine.

Two defects of OpenSpiel are computed exactly and counted:

* O1: it misses chains without kickers whose lowest rank is held four times.
* O2: it lets every bomb answer the rocket.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from ddz import PASS, RULES, ActionSpace, Hand, Kind, Move, Rank, cards, legal_moves
from ddz.notation import OPENSPIEL
from strategies import any_hand

pyspiel = pytest.importorskip("pyspiel", reason="the extra peers is not installed")

RULE_SET = RULES["openspiel"]
SPACE = ActionSpace.named("openspiel")
CHAINS = (Kind.SOLO_CHAIN, Kind.PAIR_CHAIN, Kind.TRIO_CHAIN)


def begin(hands: Sequence[Sequence[int]]) -> Any:
    """A game in which seat 0 is the landlord, with these physical cards dealt."""
    state = pyspiel.load_game("dou_dizhu").new_initial_state()
    state.apply_action(0)  # the first card dealt is the face-up one: seat 0 bids first
    for card in (card for three in zip(*hands, strict=True) for card in three):
        state.apply_action(51 + openspiel_card(card))
    state.apply_action(3)
    return state


def openspiel_card(card: int) -> int:
    """OpenSpiel numbers cards by suit, 13 each, then the jokers."""
    rank, suit = cards.rank(card), cards.suit(card)
    return 52 + (rank - Rank.BLACK_JOKER) if suit is None else 13 * suit + rank


def held_cards(state: Any, seat: int) -> Hand:
    """A seat's hand, from what OpenSpiel shows that seat."""
    (line,) = [
        line for line in state.observation_string(seat).splitlines() if line.startswith("My hand ")
    ]
    return OPENSPIEL.read_hand(line.removeprefix("My hand "))


def expected(hand: Hand, to_beat: Move, found: Counter[str]) -> tuple[set[int], set[int]]:
    """Our legal ids, and OpenSpiel's with its two defects."""
    moves = legal_moves(hand, to_beat, RULE_SET)
    ours = set(SPACE.ids(moves).tolist())
    missing = {
        SPACE.encode(move) for move in moves if move.kind in CHAINS and hand[min(move.cards)] == 4
    }
    added = set()
    if to_beat.kind == Kind.ROCKET:
        added = {
            SPACE.encode(move)
            for move in legal_moves(hand, rules=RULE_SET)
            if move.kind == Kind.BOMB
        }
    found["positions"] += 1
    found["O1, missing chains"] += len(missing)
    found["O2, bombs over the rocket"] += len(added)
    return ours, (ours - missing) | added


def test_every_id_and_string() -> None:
    *hands, _ = cards.deal(random.Random(1), RULE_SET)
    state = begin(hands)
    assert len(SPACE) == state.get_game().num_distinct_actions() == 26_057
    assert state.action_to_string(SPACE.encode(PASS)) == OPENSPIEL.write_move(PASS) == "Pass"
    for number in range(4, len(SPACE)):
        text = state.action_to_string(number)
        assert OPENSPIEL.write_move(SPACE.decode(number)) == text
        assert SPACE.encode(OPENSPIEL.read_move(text)) == number


def test_500_games(capsys: pytest.CaptureFixture[str]) -> None:
    """The play phase of whole games: legal ids at every state, and the winner."""
    found: Counter[str] = Counter()
    for seed in range(500):
        rng = random.Random(f"openspiel {seed}")
        state = pyspiel.load_game("dou_dizhu").new_initial_state()
        while state.is_chance_node():
            state.apply_action(rng.choice(state.legal_actions()))
        state.apply_action(3)
        play(state, rng, found)
    with capsys.disabled():
        print(f"\nOpenSpiel, 500 games: {dict(found)}")
    assert found["games"] == 500
    assert found["positions"] > 15_000
    assert found["O1, missing chains"] > 50


def play(state: Any, rng: random.Random, found: Counter[str]) -> None:
    """Play to the end, the mover choosing among the common ids."""
    landlord = state.current_player()
    hands = [held_cards(state, seat) for seat in range(3)]
    to_beat, passed = PASS, 0
    while not state.is_terminal():
        seat = state.current_player()
        ours, theirs = expected(hands[seat], to_beat, found)
        assert set(state.legal_actions()) == theirs
        number = rng.choice(sorted(ours & theirs))
        move = SPACE.decode(number)
        hands[seat] -= move
        passed = 0 if move else passed + 1
        to_beat = move or (PASS if passed == 2 else to_beat)
        state.apply_action(number)
    (winner,) = [seat for seat in range(3) if not hands[seat]]
    won = [seat for seat in range(3) if state.returns()[seat] > 0]
    assert won == ([landlord] if winner == landlord else [s for s in range(3) if s != landlord])
    assert sum(state.returns()) == 0
    found["games"] += 1


@pytest.mark.parametrize("ranks", [15, 9, 7])
def test_leads_of_dealt_hands(ranks: int, capsys: pytest.CaptureFixture[str]) -> None:
    """1,000 landlords' first leads each, from hands of few ranks too."""
    found: Counter[str] = Counter()
    rng = random.Random(f"openspiel leads {ranks}")
    for _ in range(1000):
        hand = any_hand(rng, RULE_SET, 20, ranks)
        pack = list(range(54))
        rng.shuffle(pack)
        landlord = list(cards.take(pack, hand))
        others = [card for card in pack if card not in landlord]
        state = begin([landlord[:17], others[:17], others[17:34]])
        _, theirs = expected(hand, PASS, found)
        assert set(state.legal_actions()) == theirs
    with capsys.disabled():
        print(f"\nOpenSpiel, leads of 20 cards of {ranks} ranks: {dict(found)}")
