"""Whole deals: scripted scenarios, the slow reference beside the table, and the laws of a deal."""

from __future__ import annotations

import itertools
import json
import os
import pickle
import random
from typing import Any

import numpy as np
import pytest

from ddz import DdzError, IllegalMoveError, ParseError, RulesError
from ddz.errors import Reason
from ddz.zipai import (
    PASS,
    PENG,
    WIN,
    ZIPAI_RULES,
    Action,
    ActionKind,
    State,
    Tile,
    Tiles,
    ZipaiRules,
    best_hu,
    random_deals,
)
from ddz.zipai._state import Deal, Past
from ddz.zipai.table import ENDS, fold
from test_zipai_table_reference import random_rules
from zipai_deals import StateDriver, deal_both, rules_like, step_both
from zipai_scenarios import SCENARIOS, Scenario, run
from zipai_table_reference import SHAOYANG, SHAOYANG_FOUR, RefTableRules

PRESETS = {"shaoyang": SHAOYANG, "shaoyang-four": SHAOYANG_FOUR}


# -- beside the reference ----------------------------------------------------------------------


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario["name"])
def test_scenario(scenario: Scenario) -> None:
    run(scenario, StateDriver(scenario))


def step_many(name: str, deals: int) -> None:
    rng = random.Random(f"beside the reference {name}")
    for number in range(deals):
        reference = PRESETS[name] if name in PRESETS else random_rules(rng)
        state, table = deal_both(rng, reference, number % reference.players)
        step_both(rng, state, table, rng.choice([0.0, 0.5, 1.0]))


@pytest.mark.parametrize("name", [*PRESETS, "any rules"])
def test_the_same_as_the_reference(name: str) -> None:
    step_many(name, 100)


@pytest.mark.slow
@pytest.mark.parametrize("name", [*PRESETS, "any rules"])
def test_the_same_as_the_reference_in_many_deals(name: str) -> None:
    """DDZ_DEALS=100000 takes half an hour a rule set."""
    step_many(name, int(os.environ.get("DDZ_DEALS", "2000")))


def test_the_presets_are_those_of_the_reference() -> None:
    for name, reference in PRESETS.items():
        assert rules_like(reference) == ZIPAI_RULES[name]


# -- the laws of a deal ------------------------------------------------------------------------


def walk(rng: random.Random, rules: ZipaiRules, win: float = 0.5) -> list[State]:
    """All states of a random deal."""
    state = State.deal(rng, rules, rng.randrange(rules.players))
    states = [state]
    while not state.is_over:
        legal = state.legal_actions()
        action = rng.choice(legal)
        if legal[0] == WIN:
            action = WIN if rng.random() < win else PASS
        state = state.play(action)
        states.append(state)
    return states


def walks(name: str, deals: int, any_rules: bool = True) -> list[list[State]]:
    rng = random.Random(name)
    found = []
    for number in range(deals):
        rules = ZIPAI_RULES[("shaoyang", "shaoyang-four")[number % 2]]
        if any_rules and number % 3 == 2:
            rules = rules_like(random_rules(rng))
        found.append(walk(rng, rules))
    return found


def all_tiles(state: State) -> list[Tile]:
    tiles = [*state.stock]
    for hand, melds, lying in zip(state.hands, state.exposed, state.lying, strict=True):
        tiles += [*hand, *lying]
        tiles += [tile for meld in melds for tile in meld.tiles]
    return sorted(tiles + ([] if state.offered is None else [state.offered]))


def test_tiles_are_conserved_and_scores_sum_to_zero() -> None:
    deck = sorted([*Tile] * 4)
    for states in walks("conserved", 60):
        for state in states:
            assert all_tiles(state) == deck, str(state)
            assert bool(state.legal_actions()) != state.is_over
        result = states[-1].result
        assert result is not None
        assert sum(result.scores) == 0
        assert result.scores == states[-1].scores()
        assert states[-2].result is None


def test_every_win_is_counted_again() -> None:
    wins = 0
    for states in walks("counted", 300):
        state = states[-1]
        result = state.result
        assert result is not None
        if result.winner is None:
            assert result.how == "chouzhuang"
            assert not state.stock
            continue
        wins += 1
        seat = result.winner
        source = {"tianhu": None, "self_draw": "self", "turned": "other"}.get(result.how, "discard")
        found = best_hu(
            state.hands[seat],
            state.exposed[seat],
            state.offered,
            source,
            state.rules,
            refused=state.offered in state.refused[seat],
        )
        assert found is not None
        assert found.hu == result.hu >= state.rules.min_hu
        assert found == state.best_hu()
        if result.how != "dihu":
            assert found.piles() == result.piles
        assert result.scores[seat] == result.piles * (state.rules.players - 1)
        assert not states[-2].xianggong[seat]
    assert wins > 30


