"""A State as a value: text, pickles, views, events, and what hostile input does to it."""

from __future__ import annotations

import copy
import json
import pickle
import random
from typing import Any

import pytest

import ddz
from ddz import (
    RULES,
    Choice,
    DdzError,
    Hand,
    IllegalMoveError,
    Move,
    ParseError,
    Phase,
    Reason,
    Rules,
    State,
)
from ddz.table import View, fold
from ddz.zipai._verbs import HuResult
from test_table import EIGHT, NORTH, WHEEL, run, start
from test_table_reference import clumped_deal, table_rules

CLASSIC = RULES["classic"]
QUIET = {Phase.DRAW: Choice.LOOK, Phase.CLAIM: Choice.DECLINE}  # questions asked in private


def random_deals(name: str, n: int) -> list[State]:
    """Deals of a preset, each at every moment of a random game."""
    rng = random.Random(f"states {name}")
    moments = []
    for seed in range(n):
        state = State.deal(rng, RULES[name])
        if seed % 2:
            hands, kitty = clumped_deal(rng, RULES[name], 12)
            state = State.from_hands(hands, kitty, rules=RULES[name], first=rng.randrange(3))
        moments.append(state)
        while not state.is_over:
            state = state.play(rng.choice(state.legal_actions()))
            moments.append(state)
    return moments


# -- values ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", RULES)
def test_text_along_whole_games(name: str) -> None:
    for state in random_deals(name, 12):
        again = State.parse(str(state))
        assert again == state
        assert hash(again) == hash(state)
        assert str(again) == str(state)
        assert again.history == state.history
        assert again.view(1) == state.view(1)


def test_text_under_any_rules() -> None:
    rng = random.Random("text of any rules")
    for _ in range(150):
        rules = table_rules(rng)
        hands, kitty = clumped_deal(rng, rules, 9)
        if rng.random() < 0.3:
            state = State.from_hands(hands, kitty, rules=rules, landlord=0)
        else:
            state = State.from_hands(hands, kitty, rules=rules, first=1)
        while not state.is_over:
            state = state.play(rng.choice(state.legal_actions()))
        for again in (State.parse(str(state)), pickle.loads(pickle.dumps(state))):
            assert again == state
            assert again.rules == rules
        assert eval(repr(state), {"State": State}) == state
        assert Rules.parse(str(rules)) == rules


def test_a_state_is_a_value() -> None:
    state = start(CLASSIC, ["3444", "5", "6"], "3 3")
    assert copy.copy(state) == state
    assert copy.deepcopy(state) == state
    assert repr(state) == "State.parse('classic 3444/5/6 - 0 - : 3 | 3')"
    others = [
        start(CLASSIC, ["3444", "5", "6"], "3"),
        start(CLASSIC, ["3444", "6", "5"], "3 3"),
        start(RULES["pagat"], ["3444", "5", "6"], "3 3"),
        State.from_hands(["3444", "5", "6"], landlord=0).play(Move.parse("3")),
        State.from_hands(["3444", "5", "6"], face_up="4").play(3).play(Move.parse("3")),
    ]
    assert len({state, *others}) == 6
    assert all(state != other for other in others)
    assert state != str(state)
    with pytest.raises(AttributeError):
        state.phase = Phase.OVER  # type: ignore[misc]
    with pytest.raises(AttributeError):
        state.more = 1  # type: ignore[attr-defined]


def test_the_same_position_by_another_way_is_another_state() -> None:
    one = start(CLASSIC, ["3344", "5", "6"], "3 3 - - 3 - -")
    two = start(CLASSIC, ["3344", "5", "6"], "3 33 - -")
    assert one.hands == two.hands
    assert one != two


def test_states_are_not_changed_by_play() -> None:
    state = State.deal(4).play(3)
    before = str(state)
    for move in state.legal_actions():
        state.play(move)
    assert str(state) == before


def test_long_histories_are_freed() -> None:
    rules = Rules(players=8, decks=3, hand_cards=20, kitty_cards=2)
    for _ in range(3):
        state = State.deal(1, rules).play(3)
        while not state.is_over:
            state = state.play(state.legal_actions()[-1 if state.to_beat else 0])
    assert len(state.history) > 100


# -- views -----------------------------------------------------------------------------------------


