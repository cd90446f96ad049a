"""Many deals at once: random games and tables that are stepped together."""

from __future__ import annotations

import contextlib
import copy
import pickle
import random
import signal
import threading
from typing import Any

import numpy as np
import pytest

from ddz import (
    RULES,
    ActionSpace,
    DdzError,
    Hand,
    IllegalMoveError,
    Move,
    Phase,
    Rules,
    State,
    batch,
)
from ddz.batch import Tables, random_games
from test_table_reference import table_rules

CLASSIC = RULES["classic"]
PHASES = list(Phase)


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("play_only", [False, True])
def test_random_games(name: str, play_only: bool) -> None:
    check_games(RULES[name], 3000, play_only)


@pytest.mark.slow
@pytest.mark.parametrize("name", RULES)
def test_a_million_random_games(name: str) -> None:
    check_games(RULES[name], 1_000_000, False)


def check_games(rules: Rules, n: int, play_only: bool) -> None:
    winners, scores, plies = random_games(n, rules, seed=3, play_only=play_only)
    assert scores.shape == (n, rules.players)
    assert not scores.sum(axis=1).any()
    auction = 13 + 3 * rules.players  # the longest, and every question
    assert plies.max() <= (162 if rules.decks == 1 else 432) + auction
    if play_only:
        assert plies.max() <= (162 if rules.decks == 1 else 432)
        assert set(winners.tolist()) == {0, 1}
    assert set(winners.tolist()) <= {-1, 0, 1}
    assert not scores[winners == -1].any()
    assert np.abs(scores).max() > 0


def test_random_games_of_any_switches() -> None:
    rng = random.Random("any games")
    for _ in range(60):
        rules = table_rules(rng)
        games = random_games(200, rules, seed=rng.randrange(1 << 40))
        assert not games.scores.sum(axis=1).any()


def test_random_games_are_the_same_with_the_same_seed() -> None:
    one, two = random_games(50, seed=9), random_games(50, seed=9)
    for field in ("winners", "scores", "plies"):
        assert np.array_equal(getattr(one, field), getattr(two, field))
    other = random_games(50, seed=10)
    assert (one.plies != other.plies).any()
    same = random_games(50, seed=random.Random(4)), random_games(50, seed=random.Random(4))
    assert (same[0].plies == same[1].plies).all()
    assert len(random_games(0).plies) == 0


def test_random_games_are_uniform_over_actions() -> None:
    """The first call of a deal is one of four, each as often; few seats win with no play."""
    calls = np.zeros(4)
    tables = Tables(4000, seed=1)
    games = random_games(40_000, RULES["openspiel"], seed=2)
    # all three pass at first with (1/4)^3
    assert abs((games.winners == -1).mean() - 1 / 64) < 0.004
    legal = tables.legal()
    for i in range(len(tables)):
        calls[: len(legal[i])] += 1
    assert calls.tolist() == [4000] * 4


@pytest.mark.parametrize("name", ["classic", "four-player"])
def test_deals_are_uniform(name: str) -> None:
    """Each place of the deal holds each card as often, and two cards meet as often."""
    rules = RULES[name]
    n = 20_000
    tables = Tables(n, rules, seed=11)
    shifts = np.arange(0, 60, 4, dtype=np.uint64)
    copies = np.array([4 * rules.decks] * 13 + [rules.decks] * 2)
    for held, cards in [
        *((tables.hands[:, seat], rules.hand_cards) for seat in range(rules.players)),
        (tables.kitties, rules.kitty_cards),
    ]:
        counts = (held[:, None] >> shifts & 15).astype(np.int64)
        assert (counts.sum(axis=1) == cards).all()
        share = cards / rules.deck_cards
        # hypergeometric: the mean, and the spread that neighbours in the pack would change
        assert np.abs(counts.mean(axis=0) - copies * share).max() < 0.05
        spread = copies * share * (1 - share)
        spread *= (rules.deck_cards - copies) / (rules.deck_cards - 1)
        assert np.abs(counts.var(axis=0) - spread).max() < 0.06