def test_a_hand_is_counted_whatever_the_least_hu_is() -> None:
    below = 0
    for states in walks("least", 120, any_rules=False):
        for state in states:
            for seat in range(state.rules.players):
                any_hu = state.best_hu(seat, min_hu=0)
                enough = any_hu is not None and any_hu.hu >= state.rules.min_hu
                assert (state.best_hu(seat) is not None) == enough
                below += any_hu is not None and not enough
    assert below > 10
    with pytest.raises(RulesError, match="min_hu"):
        State.deal(1).best_hu(0, min_hu=-1)


def test_who_is_asked_to_win_may() -> None:
    asked = 0
    for states in walks("may win", 100):
        for state in states:
            if state.stage in ("win", "tianhu"):
                asked += 1
                assert state.seat is not None
                assert state._may_win(state.seat)
                assert state.best_hu(state.seat) is not None
    assert asked > 10


def test_texts_and_pickles_are_the_state() -> None:
    for states in walks("texts", 12):
        for state in states:
            again = State.parse(str(state))
            assert again == state
            assert hash(again) == hash(state)
            assert str(again) == str(state)
            assert eval(repr(state), {"State": State}) == state
            assert pickle.loads(pickle.dumps(state)) == state
            assert again.happenings == state.happenings
            assert again.history == state.history
        assert len(set(states)) == len(states)


def test_actions_are_values() -> None:
    seen: set[Action] = set()
    for states in walks("actions", 40):
        seen.update(action for state in states for action in state.legal_actions())
    assert {action.kind for action in seen} == set(ActionKind)
    assert max(len(action.melds) for action in seen) == 2
    for action in seen:
        assert Action.parse(str(action)) == action == Action.parse(action.text)
        assert pickle.loads(pickle.dumps(action)) == action
        assert eval(repr(action), {"Action": Action}) == action
        assert action.text.isascii()
        assert f"{action:>4}" == f"{action!s:>4}"
    assert len({str(action) for action in seen}) == len(seen)
    assert Action.parse("-") == PASS
    assert PASS != WIN != PENG != "碰"


def test_play_accepts_exactly_the_legal_actions() -> None:
    every = {action for states in walks("all", 30) for s in states for action in s.legal_actions()}
    for states in walks("exactly", 4):
        for state in states:
            legal = state.legal_actions()
            for action in every:
                if action in legal:
                    assert state.play(action).history[-1] == (state.seat, action)
                    continue
                with pytest.raises(IllegalMoveError) as error:
                    state.play(action)
                assert (error.value.reason == Reason.OVER) == state.is_over


# -- views -------------------------------------------------------------------------------------


def test_events_fold_into_views() -> None:
    for states in walks("events", 4):
        seats = [None, *range(states[0].rules.players)]
        for seat in seats:
            views = [state.view(seat) for state in states]
            for state, view in zip(states, views, strict=True):
                folded: Any = None
                for event in state.events(0, seat):
                    folded = fold(folded, event)
                assert folded == view
                assert json.loads(json.dumps(view)) == view
            for since in range(0, len(states), 7):
                known: Any = views[since]
                for event in states[-1].events(states[since].version, seat):
                    known = fold(known, event)
                assert known == views[-1]


def test_events_tell_what_happened() -> None:
    for states in walks("told", 6):
        for state in (states[0], states[-1]):
            for seat in [None, *range(state.rules.players)]:
                told = [event["happening"] for event in state.events(0, seat)]
                assert told[0] is None
                assert [text for text in told if text] == state.view(seat)["happenings"]


def test_history_is_the_actions() -> None:
    for states in walks("history", 6):
        done: list[tuple[int | None, Action]] = []
        for before, after in itertools.pairwise(states):
            assert list(before.history) == done
            seat, action = after.history[-1]
            assert seat == before.seat
            assert before.play(action) == after
            done.append((seat, action))


def test_a_question_shows_in_no_other_view() -> None:
    asked = 0
    for states in walks("questions", 40):
        for before, after in itertools.pairwise(states):
            if after.version != before.version:
                continue
            asked += 1
            seat = before.seat
            for viewer in [None, *range(before.rules.players)]:
                if viewer not in (seat, after.seat):
                    assert before.view(viewer) == after.view(viewer)
                    assert before.events(0, viewer) == after.events(0, viewer)
    assert asked > 50