def hidden_swapped(state: State, viewer: int | None, rng: random.Random) -> State | None:
    """The state with cards swapped that the viewer cannot see; None if no such game exists.

    Questions that others are asked in private may come or go: they are declined.
    """
    view = state.view(viewer)
    pools = [
        [int(rank) for rank in hand] if view["hands"][seat] is None else []
        for seat, hand in enumerate(state.hands)
    ]
    kitty = state.kitty
    if view["kitty"] is None and not state.kitty_taken:
        pools.append([int(rank) for rank in kitty])
    full = [pool for pool in pools if pool]
    if len(full) < 2:
        return None
    for _ in range(rng.randint(1, 20)):
        a, b = rng.sample(full, 2)
        i, j = rng.randrange(len(a)), rng.randrange(len(b))
        a[i], b[j] = b[j], a[i]
    hands = [
        of_ranks(pools[seat]) if view["hands"][seat] is None else hand
        for seat, hand in enumerate(state.hands)
    ]
    if len(pools) > len(hands):
        kitty = of_ranks(pools[-1])
    for seat, action in state.history:
        if isinstance(action, Move):
            hands[seat] += action
    try:
        if state.kitty_taken:
            assert state.landlord is not None
            if view["kitty"] is None:
                total = [int(rank) for rank in hands[state.landlord]]
                kitty = of_ranks(rng.sample(total, len(kitty)))
            hands[state.landlord] -= kitty
        other = State.from_hands(
            hands, kitty, rules=state.rules, first=state.first, face_up=state.face_up
        )
        for phase, seat, action in state._steps():
            while other.phase in QUIET and other.seat != viewer:
                if action in (Choice.CLAIM, Choice.DRAW) and other.seat == seat:
                    break
                other = other.play(QUIET[other.phase])
            if phase not in QUIET or seat == viewer or action != QUIET[phase]:
                other = other.play(action)
    except DdzError:
        return None
    return other


def of_ranks(ranks: list[int]) -> Hand:
    return Hand.from_counts([ranks.count(rank) for rank in range(15)])


@pytest.mark.parametrize("name", RULES)
def test_a_view_does_not_depend_on_hidden_cards(name: str) -> None:
    rng = random.Random(f"views {name}")
    swapped = 0
    for state in random_deals(name, 10):
        if state.is_over and state.stake().factors:
            continue  # what was held and not played shows in the score
        for viewer in (None, *range(state.rules.players)):
            other = hidden_swapped(state, viewer, rng)
            if other is not None and other != state:
                assert other.view(viewer) == state.view(viewer)
                swapped += 1
    assert swapped > 100


def test_a_private_question_shows_in_no_other_view() -> None:
    """With and without eights the others see the same, and hear of the same events."""
    hands = [["4", EIGHT, "5", "99"], ["4", "33333355", "3", "99"], ["4", EIGHT, "99999999", "5"]]
    states = [start(WHEEL, held, "1 2 - -") for held in hands]
    assert [state.phase for state in states] == [Phase.CLAIM, Phase.PLAY, Phase.CLAIM]
    plain = states[1].view(0)
    assert (plain["phase"], plain["seat"]) == ("play", 1)
    asked = states[0].view(1)
    assert (asked["phase"], asked["seat"]) == ("claim", 1)
    both = states[2]
    assert both.view(2)["phase"] == both.view(1)["phase"] == "claim"
    assert both.play(Choice.DECLINE).view(2) == both.view(2)
    for state in (
        states[0],
        both.play(Choice.DECLINE),
        both.play(Choice.DECLINE).play(Choice.DECLINE),
    ):
        views = [state.view(0), states[1].view(0)]
        for view in views:
            view["counts"] = []
        assert views[0] == views[1]
        assert state.version == states[1].version
        assert len(state.events(0, 0)) == len(states[1].events(0, 0))
        assert len(state.events(0, 3)) == len(states[1].events(0, 3))
    done = states[0].play(Choice.DECLINE)
    assert done.view(1)["history"][-1] == [1, "decline"]
    assert done.view(0)["history"][-1] == [3, 0]
    claimed = states[0].play(Choice.CLAIM)
    assert claimed.view(0)["history"][-1] == [1, "claim"]
    assert claimed.version == states[0].version + 1


