"""Whole deals: the auction, the questions before the first lead, play and the score."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ddz import (
    PASS,
    RULES,
    Choice,
    DdzError,
    Hand,
    IllegalMoveError,
    Move,
    Phase,
    Rank,
    Reason,
    Rules,
    State,
    perft,
)

CLASSIC = RULES["classic"]
FOUR = RULES["four-player"]
WHEEL = RULES["four-player-wheel"]
SOUTH = RULES["four-player-wheel-south"]
NORTH = RULES["four-player-wheel-north"]
SMALL = ["345", "678", "9TJ", "QKA"]
EIGHT = "33333333"


def run(state: State, script: str) -> State:
    """Play calls, choices and moves; `-` is a pass and a call of nothing."""
    for word in script.split():
        if state.phase == Phase.AUCTION:
            state = state.play(0 if word == "-" else int(word))
        elif state.phase == Phase.PLAY:
            state = state.play(Move.parse(word, state.rules))
        else:
            state = state.play(Choice(word))
    return state


def start(rules: Rules, hands: str | list[str], script: str = "", kitty: str = "") -> State:
    held = hands.split() if isinstance(hands, str) else hands
    return run(State.from_hands(held, kitty, rules=rules, first=0), script)


# -- the auction -----------------------------------------------------------------------------------


def auctions(state: State) -> Iterator[State]:
    """Every way in which the auction can end."""
    if state.phase != Phase.AUCTION:
        yield state
        return
    for call in state.legal_actions():
        yield from auctions(state.play(call))


@pytest.mark.parametrize(
    ("players", "auction", "levels", "ways", "longest", "all_pass"),
    [
        (3, "circular", 3, 40, 7, 1),
        (3, "single", 3, 20, 3, 1),
        (4, "circular", 3, 85, 10, 1),
        (4, "single", 3, 35, 4, 1),
        (4, "circular", 4, 341, 13, 1),
        (4, "single", 4, 70, 4, 1),
        (4, "quasi", 3, 15, 4, 0),
        (4, "quasi", 4, 35, 4, 0),
        (3, "first-call", 3, 4, 3, 1),
        (4, "first-call", 3, 5, 4, 1),
        (3, "none", 3, 1, 0, 0),
    ],
)
def test_auctions(
    players: int, auction: str, levels: int, ways: int, longest: int, all_pass: int
) -> None:
    rules = (CLASSIC if players == 3 else FOUR).replace(
        auction=auction, levels=tuple(range(1, levels + 1))
    )
    ends = list(auctions(start(rules, SMALL[:players], kitty="2")))
    assert len(ends) == ways
    assert max(len(end.history) for end in ends) == longest
    assert sum(end.phase == Phase.REDEAL for end in ends) == all_pass
    for end in ends:
        assert perft(end, 0) == 1
        if end.phase == Phase.PLAY:
            calls = [(call, seat) for seat, call in end.history if call]
            assert (end.bid, end.landlord) == (max(calls) if calls else (1, 0))
            assert end.seat == end.landlord
            assert end.seat is not None
            assert end.hands[end.seat] == Hand(SMALL[end.seat]) + Hand("2")


def test_the_last_level_of_the_quasi_auction() -> None:
    ends = auctions(start(WHEEL, SMALL))
    assert Counter(end.bid for end in ends) == {1: 1, 2: 4, 3: 10}


def test_who_passed_may_bid_again() -> None:
    state = start(CLASSIC, SMALL[:3], "- - 1 - 2 - 3")
    assert (state.landlord, state.bid, state.phase) == (0, 3, Phase.PLAY)


def test_all_pass() -> None:
    state = start(CLASSIC, SMALL[:3], "- - -")
    assert (state.phase, state.seat, state.is_over) == (Phase.REDEAL, None, True)
    assert list(state.legal_actions()) == []
    assert (state.scores(), state.winner, state.landlord) == ((0, 0, 0), None, None)
    again = state.redeal(7)
    assert (again.phase, again.rules) == (Phase.AUCTION, CLASSIC)
    assert again == State.deal(7, CLASSIC)
    with pytest.raises(DdzError, match="all passed"):
        again.redeal(7)
    state = start(RULES["openspiel"], SMALL[:3], "- - -")
    assert (state.phase, state.scores()) == (Phase.OVER, (0, 0, 0))


@pytest.mark.parametrize("name", ["rlcard", "douzero"])
def test_without_an_auction_seat_0_is_landlord(name: str) -> None:
    for seed in range(20):
        state = State.deal(seed, RULES[name])
        assert (state.phase, state.landlord, state.bid) == (Phase.PLAY, 0, 1)
        assert [len(hand) for hand in state.hands] == [20, 17, 17]


def test_the_face_up_card() -> None:
    firsts: Counter[int] = Counter()
    for seed in range(600):
        state = State.deal(seed)
        assert state.face_up is not None
        assert state.hands[state.first][state.face_up]
        assert state.seat == state.first
        firsts[state.first] += 1
    assert min(firsts.values()) > 150
    random = [State.deal(seed, CLASSIC.replace(first_bidder="random")) for seed in range(600)]
    assert {state.face_up for state in random} == {None}
    assert min(Counter(state.first for state in random).values()) > 150
    state = State.deal(3, CLASSIC.replace(first_bidder="seat0"))
    assert (state.first, state.face_up) == (0, None)


THREE_BOMBS, TWO_BOMBS = "333344445555", "33334444"


@pytest.mark.parametrize(
    ("rules", "hand", "calls", "legal"),
    [
        (SOUTH, THREE_BOMBS, "", (4,)),
        (SOUTH, THREE_BOMBS, "2", (4,)),
        (SOUTH, "33334444BBRR", "", (4,)),
        (SOUTH, TWO_BOMBS, "", (1, 2, 3, 4)),
        (SOUTH, TWO_BOMBS, "2", (0, 3, 4)),
        (SOUTH, "333333334444", "", (1, 2, 3, 4)),
        (SOUTH.replace(count_eight_as_two=True), "333333334444", "", (4,)),
        (NORTH, "RR", "", (2, 3)),
        (NORTH, "RR", "1", (2, 3)),
        (NORTH, "RR", "2", (3,)),
        (NORTH, "BB", "1", (0, 2, 3)),
        (NORTH, TWO_BOMBS, "1", (2, 3)),
        (NORTH, "BBR", "1", (3,)),
        (NORTH, THREE_BOMBS, "1", (3,)),
        (NORTH.replace(auction="single"), "RR", "", (1, 2, 3)),
        (NORTH.replace(levels=(5, 10, 15)), "RR", "", (10, 15)),
        (NORTH.replace(levels=(7,)), "RR", "", (7,)),
        (NORTH.replace(forced="off"), "RR", "", (1, 2, 3)),
    ],
)
def test_forced_calls(rules: Rules, hand: str, calls: str, legal: tuple[int, ...]) -> None:
    hands = list(SMALL)
    hands[len(calls.split())] = hand
    assert start(rules, hands, calls).legal_actions() == legal


# -- the optional phases ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("snatch", "plays", "scores"),
    [
        ("total", "7 - - - 5", (-9, -9, 27, -9)),
        ("total", "5 6", (6, 6, -18, 6)),
        ("per-farmer", "7 - - - 5", (-9, -9, 27, -9)),
        ("per-farmer", "5 6", (6, 6, -18, 6)),
    ],
)
def test_snatch(snatch: str, plays: str, scores: tuple[int, ...]) -> None:
    rules = WHEEL.replace(snatch=snatch)
    assert rules.score_scale == (3 if snatch == "total" else 1)
    state = start(rules, "3 4 5 6", "1 3", kitty="7")
    assert (state.phase, state.seat, state.landlord) == (Phase.SNATCH, 2, None)
    assert state.legal_actions() == (Choice.SNATCH, Choice.DECLINE)
    state = state.play(Choice.SNATCH)
    assert (state.landlord, state.bid, state.phase) == (2, 3, Phase.PLAY)
    assert state.snatched
    assert state.view(0)["hands"] == ["3", "4", "57", "6"]
    assert state.quotas == (1, 3, None, None)
    assert run(state, plays).scores() == scores


def test_nobody_snatches() -> None:
    rules = WHEEL.replace(snatch="total")
    state = start(rules, "3 4 5 6", "1 3 decline decline 4 5", kitty="7")
    assert (state.landlord, state.scores()) == (1, (9, -27, 9, 9))
    assert start(rules, "3 4 5 6", "1 - - 3", kitty="7").phase == Phase.PLAY


def test_a_draw_before_the_kitty() -> None:
    state = start(NORTH, "BBR 4 5 6", "3", kitty="7")
    assert (state.phase, state.seat, state.landlord) == (Phase.DRAW, 0, 0)
    assert (str(state.hands[0]), state.kitty_taken) == ("BBR", False)
    drawn = run(state, "draw")
    assert (drawn.phase, drawn.scores(), drawn.winner) == (Phase.OVER, (0, 0, 0, 0), None)
    looked = run(state, "look")
    assert (looked.phase, str(looked.hands[0])) == (Phase.TALK, "7BBR")
    assert start(NORTH, "3 4 5 6", "3", kitty="7").phase == Phase.TALK


def test_proposals() -> None:
    state = start(NORTH, "3 4 5 6", "3 propose accept", kitty="7")
    assert (state.phase, state.seat) == (Phase.ANSWER, 2)
    assert run(state, "accept accept").scores() == (0, 0, 0, 0)
    state = run(state, "decline")
    assert (state.phase, state.seat) == (Phase.OPEN, 0)


@pytest.mark.parametrize(
    ("levels", "calls", "lost"),
    [
        ((1, 2, 3), "1 - - -", 1),
        ((1, 2, 3), "2 - - -", 1),
        ((1, 2, 3), "3", 2),
        ((5, 10, 15), "15", 10),
    ],
)
def test_surrender(levels: tuple[int, ...], calls: str, lost: int) -> None:
    state = start(NORTH.replace(levels=levels), "3 4 5 6", f"{calls} surrender")
    assert state.scores() == (-3 * lost, lost, lost, lost)
    assert (state.winner, state.stake().value) == ("peasants", lost)


def test_claims() -> None:
    state = start(WHEEL, ["4", EIGHT, "5", "6"], "2 - - -", kitty="7")
    assert (state.phase, state.seat, state.landlord) == (Phase.CLAIM, 1, 0)
    assert run(state, "claim").scores() == (-6, 2, 2, 2)
    state = start(WHEEL, ["33333334", "9", "5", "6"], "2 - - -", kitty="3")
    assert (state.phase, state.seat) == (Phase.CLAIM, 0)
    assert run(state, "claim").scores() == (6, -2, -2, -2)
    assert start(WHEEL.replace(eight_rule="bomb"), ["4", EIGHT, "5", "6"], "3").phase == Phase.PLAY


@pytest.mark.parametrize(
    ("hands", "plays", "scores"),
    [
        (["8" + EIGHT, "9", "5", "6"], f"{EIGHT} - - - 8", (12, -4, -4, -4)),
        (["4" + EIGHT, "9", "5", "6"], "4 9", (0, 0, 0, 0)),
        (["49", "8" + EIGHT, "5", "6"], f"4 {EIGHT} - - - 8", (-12, 4, 4, 4)),
        (["49", "8" + EIGHT, "5", "6"], "4 - - - 9", (0, 0, 0, 0)),
    ],
)
def test_a_declined_eight(hands: list[str], plays: str, scores: tuple[int, ...]) -> None:
    assert start(WHEEL, hands, f"2 - - - decline {plays}").scores() == scores


def test_both_sides_hold_an_eight() -> None:
    state = start(WHEEL, [EIGHT + "8", "44444444", "5", "6"], "2 - - - decline")
    assert (state.phase, state.seat) == (Phase.CLAIM, 1)
    assert run(state, f"decline {EIGHT} - - - 8").scores() == (0, 0, 0, 0)


def test_the_eight_played_last() -> None:
    rules = WHEEL.replace(eight_last=True)
    state = start(rules, ["4" + EIGHT, "9", "5", "6"], f"2 - - - decline 4 - - - {EIGHT}")
    assert state.scores() == (24, -8, -8, -8)
    assert str(state.stake()) == "2 x 2 (eight) x 2 (eight last) = 8"


@pytest.mark.parametrize(
    ("no_lose", "hands", "plays", "scores"),
    [
        ("off", "333333344 5 6 7", "3333333 - - - 4 5", (-12, 4, 4, 4)),
        ("landlord", "333333344 5 6 7", "3333333 - - - 4 5", (0, 0, 0, 0)),
        ("either", "333333344 5 6 7", "3333333 - - - 4 5", (0, 0, 0, 0)),
        ("landlord", "3A 78BBRR 4 6", "3 BBRR - - - 7 - - A", (12, -4, -4, -4)),
        ("either", "3A 78BBRR 4 6", "3 BBRR - - - 7 - - A", (0, 0, 0, 0)),
        ("either", "33333344 5 6 7", "333333 - - - 4 5", (-6, 2, 2, 2)),
    ],
)
def test_no_lose(no_lose: str, hands: str, plays: str, scores: tuple[int, ...]) -> None:
    state = start(WHEEL.replace(no_lose=no_lose), hands, f"2 - - - {plays}")
    assert state.scores() == scores
    assert (state.stake().value == 0) == (scores == (0, 0, 0, 0))


# -- the bomb quota --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "calls", "quotas"),
    [
        ({}, "1 2 - -", (1, None, 1, 1)),
        ({}, "1 2 3", (1, 2, None, None)),
        ({"quota_landlord": "level"}, "1 2 - -", (1, 2, 1, 1)),
        ({"quota_passed": False}, "1 2 - -", (1, None, None, None)),
        ({"levels": (5, 10, 15)}, "5 10 - -", (1, None, 1, 1)),
        ({"bomb_quota": False}, "1 2 - -", (None,) * 4),
    ],
)
def test_quotas(changes: dict[str, Any], calls: str, quotas: tuple[int | None, ...]) -> None:
    assert start(WHEEL.replace(**changes), SMALL, calls, kitty="2").quotas == quotas


def test_a_bomb_beyond_the_quota_may_only_be_split() -> None:
    state = start(WHEEL, "3J 444455556 7 8", "2 - - - 3 4444 - - -")
    assert state.bombs_used == (0, 1, 0, 0)
    assert str(state.legal_actions()) == "5 6 55 555"
    with pytest.raises(IllegalMoveError, match="has played its 1 bombs") as info:
        run(state, "5555")
    assert info.value.reason == Reason.OVER_QUOTA


@pytest.mark.parametrize("costs", [True, False])
def test_whether_the_rocket_costs_quota(costs: bool) -> None:
    rules = WHEEL.replace(quota_rocket=costs)
    state = start(rules, "3J 4444BBRR6 7 8", "2 - - - 3 4444 - - -")
    assert (Move.parse("BBRR", rules) in state.legal_actions()) != costs
    assert state.bombs_used == (0, 1, 0, 0)
    if not costs:
        assert run(state, "BBRR").bombs_used == (0, 1, 0, 0)


# -- the score -------------------------------------------------------------------------------------

BOMBS = "44445555BR3 67 89"
BOMB_PLAYS = "4444 - - 5555 - - BR - - 3"


@pytest.mark.parametrize(
    ("rules", "scores"),
    [
        (CLASSIC, (48, -24, -24)),
        (CLASSIC.replace(spring=True), (96, -48, -48)),
        (CLASSIC.replace(double_rocket=False), (24, -12, -12)),
        (CLASSIC.replace(double_sizes=()), (12, -6, -6)),
        (CLASSIC.replace(double_each=False), (12, -6, -6)),
        (CLASSIC.replace(double_mode="add"), (24, -12, -12)),
        (CLASSIC.replace(bomb_factor=3, rocket_factor=8), (432, -216, -216)),
        (CLASSIC.replace(payout_win=4), (96, -48, -48)),
        (CLASSIC.replace(payout_win=3), (144, -72, -72)),
        (RULES["openspiel"], (96, -48, -48)),
    ],
)
def test_bid_3_two_bombs_and_a_rocket(rules: Rules, scores: tuple[int, ...]) -> None:
    assert start(rules, BOMBS, f"3 {BOMB_PLAYS}").scores() == scores


def test_without_an_auction() -> None:
    assert start(RULES["rlcard"], BOMBS, BOMB_PLAYS).scores() == (2, -1, -1)
    assert start(RULES["douzero"], BOMBS, BOMB_PLAYS).scores() == (16, -8, -8)


def test_the_stake_explains_itself() -> None:
    state = start(CLASSIC, BOMBS, f"3 {BOMB_PLAYS}")
    assert str(state.stake()) == "3 x 4 (bombs) x 2 (rockets) = 24"
    state = start(CLASSIC, BOMBS, "3")
    assert (str(state.stake()), state.stake().factors) == ("3 = 3", ())
    assert start(CLASSIC, BOMBS).stake().value == 0


@pytest.mark.parametrize(
    ("hands", "plays", "scores"),
    [
        ("34 5 6", "3 5", (-8, 4, 4)),
        ("348 579 6", "3 5 - 8 9 - - 7", (-4, 2, 2)),
        ("33 5 6", "33", (8, -4, -4)),
        ("3A 45 6", "3 4 6", (-8, 4, 4)),
        ("3A 45 67", "3 4 - A", (4, -2, -2)),
    ],
)
def test_springs(hands: str, plays: str, scores: tuple[int, ...]) -> None:
    assert start(RULES["openspiel"], hands, f"2 - - {plays}").scores() == scores
    base = {2: 1, 4: 1, 8: 2}[abs(scores[0])]
    plain = start(CLASSIC, hands, f"2 - - {plays}").scores()
    assert plain == tuple(score // base for score in scores)


@pytest.mark.parametrize(
    ("bomb", "factor"), [("3333", 1), ("33333", 1), ("333333", 2), (7 * "3", 2), ("BBRR", 2)]
)
def test_which_bombs_double_with_four_players(bomb: str, factor: int) -> None:
    state = start(FOUR, f"{bomb}4 5 6 7", f"3 {bomb} - - - 4")
    assert state.scores() == (9 * factor, -3 * factor, -3 * factor, -3 * factor)


@pytest.mark.parametrize("value", [1, 2, 3, 4])
@pytest.mark.parametrize("choice", ["open", "decline"])
@pytest.mark.parametrize("bombs", [0, 1, 2])
@pytest.mark.parametrize("mode", ["mul", "add"])
def test_stakes_of_the_wheel(value: int, choice: str, bombs: int, mode: str) -> None:
    rules = WHEEL.replace(open_play=True, levels=(1, 2, 3, 4), double_mode=mode)
    cards = ["5", "3333333 5", "3333333 BBRR 5"][bombs].split()
    calls = "4" if value == 4 else f"{value} - - -"
    state = start(
        rules, ["".join(cards), "6", "7", "8"], f"{calls} {choice} {' - - - '.join(cards)}"
    )
    events = (choice == "open") + (bombs > 0)  # however many bombs: once
    unit = value * (2**events if mode == "mul" else 1 + events)
    assert state.scores() == (3 * unit, -unit, -unit, -unit)


@pytest.mark.parametrize("bomb", ["333333", "33333", "44444444"])
def test_other_bombs_do_not_double_in_the_wheel(bomb: str) -> None:
    rules = WHEEL.replace(eight_rule="bomb")
    assert start(rules, f"{bomb}5 6 7 8", f"3 {bomb} - - - 5").scores() == (9, -3, -3, -3)


# -- play ------------------------------------------------------------------------------------------


def test_tricks() -> None:
    state = State.from_hands(["3467", "4589", "55TJ"], landlord=1)
    assert (state.seat, state.to_beat, state.to_beat_seat) == (1, PASS, None)
    state = run(state, "4 5")
    assert (state.seat, str(state.to_beat), state.to_beat_seat) == (0, "5", 2)
    state = run(state, "- 8 - -")
    assert (state.seat, state.to_beat, state.to_beat_seat) == (1, PASS, None)
    state = run(state, "5 - 6 - J")
    assert (state.seat, state.to_beat_seat) == (0, 2)
    state = run(state, "- - 5 7 9")
    assert (state.is_over, state.winner, state.scores()) == (True, "landlord", (-1, 2, -1))
    assert [str(hand) for hand in state.hands] == ["34", "", "T"]


@pytest.mark.parametrize(
    ("script", "move", "reason"),
    [
        ("", "-", Reason.MUST_LEAD),
        ("", "9", Reason.NOT_IN_HAND),
        ("", "444", Reason.NOT_IN_HAND),
        ("4", "3", Reason.NOT_IN_HAND),
        ("44", "55", None),
        ("66", "55", Reason.DOES_NOT_BEAT),
        ("66", "9", Reason.DOES_NOT_BEAT),
        ("66", "555+9", Reason.DOES_NOT_BEAT),
    ],
)
def test_refusals(script: str, move: str, reason: Reason | None) -> None:
    state = run(State.from_hands(["4466", "5559", "77"], landlord=0), script)
    if reason is None:
        state.play(Move.parse(move))
        return
    with pytest.raises(IllegalMoveError) as info:
        state.play(Move.parse(move))
    assert info.value.reason == reason


def test_a_move_of_other_rules_is_no_combination() -> None:
    state = State.from_hands(["333444555666BR", "4", "5"], landlord=0)
    for move in (Move.parse("333444+BR"), Move.parse("333444555+666")):
        with pytest.raises(IllegalMoveError, match="not a combination"):
            state.play(move)


@pytest.mark.parametrize(
    ("state", "action", "reason"),
    [
        (start(CLASSIC, SMALL[:3], "2"), 1, Reason.NOT_OFFERED),
        (start(CLASSIC, SMALL[:3], "2"), 4, Reason.NOT_OFFERED),
        (start(CLASSIC, SMALL[:3], "2"), -1, Reason.NOT_OFFERED),
        (start(CLASSIC, SMALL[:3], "2"), 10**30, Reason.NOT_OFFERED),
        (start(CLASSIC, SMALL[:3], "2"), PASS, Reason.NOT_THIS_PHASE),
        (start(CLASSIC, SMALL[:3], "2"), Choice.DECLINE, Reason.NOT_THIS_PHASE),
        (start(CLASSIC, SMALL[:3], "3"), 0, Reason.NOT_THIS_PHASE),
        (start(CLASSIC, SMALL[:3], "3"), Choice.PLAY, Reason.NOT_THIS_PHASE),
        (start(NORTH, SMALL, "3"), Choice.CLAIM, Reason.NOT_OFFERED),
        (start(NORTH, SMALL, "3"), 3, Reason.NOT_THIS_PHASE),
        (start(CLASSIC, SMALL[:3], "- - -"), 1, Reason.OVER),
        (start(CLASSIC, "3 4 5", "3 3"), PASS, Reason.OVER),
        (start(CLASSIC, "3 4 5", "3 3"), Choice.OPEN, Reason.OVER),
    ],
)
def test_actions_of_other_phases(state: State, action: Any, reason: Reason) -> None:
    with pytest.raises(IllegalMoveError) as info:
        state.play(action)
    assert info.value.reason == reason


@pytest.mark.parametrize("action", ["3", "-", "pass", None, 3.0, True, Hand("3"), b"3", [3], ()])
def test_what_is_no_action_at_all(action: Any) -> None:
    for state in (
        start(CLASSIC, SMALL[:3]),
        start(CLASSIC, SMALL[:3], "3"),
        start(NORTH, SMALL, "3"),
    ):
        with pytest.raises(TypeError, match="an action is"):
            state.play(action)


def test_default_actions() -> None:
    assert start(CLASSIC, SMALL[:3]).default_action() == 0
    assert start(WHEEL, SMALL).default_action() == 1
    assert start(SOUTH, [THREE_BOMBS, "6", "7", "8"]).default_action() == 4
    state = start(CLASSIC, ["5533", "678", "9TJ"], "3")
    assert state.default_action() == Move.parse("3")
    assert run(state, "3").default_action() is PASS
    rules = NORTH.replace(snatch="total")
    state = start(rules, ["BBR", EIGHT, "5", "6"])
    neutral = []
    while state.phase != Phase.PLAY:
        neutral.append((state.phase.value, state.default_action()))
        state = state.play(Choice.PROPOSE if state.phase == Phase.TALK else state.default_action())
    assert neutral == [
        ("auction", 3),
        ("snatch", "decline"),
        ("snatch", "decline"),
        ("snatch", "decline"),
        ("draw", "look"),
        ("talk", "play"),
        ("answer", "decline"),
        ("claim", "decline"),
        ("open", "decline"),
    ]
    with pytest.raises(IllegalMoveError, match="over"):
        start(CLASSIC, SMALL[:3], "- - -").default_action()


# -- given deals -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "error", "word"),
    [
        ({"hands": ["3", "4"]}, DdzError, "3 seats"),
        ({"hands": "345"}, DdzError, "3 seats"),
        ({"hands": ["3", "4", ""]}, DdzError, "seat 2 has no cards"),
        ({"hands": ["3333", "3", "4"]}, IllegalMoveError, "the deck 4"),
        ({"hands": ["3" * 12, "3" * 12, "4"]}, DdzError, "than any deck"),
        ({"hands": ["33", "3", "4"], "kitty": "33"}, IllegalMoveError, "the deck 4"),
        ({"hands": ["3x", "4", "5"]}, DdzError, "no card"),
        ({"hands": [None, "4", "5"]}, TypeError, "hand"),
        ({"hands": 7}, TypeError, "not iterable"),
        ({"first": 3}, DdzError, "seats are 0 to 2"),
        ({"first": -1}, DdzError, "seat"),
        ({"first": True}, TypeError, "seat"),
        ({"landlord": 10**20}, DdzError, "seat|64 bits"),
        ({"landlord": "0"}, TypeError, "seat"),
        ({"landlord": 0, "first": 0}, DdzError, "no first bidder"),
        ({"landlord": 0, "face_up": "3"}, DdzError, "face up"),
        ({"face_up": "9"}, DdzError, "holds no 9"),
        ({"face_up": "33"}, DdzError, "no card"),
        ({"face_up": 0}, TypeError, "Rank"),
        ({"rules": "classic"}, TypeError, "ddz.Rules"),
    ],
)
def test_impossible_deals(changes: dict[str, Any], error: type[Exception], word: str) -> None:
    arguments = {"hands": ["345", "678", "9TJ"], **changes}
    with pytest.raises(error, match=word):
        State.from_hands(arguments.pop("hands"), **arguments)


def test_given_deals() -> None:
    state = State.from_hands([Hand("34"), "5", 1 << 12], "2", face_up=Rank.FOUR)
    assert (state.phase, state.first, state.face_up) == (Phase.AUCTION, 0, Rank.FOUR)
    assert (str(state.kitty), state.kitty_taken) == ("2", False)
    state = State.from_hands(["34", "5", "6"], "2", landlord=2, rules=NORTH.replace(players=3))
    assert (state.phase, state.seat, state.bid, str(state.hands[2])) == ("play", 2, 1, "62")
    with pytest.raises(TypeError, match="State.deal"):
        State("classic")  # type: ignore[call-arg]


def test_deals_without_jokers_of_twelve_cards() -> None:
    rules = Rules(players=4, jokers=False, hand_cards=12, kitty_cards=4)
    state = State.deal(5, rules)
    assert [len(hand) for hand in state.hands] == [12] * 4
    state = state.play(3)
    assert sorted(len(hand) for hand in state.hands) == [12, 12, 12, 16]
    assert sum(sum(hand.counts[13:]) for hand in state.hands) == 0


def test_seeds() -> None:
    assert State.deal(1) == State.deal(1)
    seeds = [0, 1, -1, 2**64, 2**64 + 1, 10**4000, -(10**4000)]
    assert len({str(State.deal(seed)) for seed in seeds}) == len(seeds)
    assert State.deal() != State.deal()
    assert str(State.deal(0)) == (
        "classic 333678889TJJQQKKB/345666779TQKAA222/444557899TTJJQKA2 5AR 1 6"
    )
    for wrong in ("1", 1.5, True, object()):
        with pytest.raises(TypeError, match="seed"):
            State.deal(wrong)  # type: ignore[arg-type]


# -- perft -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "hands", "leaves"),
    [
        ("classic", "3344 455 667", [4, 9, 23, 29, 43, 97, 101, 119]),
        ("pagat", "333345BR 4446677 5556688A", [18, 37, 110, 370, 627]),
        ("four-player", "33344455 66667BB 5566778 88999RR4", [14, 49, 81, 237]),
        ("classic", "3344455667JJQQKAA2BR 345568888TTJQQKAA 367779999TTJKK222", [42, 271]),
    ],
)
def test_perft(name: str, hands: str, leaves: list[int]) -> None:
    found = [perft(hands.split(), depth + 1, RULES[name]) for depth in range(len(leaves))]
    assert found == leaves


def test_perft_of_the_data_file() -> None:
    """Positions of all presets, counted by the slow reference."""
    lines = (Path(__file__).parent / "data" / "table.perft").read_text().splitlines()[1:]
    assert len(lines) == 44
    for line in lines:
        text, _, leaves = line.partition(" ; ")
        state = State.parse(text)
        found = [perft(state, depth + 1) for depth in range(len(leaves.split()))]
        assert found == list(map(int, leaves.split())), text


def test_perft_of_states() -> None:
    assert perft(start(CLASSIC, SMALL[:3]), 1) == 4
    assert perft(start(CLASSIC, "3 4 5"), 100) == perft(start(CLASSIC, "3 4 5"), 20)
    assert perft(start(CLASSIC, SMALL[:3], "- - -"), 5) == 1
    quota = start(WHEEL, "3J 444455556 7 8", "2 - - - 3 4444 - - -")
    assert perft(quota, 1) == 4
    with pytest.raises(TypeError, match="its own rules"):
        perft(start(CLASSIC, SMALL[:3]), 1, CLASSIC)
    with pytest.raises(DdzError, match="negative"):
        perft(["3", "4", "5"], -1)


# -- deals that were played ------------------------------------------------------------------------

GAMES = [
    json.loads(line)
    for line in (Path(__file__).parent / "data" / "games.jsonl").read_text().splitlines()
]
HOUSE = Rules(bomb_factor=3, rocket_factor=8, spring=True, spring_factor=16)


@pytest.mark.parametrize("deal", GAMES, ids=lambda deal: str(deal["n"]))
def test_deals_of_a_public_server(deal: dict[str, Any]) -> None:
    state = State.from_hands(deal["hands"], deal["kitty"], rules=HOUSE, landlord=deal["landlord"])
    bombs = []
    for seat, cards in deal["plays"]:
        assert state.seat == seat
        move = Move.parse(cards or "-", state.rules)
        assert move in state.legal_actions()
        bombs.append(str(move.kind))
        state = state.play(move)
    assert not state.hands[deal["winner"]]
    assert state.winner == ("landlord" if deal["winner"] == deal["landlord"] else "peasants")
    assert [str(hand) for hand in state.hands] == deal["remaining"]
    assert (bombs.count("bomb"), bombs.count("rocket")) == (deal["bombs"], deal["rockets"])
    assert ("spring" in dict(state.stake().factors)) == deal["spring"]
    assert state.stake().value == deal["house_multiplier"]
    assert State.parse(str(state)) == state