def test_nobody_sees_that_tianhu_is_offered() -> None:
    scenario = next(
        one for one in SCENARIOS if one["name"] == "5.3 tianhu is declined and the dealer discards"
    )
    state = StateDriver(scenario).state
    assert state.stage == "tianhu"
    declined = state.play(PASS)
    assert state.view(0) != declined.view(0)
    for viewer in (None, 1, 2):
        assert state.view(viewer) == declined.view(viewer)
        assert state.view(viewer)["stage"] == "discard"


def swapped(rng: random.Random, state: State, viewer: int) -> State | None:
    """The deal begun anew with two tiles swapped that the viewer has never seen."""
    hands, stock = state.dealt
    lists = [[*hand] for hand in hands] + [[*stock]]
    left = len(stock) - len(state.stock)
    places = [(s, i) for s in range(len(hands)) if s != viewer for i in range(len(lists[s]))]
    places += [(len(hands), i) for i in range(left, len(stock))]
    (a, i), (b, k) = rng.sample(places, 2)
    lists[a][i], lists[b][k] = lists[b][k], lists[a][i]
    if a == b < len(hands) or lists[a][i] == lists[b][k]:
        return None
    tiles = [sum((Tiles(str(tile)) for tile in hand), Tiles()) for hand in lists[:-1]]
    return State.from_hands(tiles, lists[-1], state.dealer, state.rules)


def follow(twin: State, state: State, viewer: int) -> State | None:
    """Play a twin so that the viewer sees and does the same; None if that cannot be."""
    target = state.view(viewer)["happenings"]
    mine = [action for seat, action in state.history if seat == viewer]
    while True:
        seen = twin.view(viewer)["happenings"]
        if target[: len(seen)] != seen:
            return None
        if len(seen) == len(target) and (twin.seat == viewer) == (state.seat == viewer):
            done = sum(seat == viewer for seat, _ in twin.history)
            if done == len(mine):
                return twin
        if twin.seat is None:
            return None
        legal: Any = twin.legal_actions()
        if twin.seat == viewer:
            done = sum(seat == viewer for seat, _ in twin.history)
            if done == len(mine) or mine[done] not in legal:
                return None
            legal = [mine[done]]
        options = [twin.play(action) for action in legal]
        fits = [
            one for one in options if target[: one.version - 1] == one.view(viewer)["happenings"]
        ]
        if not fits:
            return None
        twin = max(fits, key=lambda one: len(one.view(viewer)["happenings"]) > len(seen))


def test_views_do_not_depend_on_hidden_tiles() -> None:
    rng = random.Random("hidden")
    compared = 0
    for states in walks("hidden", 60, any_rules=False):
        state = rng.choice(states[:-1])
        for viewer in range(state.rules.players):
            for _ in range(4):
                twin = swapped(rng, state, viewer)
                other = None if twin is None else follow(twin, state, viewer)
                if other is None or other.history == ():
                    continue
                compared += 1
                assert other.view(viewer) == state.view(viewer)
                assert other.events(0, viewer)[-1] == state.events(0, viewer)[-1]
    assert compared > 50


def test_a_hidden_four_is_counted_only() -> None:
    rng = random.Random("fours")
    seen = 0
    while seen < 5:
        state = State.deal(rng)
        if not any(state.face_down):
            continue
        seen += 1
        for seat, tiles in enumerate(state.face_down):
            for viewer in [None, *range(3)]:
                view = state.view(viewer)
                shown = [meld for meld in view["exposed"][seat] if meld.startswith("ti:")]
                assert view["face_down"][seat] == len(tiles)
                assert shown == ([f"ti:{str(t) * 4}" for t in tiles] if viewer == seat else [])
                longs = [text for text in view["happenings"] if text.startswith(f"long {seat}")]
                own = viewer == seat
                assert longs == [f"long {seat} {t}" if own else f"long {seat}" for t in tiles]


# -- what callers pass -------------------------------------------------------------------------


def test_deals_are_reproducible() -> None:
    assert State.deal(5) == State.deal(5) != State.deal(6)
    assert State.deal(random.Random(1)) == State.deal(random.Random(1))
    assert State.deal() != State.deal()
    text = str(State.deal(0, ZIPAI_RULES["shaoyang-four"], 3))
    assert text.startswith("shaoyang-four 3 ")