@pytest.mark.parametrize("public", [True, False])
def test_that_the_landlord_was_forced_shows_in_no_other_view(public: bool) -> None:
    rules = NORTH.replace(kitty_public=public)
    forced, free = (start(rules, ["4", held, "5", "6"], "1 2 - -", "99") for held in ("RR3", "R33"))
    assert (forced.phase, free.phase) == (Phase.DRAW, Phase.TALK)
    looked = forced.play(Choice.LOOK)
    for viewer in (None, 0, 2, 3):
        for state in (forced, looked):
            assert state.view(viewer) == free.view(viewer)
            assert state.events(0, viewer) == free.events(0, viewer)
        assert not [e for e in looked.events(forced.version, viewer) if e["changes"]]
    assert forced.version == looked.version == free.version
    mine = forced.view(1)
    assert (mine["phase"], mine["seat"], mine["counts"][1]) == ("draw", 1, 3)
    [event] = looked.events(forced.version, 1)[-1:]
    assert (event["action"], fold(mine, event)) == ("look", looked.view(1))
    assert looked.view(1)["history"][-1] == [1, "look"]
    drawn = forced.play(Choice.DRAW)
    assert drawn.version == forced.version + 1
    view = drawn.view(2)
    assert (view["phase"], view["history"][-1], view["counts"][1]) == ("over", [1, "draw"], 3)


def test_what_a_view_holds() -> None:
    rules = NORTH.replace(levels=(1, 2, 3), forced="off")
    state = State.from_hands(["345", "67", "89", "TJ"], "22", rules=rules, first=2, face_up="8")
    view = state.view(3)
    assert (view["hands"], view["counts"]) == ([None, None, None, "TJ"], [3, 2, 2, 2])
    assert (view["kitty"], view["landlord"], view["bid"]) == (None, None, 0)
    assert (view["phase"], view["seat"], view["first"], view["face_up"]) == ("auction", 2, 2, "8")
    assert state.view()["hands"] == [None] * 4
    state = run(state, "1 - 3 play open")
    view = state.view(3)
    assert view["hands"] == ["34522", None, None, "TJ"]
    assert (view["open_hands"], view["kitty"], view["landlord"]) == ([0], "22", 0)
    hidden = rules.replace(kitty_public=False)
    state = run(State.from_hands(["345", "67", "89", "TJ"], "22", rules=hidden, first=0), "3")
    assert (state.view(0)["kitty"], state.view(1)["kitty"], state.view()["kitty"]) == (
        "22",
        None,
        None,
    )
    for wrong in (4, -1):
        with pytest.raises(DdzError, match="seat"):
            state.view(wrong)
    with pytest.raises(TypeError, match="seat"):
        state.view("0")  # type: ignore[arg-type]


@pytest.mark.parametrize("name", RULES)
def test_events_fold_to_the_view(name: str) -> None:
    rng = random.Random(f"events {name}")
    for state in random_deals(name, 4):
        if rng.random() < 0.8 and not state.is_over:
            continue
        for viewer in (None, 0, 1):
            events = state.events(0, viewer)
            assert events == json.loads(json.dumps(events))
            view: View | None = None
            views = {}
            for event in events:
                view = fold(view, event)
                views[event["version"]] = view
            assert view == state.view(viewer)
            assert view is not None
            assert view["version"] == state.version
            since = rng.choice(list(views))
            view = views[since]
            for event in state.events(since, viewer):
                view = fold(view, event)
            assert view == state.view(viewer)
        assert [e for e in state.events(state.version) if e["version"] > state.version] == []


@pytest.mark.parametrize("name", ["classic", "four-player-wheel-north"])
def test_events_since_a_version_are_the_last_of_all(name: str) -> None:
    for state in random_deals(name, 2):
        if not state.is_over:
            continue
        every = state.events(0, 0)
        for since in range(state.version + 2):
            later = [event for event in every if event["version"] > since]
            found = state.events(since, 0)
            assert [event for event in found if event["version"] > since] == later
            assert all(event["version"] >= since for event in found)


def test_the_last_event_costs_no_earlier_views(monkeypatch: pytest.MonkeyPatch) -> None:
    import ddz._view

    state = max(random_deals("classic", 2), key=lambda state: state.version)
    made: list[int] = []
    view_of = ddz._view.view_of

    def counted(state: State, viewer: int | None) -> View:
        made.append(state.version)
        return view_of(state, viewer)

    monkeypatch.setattr(ddz._view, "view_of", counted)
    assert [event["version"] for event in state.events(state.version - 1, 0)] == [state.version]
    assert made == [state.version - 1, state.version]