def test_the_landlord_wins_as_often_in_python() -> None:
    rng = random.Random("python games")
    won = 0
    for seed in range(1500):
        state = State.deal(seed)
        state = State.from_hands(state.hands, state.kitty, landlord=state.first)
        while not state.is_over:
            state = state.play(rng.choice(state.legal_actions()))
        won += state.winner == "landlord"
    often = (random_games(100_000, seed=5, play_only=True).winners == 0).mean()
    assert abs(won / 1500 - often) < 0.05


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ((-1,), DdzError),
        ((1 << 40,), DdzError),
        ((True,), TypeError),
        ((1.0,), TypeError),
        ((1, "classic"), TypeError),
        ((1, CLASSIC, "seed"), TypeError),
    ],
)
def test_wrong_arguments(arguments: tuple[Any, ...], error: type[Exception]) -> None:
    with pytest.raises(error):
        random_games(*arguments)
    with pytest.raises(error):
        Tables(*arguments)


# -- tables ----------------------------------------------------------------------------------------


def chosen(tables: Tables, rng: np.random.Generator) -> Any:
    legal = tables.legal()
    counts = np.diff(legal.offsets)
    assert ((counts == 0) == tables.done).all()
    places = legal.offsets[:-1] + (rng.random(len(tables)) * counts).astype(np.int64)
    return legal.words.take(places, mode="clip")


def deal_of(tables: Tables, i: int) -> State:
    """The deal of a table that has just begun, as a State."""
    hands = [Hand(word) for word in tables.hands[i]]
    kitty = Hand(tables.kitties[i])
    landlord = int(tables.landlords[i])
    if landlord >= 0:
        hands[landlord] -= kitty
    rules = tables.rules
    first = landlord if rules.auction == "none" else int(tables.seats[i])
    return State.from_hands(hands, kitty, rules=rules, first=first)


def compare(tables: Tables, states: list[State]) -> None:
    legal = tables.legal()
    hands, bars, seats = tables.hands, tables.to_beat, tables.seats
    phases, done, scores = tables.phases, tables.done, tables.scores
    landlords, winners = tables.landlords, tables.winners
    for i, state in enumerate(states):
        assert [int(hand) for hand in state.hands] == hands[i].tolist()
        assert int(state.to_beat) == bars[i]
        assert (-1 if state.seat is None else state.seat) == seats[i]
        assert state.phase == PHASES[phases[i]]
        assert state.is_over == done[i]
        assert (-1 if state.landlord is None else state.landlord) == landlords[i]
        assert {"landlord": 0, "peasants": 1, None: -1}[state.winner] == winners[i]
        assert scores[i].tolist() == (
            list(state.scores()) if state.is_over else [0] * len(hands[i])
        )
        actions = list(state.legal_actions())
        assert legal[i].tolist() == [word_of(action) for action in actions]


def word_of(action: Any) -> int:
    from ddz import Choice

    return list(Choice).index(action) if isinstance(action, Choice) else int(action)


@pytest.mark.parametrize("name", RULES)
def test_tables_are_states(name: str) -> None:
    rng = np.random.default_rng(1)
    tables = Tables(6, RULES[name], seed=8)
    states = [deal_of(tables, i) for i in range(6)]
    compare(tables, states)
    while not tables.done.all():
        words = chosen(tables, rng)
        for i, state in enumerate(states):
            if not state.is_over:
                actions = list(state.legal_actions())
                states[i] = state.play(actions[list(map(word_of, actions)).index(int(words[i]))])
        tables.step(words)
        compare(tables, states)
    assert tables.redeal() == 6
    assert not tables.done.any()
    assert tables.redeal() == 0


def test_an_illegal_action_changes_nothing() -> None:
    tables = Tables(5, seed=2, play_only=True)
    hands = tables.hands.copy()
    words = tables.legal().words[tables.legal().offsets[:-1]].copy()
    for wrong in (0, 1 << 60, 2**64 - 1, int(Move.parse("BR")) + 1, 7):
        for listed in (True, False):
            if listed:
                tables.legal()
            bad = words.copy()
            bad[3] = wrong
            with pytest.raises(IllegalMoveError, match="table 3"):
                tables.step(bad)
            assert (tables.hands == hands).all()
    tables.step(words)
    assert (tables.hands != hands).any(axis=1).all()