def test_default_action_is_legal() -> None:
    for states in walks("default", 10):
        for state in states[:-1]:
            assert state.default_action() in state.legal_actions()
        with pytest.raises(IllegalMoveError, match="over"):
            states[-1].default_action()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"melds": None}, "number of melds"),
        ({"players": 4}, "80 tiles are too few"),
    ],
)
def test_rules_that_no_deal_can_be_played_by(changes: Any, message: str) -> None:
    rules = ZIPAI_RULES["shaoyang"].replace(**changes)
    with pytest.raises(RulesError, match=message):
        State.deal(1, rules)
    with pytest.raises(RulesError, match=message):
        random_deals(1, rules)


def test_hands_that_are_no_deal() -> None:
    hands, stock = State.deal(1).dealt
    assert State.from_hands(hands, "".join(map(str, stock))) == State.deal(1)
    assert State.from_hands(hands, "".join(tile.text for tile in stock)) == State.deal(1)
    with pytest.raises(DdzError, match="3 seats"):
        State.from_hands(hands[:2], stock)
    with pytest.raises(DdzError, match="seat 0 is dealt 20 tiles, not 21"):
        State.from_hands(hands, stock, dealer=1)
    with pytest.raises(DdzError, match="there are 4 tiles"):
        State.from_hands(hands, stock[1:])
    with pytest.raises(DdzError, match="there are 4 tiles"):
        State.from_hands(hands, [*stock] * 9)
    with pytest.raises(DdzError, match="seats are 0 to 2"):
        State.from_hands(hands, stock, 3)
    with pytest.raises(ParseError, match="column 3"):
        State.from_hands(hands, "一二x")
    with pytest.raises(ParseError, match="column 401"):
        State.from_hands(hands, "一" * 401)
    with pytest.raises(TypeError):
        State()
    with pytest.raises(TypeError):
        State.from_hands(hands, stock, rules="shaoyang")  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", [State, Action, Deal, Past])
def test_objects_without_contents_cannot_be_made(kind: Any) -> None:
    for make in (kind, lambda: kind.__new__(kind), lambda: object.__new__(kind)):
        with pytest.raises(TypeError):
            make()
    with pytest.raises(TypeError):
        kind("碰", a=2)


def test_a_seat_that_is_not_asked_is_told_so_and_nothing_else() -> None:
    for states in walks("turn", 6):
        for state in states:
            for seat in range(state.rules.players):
                for action in (state.legal_actions() or (PASS,))[:3]:
                    if seat == state.seat:
                        assert state.play(action, seat=seat) == state.play(action)
                        continue
                    with pytest.raises(IllegalMoveError) as error:
                        state.play(action, seat=seat)
                    assert error.value.reason == (
                        Reason.OVER if state.is_over else Reason.NOT_YOUR_TURN
                    )
                    told = "the deal is over" if state.is_over else f"not the turn of seat {seat}"
                    assert told in str(error.value)


def test_seats_that_play_cannot_take() -> None:
    state = State.deal(1)
    action = state.legal_actions()[0]
    wrong: Any
    for wrong in (3, -1, 1 << 70):
        with pytest.raises(DdzError):
            state.play(action, seat=wrong)
    for wrong in ("0", True, 0.0):
        with pytest.raises(TypeError):
            state.play(action, seat=wrong)
    with pytest.raises(TypeError):
        state.play(action, 0)  # type: ignore[call-arg]


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("", 1),
        ("胡五", 1),
        ("打", 2),
        ("打x", 2),
        ("打五六", 2),
        ("discard:5x", 9),
        ("吃一二四", 2),
        ("吃一二三+一一", 6),
        ("吃一二三+五x", 7),
        ("eat:1s2s3s+1s1s1b+1s1b1b+2s3s4s", 32),
        ("打" * 50, 41),
    ],
)
def test_texts_that_are_no_action(text: str, column: int) -> None:
    with pytest.raises(ParseError) as error:
        Action.parse(text)
    assert error.value.column == column


def test_values_that_are_no_action() -> None:
    with pytest.raises(TypeError):
        Action.parse(5)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Action("碰")  # type: ignore[call-arg]
    with pytest.raises(DdzError):
        Action.eat()
    with pytest.raises(DdzError):
        Action.eat("五五五")
    with pytest.raises(TypeError):
        State.deal(1).play("碰")  # type: ignore[arg-type]