@pytest.mark.parametrize("name", RULES)
def test_what_was_dealt(name: str) -> None:
    rng = random.Random(f"dealt {name}")
    rules = RULES[name]
    for _ in range(3):
        hands, kitty = clumped_deal(rng, rules, 12)
        state = State.from_hands(hands, kitty, rules=rules)
        while not state.is_over:
            state = state.play(rng.choice(state.legal_actions()))
            assert state.dealt == (tuple(map(Hand, hands)), Hand(kitty))
    sizes = [len(hand) for hand in State.deal(rng, rules).dealt[0]]
    assert sizes == [rules.hand_cards] * rules.players
    given = State.from_hands(["33", "4", "5"], "6", landlord=1)
    given = given.play(rng.choice(given.legal_actions()))
    assert given.dealt == ((Hand("33"), Hand("4"), Hand("5")), Hand("6"))


def test_events_with_private_questions() -> None:
    hands = ["4T", EIGHT + "J", "99999999", "57"]
    state = start(WHEEL, hands, "1 2 - -")
    for choice in (None, Choice.DECLINE, Choice.DECLINE):
        state = state if choice is None else state.play(choice)
        for viewer in (None, 0, 1, 2, 3):
            for since in range(state.version + 1):
                view: View | None = state._begin().view(viewer) if since else None
                for event in state.events(1, viewer) if since else []:
                    if event["version"] <= since:
                        view = fold(view, event)
                for event in state.events(since, viewer):
                    view = fold(view, event)
                assert view == state.view(viewer)


# -- whose turn it is ------------------------------------------------------------------------------


def test_the_seat_of_an_action() -> None:
    state = State.from_hands(["34", "5", "6"], landlord=0)
    three = Move.parse("3")
    assert state.play(three, seat=0) == state.play(three)
    for seat in (1, 2):
        with pytest.raises(IllegalMoveError, match=f"not the turn of seat {seat}") as info:
            state.play(three, seat=seat)
        assert info.value.reason == Reason.NOT_YOUR_TURN
    for wrong in (3, -1, 10**30):
        with pytest.raises(DdzError, match="seat"):
            state.play(three, seat=wrong)
    for kind in ("0", 0.0, True):
        with pytest.raises(TypeError, match="seat"):
            state.play(three, seat=kind)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        state.play(three, 0)  # type: ignore[call-arg]
    over = state.play(three).play(Move.parse("5"))
    with pytest.raises(IllegalMoveError) as info:
        over.play(three, seat=2)
    assert info.value.reason == Reason.OVER


def test_an_early_action_learns_nothing_of_a_private_question() -> None:
    state = start(WHEEL, ["99", EIGHT, "5", "4"], "1 2 - -")
    lead = Move.parse("9")
    with pytest.raises(IllegalMoveError) as asked:
        state.play(lead, seat=0)
    with pytest.raises(IllegalMoveError) as unasked:
        state.play(Choice.DECLINE).play(lead, seat=0)
    assert str(asked.value) == str(unasked.value)


# -- hostile input ---------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [State, type(State.deal(1).play(0)), HuResult])
def test_objects_without_contents_cannot_be_made(kind: Any) -> None:
    for make in (kind, lambda: kind.__new__(kind), lambda: object.__new__(kind)):
        with pytest.raises(TypeError):
            make()
    with pytest.raises(TypeError):
        kind(1, a=2)


@pytest.mark.parametrize("hands", [b"345", bytearray(b"345"), memoryview(b"345")])
def test_bytes_are_no_hands(hands: Any) -> None:
    with pytest.raises(TypeError, match="hands"):
        State.from_hands(hands)