def test_listed_actions_cannot_be_forged() -> None:
    tables = Tables(2, seed=2)
    words = tables.legal().words
    with pytest.raises(ValueError, match="read-only"):
        words[0] = 9
    with pytest.raises(ValueError, match="writeable|WRITEABLE"):
        words.flags.writeable = True


@pytest.mark.parametrize(
    ("actions", "error"),
    [
        (np.zeros(4, np.uint64), DdzError),
        (np.zeros((5, 1), np.uint64), DdzError),
        (np.zeros(5, np.int64), TypeError),
        (np.zeros(5, np.float64), TypeError),
        ([0] * 5, TypeError),
    ],
)
def test_wrong_actions(actions: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        Tables(5).step(actions)


def test_ids_and_masks() -> None:
    rng = np.random.default_rng(5)
    space = ActionSpace.of()
    tables = Tables(7, seed=3, play_only=True)
    for _ in range(300):
        masks = tables.masks(space)
        legal = tables.legal()
        assert masks.sum(axis=1).tolist() == np.diff(legal.offsets).tolist()
        for i in np.flatnonzero(~tables.done).tolist():
            assert set(np.flatnonzero(masks[i])) == set(space.ids(legal[i]).tolist())
        ids = np.array([rng.choice(np.flatnonzero(m)) if m.any() else 0 for m in masks], np.int64)
        tables.step(ids, space)
        tables.redeal()
    with pytest.raises(DdzError, match="ids of"):
        tables.step(np.full(7, len(space)), space)
    auction = Tables(3, seed=1)
    assert not auction.masks(space).any()
    auction.step(np.array([3, 0, 3]), space)
    assert auction.phases.tolist() == [7, 0, 7]


def test_masks_know_the_quota() -> None:
    rules = RULES["four-player-wheel"]
    space = ActionSpace.of(rules)
    rng = np.random.default_rng(2)
    tables = Tables(200, rules, seed=5)
    fewer = 0
    for _ in range(120):
        playing = np.flatnonzero(tables.phases == PHASES.index(Phase.PLAY))
        seats = tables.seats[playing]
        held = tables.hands[playing, seats]
        plain = space.masks(held, tables.to_beat[playing])
        masks = tables.masks(space)[playing]
        assert not (masks & ~plain).any()
        fewer += int((masks != plain).any(axis=1).sum())
        tables.step(chosen(tables, rng))
    assert fewer > 0


def test_the_rules_of_tables_stay() -> None:
    tables = Tables(1, RULES["four-player"])
    for name in ("rules", "hands", "scores", "done"):
        with pytest.raises(AttributeError):
            setattr(tables, name, RULES["classic"])
    assert tables.rules is RULES["four-player"]
    assert tables.hands.shape == tables.scores.shape == (1, 4)


def test_arrays_of_other_sizes_are_not_written_to() -> None:
    array = Tables(3)._array
    for what in ("hands", "scores", "kitties", "to_beat", "seats"):
        for size in (1, 2, 1000):
            with pytest.raises(ValueError, match="bytes"):
                array.read(what, np.zeros(size, np.uint8))
    with pytest.raises(ValueError, match="bytes"):
        array.legal(np.zeros(3, np.int64))
    with pytest.raises(ValueError, match="bytes"):
        array.step(np.zeros(2, np.uint64))


def test_the_array_of_actions_may_change_meanwhile() -> None:
    """A step does what it has checked, whatever another thread writes."""
    tables = Tables(2000, seed=1)
    calls = np.zeros(2000, np.uint64)
    done = threading.Event()

    def work() -> None:
        while not done.is_set():
            calls[:] = 2**60 + 5
            calls[:] = 0

    thread = threading.Thread(target=work)
    thread.start()
    for _ in range(300):
        with contextlib.suppress(IllegalMoveError):
            tables.step(calls)
        tables.redeal()
    done.set()
    thread.join()
    assert set(tables.phases.tolist()) == {PHASES.index(Phase.AUCTION)}


def test_what_stands_at_other_tables() -> None:
    space = ActionSpace.of()
    tables = Tables(8, seed=1, play_only=True)
    rng = np.random.default_rng(1)

    def legal_ids() -> Any:
        return np.array(
            [rng.choice(np.flatnonzero(m) if m.any() else 1) for m in tables.masks(space)]
        )

    while not tables.done.any():
        tables.step(legal_ids(), space)
    assert not tables.done.all()
    for anything in (-1, len(space), 2**63 - 1, -(2**63)):
        ids = np.where(tables.done, anything, legal_ids())
        with pytest.raises(DdzError, match="ids of"):
            tables.step(np.where(tables.done, ids, anything), space)
        tables.step(ids, space)
    rules = RULES["classic"].replace(levels=(1, 10**6))
    auction = Tables(2, rules, seed=1)
    auction.step(np.array([10**6, 1]), space)
    assert auction.phases.tolist() == [PHASES.index(Phase.PLAY), PHASES.index(Phase.AUCTION)]
    lead = int(space.ids(auction.legal()[0])[0])
    with pytest.raises(IllegalMoveError, match="table 1"):
        auction.step(np.array([lead, -1]), space)


def test_an_id_that_is_no_play_does_not_pass() -> None:
    space = ActionSpace.named("openspiel")
    tables = Tables(1, RULES["openspiel"], seed=1, play_only=True)
    tables.step(tables.masks(space).argmax(axis=1).astype(np.int64), space)
    for bid in (1, 2, 3):
        with pytest.raises(DdzError, match="no play"):
            tables.step(np.array([bid]), space)
    tables.step(np.array([0]), space)


@pytest.mark.parametrize("space", ["rlcard", b"x", 1, ActionSpace])
def test_what_is_no_space(space: Any) -> None:
    tables = Tables(2, play_only=True)
    with pytest.raises(TypeError, match="ActionSpace"):
        tables.masks(space)
    with pytest.raises(TypeError, match="ActionSpace"):
        tables.step(np.zeros(2, np.int64), space)


@pytest.mark.parametrize("flag", [1, "no", None, []])
def test_what_is_no_flag(flag: Any) -> None:
    with pytest.raises(TypeError, match="play_only"):
        random_games(1, play_only=flag)
    with pytest.raises(TypeError, match="play_only"):
        Tables(1, play_only=flag)


class Alarm(Exception):
    """What a signal's handler raises."""


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="the system has no timers")
@pytest.mark.parametrize("make", [Tables, random_games])
def test_dealing_can_be_interrupted(make: Any) -> None:
    def ring(*_: object) -> None:
        raise Alarm

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 0.03)
    try:
        with pytest.raises(Alarm):
            make(1_000_000)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_no_tables() -> None:
    tables = Tables(0)
    assert (len(tables), tables.redeal(), len(tables.legal())) == (0, 0, 0)
    tables.step(np.zeros(0, np.uint64))
    assert tables.hands.shape == (0, 3)