def test_fuzzed_texts_give_documented_errors() -> None:
    rng = random.Random("fuzz")
    texts = [str(states[-1]) for states in walks("fuzz", 6)]
    alphabet = "一二五十壹伍拾打碰吃胡过 :;=/+-0129sTbx|\x00"
    refused = 0
    for _ in range(800):
        text = list(rng.choice(texts))
        for _ in range(rng.randint(1, 3)):
            place = rng.randrange(len(text))
            text[place : place + rng.randint(0, 2)] = rng.choice(alphabet) * rng.randint(0, 2)
        written = "".join(text)
        try:
            state = State.parse(written)
        except (ParseError, RulesError) as error:
            refused += 1
            if isinstance(error, ParseError):
                assert 1 <= error.column <= len(written) + 1
        else:
            assert State.parse(str(state)) == state
    assert refused > 400


# -- many deals --------------------------------------------------------------------------------


@pytest.mark.parametrize("greedy", [False, True])
@pytest.mark.parametrize("name", list(PRESETS))
def test_random_deals(name: str, greedy: bool) -> None:
    rules = ZIPAI_RULES[name]
    deals = random_deals(5_000, rules, 3, greedy=greedy, dealer=2)
    again = random_deals(5_000, rules, 3, greedy=greedy, dealer=2)
    for field, array in deals._asdict().items():
        assert np.array_equal(array, getattr(again, field))
    undecided = deals.ends == ENDS.index("chouzhuang")
    assert ((deals.winners < 0) == undecided).all()
    assert ((deals.hu >= rules.min_hu) != undecided).all()
    assert not deals.scores.sum(axis=1).any()
    assert (deals.scores.max(axis=1) == deals.piles * (rules.players - 1)).all()
    bonus = np.isin(deals.ends, [ENDS.index(end) for end in ("tianhu", "dihu", "self_draw")])
    base = (deals.hu.astype(np.int64) - rules.min_hu) // rules.per + 1 + bonus
    assert (deals.piles == np.where(undecided, 0, base)).all()
    following = np.where(undecided, (deals.dealers + 1) % rules.players, deals.winners)
    assert deals.dealers[0] == 2
    assert (deals.dealers[1:] == following[:-1]).all()
    assert (undecided.mean() < 0.3) == greedy


@pytest.mark.parametrize("greedy", ["no", 0, 1, None])
def test_greedy_is_true_or_false(greedy: Any) -> None:
    with pytest.raises(TypeError, match="greedy is True or False"):
        random_deals(1, seed=1, greedy=greedy)


def test_random_deals_end_like_those_of_states() -> None:
    """The share of deals without a win, and the actions of a deal, within four sigma."""
    rng = random.Random("shares")
    n = 1_500
    plies, undecided = [], 0
    for _ in range(n):
        state = State.deal(rng)
        steps = 0
        while not state.is_over:
            state = state.play(rng.choice(state.legal_actions()))
            steps += 1
        plies.append(steps)
        undecided += state.winner is None
    deals = random_deals(200_000, seed=1)
    share = float((deals.winners < 0).mean())
    assert abs(undecided / n - share) < 4 * (share * (1 - share) / n) ** 0.5
    assert abs(float(np.mean(plies)) - deals.plies.mean()) < 4 * deals.plies.std() / n**0.5


def test_wins_as_dealt_are_as_frequent_as_counted() -> None:
    """8.254e-4 of random hands of 21 tiles win as they stand: within three sigma."""
    deals = random_deals(1_000_000, seed=2, greedy=True)
    plain = deals.replaced == 0
    n, p = int(plain.sum()), 8.254e-4
    found = int((deals.ends[plain] == ENDS.index("tianhu")).sum())
    assert abs(found - n * p) < 3 * (n * p * (1 - p)) ** 0.5


def test_what_random_deals_refuse() -> None:
    assert random_deals(0).scores.shape == (0, 3)
    for n in (-1, 1 << 33):
        with pytest.raises(DdzError):
            random_deals(n)
    with pytest.raises(DdzError):
        random_deals(1, dealer=3)
    with pytest.raises(TypeError):
        random_deals(True)
    with pytest.raises(TypeError):
        random_deals(1, "shaoyang")  # type: ignore[arg-type]


def test_any_rules_can_be_simulated() -> None:
    rng = random.Random("simulated")
    for _ in range(30):
        reference: RefTableRules = random_rules(rng)
        deals = random_deals(50, rules_like(reference), rng, greedy=rng.random() < 0.5)
        assert not deals.scores.sum(axis=1).any()
