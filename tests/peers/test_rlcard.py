"""The preset `rlcard` beside the real RLCard: its table, leads, answers and features."""

from __future__ import annotations

import random
from collections import Counter
from types import SimpleNamespace

import numpy as np
import pytest

from ddz import PASS, RULES, ActionSpace, Hand, Kind, Move, cards, legal_moves
from ddz.notation import RLCARD
from strategies import any_bar, any_hand, any_position, moves_of

pytest.importorskip("rlcard", reason="the extra peers is not installed")

from rlcard.games.base import Card
from rlcard.games.doudizhu.judger import DoudizhuJudger
from rlcard.games.doudizhu.utils import ACTION_2_ID, CARD_TYPE, ID_2_ACTION, get_gt_cards

RULE_SET = RULES["rlcard"]


def test_every_id() -> None:
    space = ActionSpace.named("rlcard")
    assert len(space) == len(ID_2_ACTION) == len(ACTION_2_ID) == 27_472
    for number, text in enumerate(ID_2_ACTION):
        assert RLCARD.write_move(space.decode(number)) == text
        assert space.encode(RLCARD.read_move(text)) == number == ACTION_2_ID[text]


def test_every_kind_and_rank() -> None:
    """RLCard's table gives each card set a type with its length, and a weight: its lowest rank."""
    for text, [[name, weight]] in CARD_TYPE[0].items():
        move = RLCARD.read_move(text)
        kind, _, length = name.rpartition("_")
        if not length.isdigit():
            kind, length = name, "1"
        assert (str(move.kind), move.length) == (kind, int(length))
        if move.kind != Kind.ROCKET:
            assert move.rank is not None
            assert move.rank - move.length + 1 + bool(move.kickers) == int(weight)


def ranks_first(rng: random.Random, hand: Hand) -> list[Card]:
    """RLCard's objects for a hand."""
    held = []
    for rank in hand:
        suit = {"B": "BJ", "R": "RJ"}.get(str(rank), rng.choice("SHDC"))
        held.append(Card(suit, "" if suit in ("BJ", "RJ") else str(rank)))
    return held


@pytest.mark.parametrize("ranks", [15, 9, 6])
def test_leads(ranks: int) -> None:
    rng = random.Random(f"rlcard leads {ranks}")
    for _ in range(1000):
        hand = any_hand(rng, RULE_SET, rng.randint(1, 20), ranks)
        theirs = DoudizhuJudger.playable_cards_from_hand(str(hand))
        ours = [RLCARD.write_move(move) for move in legal_moves(hand, rules=RULE_SET)]
        assert Counter(ours) == Counter(theirs), hand


def test_answers(capsys: pytest.CaptureFixture[str]) -> None:
    """To moves of every kind."""
    rng = random.Random("rlcard answers")
    found: Counter[str] = Counter()
    for hand, bar in (any_position(rng, RULE_SET, 17) for _ in range(3000)):
        if bar:
            compare(rng, hand, bar, found)
    for _ in range(2500):
        compare(rng, *any_bar(rng, "classic"), found)
    with capsys.disabled():
        print(f"\nRLCard, answers: {dict(found)}")
    assert found["positions"] > 3000
    kinds = {move.kind for move in moves_of("classic")}
    assert all(found[f"to {kind}"] > 100 for kind in kinds)


def compare(rng: random.Random, hand: Hand, bar: Move, found: Counter[str]) -> None:
    """Their answers are ours, each once, the pass among them."""
    theirs = get_gt_cards(
        SimpleNamespace(current_hand=ranks_first(rng, hand)),
        SimpleNamespace(played_cards=RLCARD.write_move(bar)),
    )
    ours = map(RLCARD.write_move, legal_moves(hand, bar, RULE_SET))
    assert Counter(ours) == Counter(theirs), (hand, bar)
    found["positions"] += 1
    found[f"to {bar.kind}"] += 1


def test_features() -> None:
    from rlcard.envs.doudizhu import _cards2array

    space = ActionSpace.named("rlcard")
    planes = space.features(np.arange(len(space)))
    for number in random.Random("features").sample(range(len(space)), 3000):
        assert np.array_equal(planes[number], _cards2array(ID_2_ACTION[number]))


def test_a_whole_game_with_its_environment() -> None:
    """RLCard's own games, stepped: its legal actions are our legal ids."""
    import rlcard

    space = ActionSpace.named("rlcard")
    for seed in range(30):
        env = rlcard.make("doudizhu", config={"seed": seed})
        state, _ = env.reset()
        rng = random.Random(seed)
        while not env.is_over():
            raw = state["raw_obs"]
            to_beat = PASS
            for _, played in raw["trace"][-2:]:
                if played != "pass":
                    to_beat = RLCARD.read_move(played)
            hand = RLCARD.read_hand(raw["current_hand"])
            ids = space.ids(legal_moves(hand, to_beat, RULE_SET))
            assert set(state["legal_actions"]) == set(ids.tolist())
            state, _ = env.step(rng.choice(sorted(state["legal_actions"])))


def test_cards_of_a_deal() -> None:
    """Physical cards give the hands that RLCard writes."""
    *hands, _ = cards.deal(random.Random(3), RULE_SET)
    for hand in hands:
        move = Move.parse(str(min(cards.hand(hand))))
        assert RLCARD.write_move(move) == str(cards.hand(cards.take(hand, move)))