def test_games_in_threads() -> None:
    expected = random_games(2000, seed=1).scores.sum(axis=0).tolist()
    found: list[list[int]] = []

    def work() -> None:
        found.append(random_games(2000, seed=1).scores.sum(axis=0).tolist())

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 4


def test_tables_in_threads() -> None:
    """Threads that share tables disturb each other's choices, and nothing else."""
    tables = Tables(64, seed=1)
    refused = []

    def work(seed: int) -> None:
        rng = np.random.default_rng(seed)
        for _ in range(200):
            legal = tables.legal()
            places = legal.offsets[:-1] + (rng.random(64) * np.diff(legal.offsets)).astype(np.int64)
            try:
                tables.step(legal.words.take(places, mode="clip"))
            except IllegalMoveError as error:
                refused.append(error)
            tables.redeal()

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {sum(Hand(word).counts) <= 20 for word in tables.hands.ravel()} == {True}


def test_batch_exports() -> None:
    assert batch.random_games is random_games
    assert batch.Tables is Tables


def test_tables_are_neither_copied_nor_made_twice() -> None:
    tables = Tables(2, seed=1)
    for act in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="not copied or pickled"):
            act(tables)
    with pytest.raises(TypeError, match="made once"):
        tables.__init__(3)  # type: ignore[misc]
    assert len(tables) == 2