@pytest.mark.parametrize(
    ("text", "word", "column"),
    [
        ("", "rules", 1),
        ("classic", "hands", 8),
        ("classic 3/4/5", "kitty", 14),
        ("classics 3/4/5 - 0 -", "preset", 1),
        ("classic;wheels=1 3/4/5 - 0 -", "no field", 9),
        ("classic;wheel=1 3/4/5 - 0 -", "no value", 15),
        ("classic;wheel=true;wheel=true 3/4/5 - 0 -", "twice", 20),
        ("classic;levels=1,,2 3/4/5 - 0 -", "no value", 16),
        ("classic 3/4/x - 0 -", "no card", 13),
        ("classic 3/4 - 0 -", "3 seats", 9),
        ("classic 3/4/5/6 - 0 -", "3 seats", 9),
        ("classic 3//5 - 0 -", "no cards", 9),
        ("classic 3333/3/5 - 0 -", "the deck 4", 9),
        ("classic 3/4/5 3333 0 -", "the deck 4", 9),
        ("classic 3/4/5 . 0 -", "no card", 15),
        ("classic 3/4/5 - 9 -", "seats are", 9),
        ("classic 3/4/5 - x -", "no seat", 17),
        ("classic 3/4/5 - L0 3", "face up", 9),
        ("classic 3/4/5 - 0 4", "holds no 4", 9),
        ("classic 3/4/5 - 0 - 3", "a :", 21),
        ("classic 3/4/5 - 0 - : 4", "not offered", 23),
        ("classic 3/4/5 - 0 - : x", "no call", 23),
        ("classic 3/4/5 - 0 - : 3 3", "a | must come", 25),
        ("classic 3/4/5 - 0 - : 3 | | 3", "no", 27),
        ("classic 3/4/5 - 0 - : | 3", "no call", 23),
        ("classic 3/4/5 - 0 - : 3 | -", "must play", 27),
        ("classic 3/4/5 - 0 - : 3 | 4", "not in", 27),
        ("classic 3/4/5 - 0 - : 3 | 3 4", "over", 29),
        ("classic 3/4/5 - 0 - : 3 | 3 |", "over", 29),
        ("four-player-wheel-north 3/4/5/6 - 0 - : 3 | plays", "no choice", 45),
        ("four-player-wheel-north 3/4/5/6 - 0 - : 3 | claim", "not offered", 45),
        ("classic " * 5000, "longer", 20001),
    ],
)
def test_texts_that_are_no_state(text: str, word: str, column: int) -> None:
    with pytest.raises(ParseError, match=word) as info:
        State.parse(text)
    assert info.value.column == column
    assert len(str(info.value)) < 400


def test_impossible_rules_in_a_text() -> None:
    with pytest.raises(ddz.RulesError, match="decks"):
        State.parse("classic;decks=9 3/4/5 - 0 -")
    for wrong in (b"classic 3/4/5 - 0 -", None, 3):
        with pytest.raises(TypeError, match="text"):
            State.parse(wrong)  # type: ignore[arg-type]


def test_random_changes_of_texts() -> None:
    rng = random.Random("texts")
    seen = 0
    letters = "3456789TJQKA2BR-|:/; L0123=,.\x00é一\n"
    for name in RULES:
        for state in random_deals(name, 2)[::9]:
            text = str(state)
            for _ in range(25):
                chars = list(text)
                for _ in range(rng.randint(1, 3)):
                    i = rng.randrange(len(chars))
                    kind = rng.randrange(4)
                    if kind == 0:
                        chars[i] = rng.choice(letters)
                    elif kind == 1:
                        del chars[i]
                    elif kind == 2:
                        chars.insert(i, rng.choice(letters))
                    else:
                        chars = chars[: i + 1]
                try:
                    again = State.parse("".join(chars))
                except DdzError:
                    seen += 1
                else:
                    assert State.parse(str(again)) == again
    assert seen > 1000


def test_random_words_as_texts() -> None:
    rng = random.Random("words")
    for _ in range(3000):
        text = "".join(chr(rng.choice([32, 47, 58, 51, rng.randrange(0x300)])) for _ in range(40))
        with pytest.raises(DdzError):
            State.parse("classic 3/4/5 " + text)
        with pytest.raises(DdzError):
            Rules.parse(text)


def test_any_object_as_action() -> None:
    rng = random.Random("actions")
    things: list[Any] = [None, "", "3", b"", 1.5, [], {}, object(), type, Hand("3"), Phase.PLAY]
    things += list(Choice)
    states = [*random_deals("four-player-wheel-north", 3), *random_deals("classic", 3)]
    words = [int(move) for move in ddz.all_moves()]
    for state in rng.sample(states, 150):
        legal = list(state.legal_actions())
        for thing in [*things, rng.randrange(-(2**70), 2**70), Move(rng.choice(words))]:
            if thing in legal and type(thing) is type(legal[0]):
                state.play(thing)
                continue
            with pytest.raises((DdzError, TypeError)):
                state.play(thing)


def test_a_forged_pickle_is_read_as_a_text() -> None:
    data = pickle.dumps(start(CLASSIC, ["34", "5", "6"], "3 3"))
    assert b"34/5/6" in data
    with pytest.raises(ParseError, match="not in"):
        pickle.loads(data.replace(b"34/5/6", b"44/5/6"))


def test_an_error_in_a_line_has_one_place() -> None:
    with pytest.raises(ParseError) as refused:
        State.parse("classic 3/4/5 - L0 - : 3x")
    assert str(refused.value).startswith("column 25: 'x' is no card")
