"""The preset `douzero` beside the real DouZero: card sets, leads and answers.

DouZero knows card sets without readings. Its documented defects are computed exactly:

* D1: its detector has no type for planes of four and more with a trio or a quad among the solo
  kickers, so that only bombs and the rocket may answer them.
* D2: it compares planes with solo kickers by the highest rank held exactly three times, kickers
  included.
* D3: it reads cards anew when they have been played: a plane with a trio beside it as kickers
  becomes the longer plane.
* D4: its detector accepts card sets that are no moves.
* D5: its generator lists moves twice.
"""

from __future__ import annotations

import random
from collections import Counter
from types import SimpleNamespace

import pytest

from ddz import CARDS_MASK, PASS, RULES, ActionSpace, Hand, Kind, Move, Rank, classify, legal_moves
from ddz.notation import DOUZERO
from strategies import any_hand, any_position, moves_of

pytest.importorskip("douzero", reason="DouZero is not installed")

from douzero.env import move_detector
from douzero.env.game import GameEnv
from douzero.env.move_generator import MovesGener

RULE_SET = RULES["douzero"]
TYPE_OF_KIND = {
    Kind.SOLO: 1,
    Kind.PAIR: 2,
    Kind.TRIO: 3,
    Kind.BOMB: 4,
    Kind.ROCKET: 5,
    Kind.TRIO_SOLO: 6,
    Kind.TRIO_PAIR: 7,
    Kind.SOLO_CHAIN: 8,
    Kind.PAIR_CHAIN: 9,
    Kind.TRIO_CHAIN: 10,
    Kind.TRIO_SOLO_CHAIN: 11,
    Kind.TRIO_PAIR_CHAIN: 12,
    Kind.FOUR_TWO_SOLO: 13,
    Kind.FOUR_TWO_PAIR: 14,
}
WRONG = 15


def generated(hand: Hand, found: Counter[str]) -> set[Hand]:
    """DouZero's leads as card sets."""
    moves = MovesGener(DOUZERO.write_hand(hand)).gen_moves()
    card_sets = {DOUZERO.read_hand(move) for move in moves}
    found["D5, moves listed again"] += len(moves) - len(card_sets)
    return card_sets


def answered(hand: Hand, cards: Hand) -> set[Hand]:
    """DouZero's answers as card sets, the pass among them."""
    env = SimpleNamespace(
        info_sets={"seat": SimpleNamespace(player_hand_cards=DOUZERO.write_hand(hand))},
        acting_player_position="seat",
        card_play_action_seq=[DOUZERO.write_hand(cards)],
    )
    return {DOUZERO.read_hand(move) for move in GameEnv.get_legal_card_play_actions(env)}


def detected(cards: Hand) -> int:
    """DouZero's type of cards."""
    number: int = move_detector.get_move_type(DOUZERO.write_hand(cards))["type"]
    return number


def top_trio(cards: Hand) -> int:
    """What D2 compares: the highest rank held exactly three times."""
    return max(rank for rank in Rank if cards[rank] == 3)


def untypable(move: Move) -> bool:
    """D1: a plane of four and more with three or four kickers of one rank."""
    return (
        move.kind == Kind.TRIO_SOLO_CHAIN
        and move.length >= 4
        and max(move.kickers.counts) >= 3
        and len(classify(move, RULE_SET)) == len([m for m in classify(move, RULE_SET) if m.kickers])
    )


def expected(hand: Hand, cards: Hand) -> set[Hand]:
    """DouZero's answers to cards, from our moves and its defects."""
    kind = detected(cards)
    readings = [m for m in classify(cards, RULE_SET) if TYPE_OF_KIND[m.kind] == kind]
    leads = legal_moves(hand, rules=RULE_SET)
    strong = {m.cards for m in leads if m.kind in (Kind.BOMB, Kind.ROCKET)} | {Hand()}
    if kind == WRONG:  # D1
        return strong
    reading = readings[0]  # D3: the reading that the detector finds
    if reading.kind == Kind.TRIO_SOLO_CHAIN:  # D2
        alike = [m for m in leads if (m.kind, m.length) == (reading.kind, reading.length)]
        return strong | {m.cards for m in alike if top_trio(m.cards) > top_trio(cards)}
    return {m.cards for m in legal_moves(hand, reading, RULE_SET)}


def test_every_card_set() -> None:
    """All that DouZero generates from the whole deck, up to a landlord's hand."""
    deck = Hand.from_counts([4] * 13 + [1, 1])
    theirs = {
        int(DOUZERO.read_hand(move))
        for move in MovesGener(DOUZERO.write_hand(deck)).gen_moves()
        if len(move) <= RULE_SET.max_cards
    }
    ours = {int(move) & CARDS_MASK for move in moves_of("douzero")}
    assert theirs == ours
    assert len(ours) == 29_984


def test_the_detector_finds_our_kinds(capsys: pytest.CaptureFixture[str]) -> None:
    """Every card set has one of our kinds in DouZero, but for those of D1."""
    found: Counter[str] = Counter()
    for cards in {move.cards for move in moves_of("douzero")}:
        readings = classify(cards, RULE_SET)
        kind = detected(cards)
        if kind == WRONG:
            assert all(untypable(move) for move in readings)
            found[f"D1, planes of {readings[0].length}"] += 1
            continue
        assert not any(untypable(move) for move in readings)
        assert kind in {TYPE_OF_KIND[move.kind] for move in readings}
        found["D3, read as the longer plane"] += kind == 10 and len(readings) > 1
    with capsys.disabled():
        print(f"\nDouZero, types of 29,984 card sets: {dict(found)}")
    assert found["D1, planes of 4"] == 811
    assert found["D1, planes of 5"] == 3027


@pytest.mark.parametrize(("ranks", "cards"), [(15, 20), (9, 16), (5, 13)])
def test_leads(ranks: int, cards: int, capsys: pytest.CaptureFixture[str]) -> None:
    rng = random.Random(f"douzero leads {ranks}")
    found: Counter[str] = Counter()
    for _ in range(1000):
        hand = any_hand(rng, RULE_SET, rng.randint(1, cards), ranks)
        ours = {move.cards for move in legal_moves(hand, rules=RULE_SET)}
        assert ours == generated(hand, found)
    with capsys.disabled():
        print(f"\nDouZero, leads of up to {cards} cards of {ranks} ranks: {dict(found)}")


def test_answers(capsys: pytest.CaptureFixture[str]) -> None:
    rng = random.Random("douzero answers")
    found: Counter[str] = Counter()
    while found["positions"] < 4000:
        hand, to_beat = any_position(rng, RULE_SET, 17)
        if to_beat:
            compare(hand, to_beat, found)
    planes = [m for m in moves_of("douzero") if m.kind == Kind.TRIO_SOLO_CHAIN]
    for _ in range(2000):  # planes with kickers, where the defects are
        to_beat = rng.choice(planes)
        alike = rng.choice([m for m in rng.sample(planes, 400) if m.length == to_beat.length])
        rest = rng.sample(list(Hand.from_counts([4] * 13 + [1, 1]) - alike), 20 - len(alike))
        counts = [n + rest.count(rank) for rank, n in zip(Rank, alike.cards.counts, strict=True)]
        compare(Hand.from_counts(counts), to_beat, found)
    with capsys.disabled():
        print(f"\nDouZero, answers: {dict(found)}")


def compare(hand: Hand, to_beat: Move, found: Counter[str]) -> None:
    """Their answers are ours with their defects, and nothing else."""
    theirs = answered(hand, to_beat.cards)
    assert theirs == expected(hand, to_beat.cards), (hand, to_beat)
    ours = {move.cards for move in legal_moves(hand, to_beat, RULE_SET)}
    found["positions"] += 1
    found["moves that differ, explained"] += len(ours ^ theirs)


@pytest.mark.parametrize("text", ["33335", "33335555", "33344455577789", "5556667778889"])
def test_d4_its_detector_accepts_what_is_no_move(text: str) -> None:
    assert detected(Hand(text)) != WRONG
    assert classify(text, RULE_SET) == ()


def test_d2_and_d3_by_example() -> None:
    plane = Move.parse("444555666+789")
    assert Hand("333444555KKK") in answered(Hand("333444555KKK"), plane.cards)
    assert len(legal_moves("333444555KKK", plane, RULE_SET)) == 1
    kickers = Move.parse("444555666+777")
    assert Hand("555666777JQK") not in answered(Hand("555666777JQK"), kickers.cards)
    assert Move.parse("555666777+JQK") in legal_moves("555666777JQK", kickers, RULE_SET)


def test_features() -> None:
    from douzero.env.env import _cards2array

    space = ActionSpace.of(RULE_SET)
    numbers = random.Random("features").sample(range(len(space)), 3000)
    planes = space.features(numbers)
    for number, row in zip(numbers, planes, strict=True):
        move = space.decode(number)
        cards = DOUZERO.write_hand(move.cards)
        assert row.tolist() == _cards2array(cards).tolist()
    assert space.features([space.encode(PASS)]).sum() == 0
