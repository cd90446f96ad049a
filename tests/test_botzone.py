"""Botzone's requests: a whole deal is played through them, and bad ones are refused."""

from __future__ import annotations

import json
import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ddz import PASS, RULES, DdzError, IllegalMoveError, Move, cards, legal_moves
from ddz.botzone import Turn, read_request

RULE_SET = RULES["botzone"]


def play_deal(seed: int) -> int:
    """Play a deal as the platform would; three bots read requests and answer. Returns plies."""
    rng = random.Random(seed)
    *hands, kitty = cards.deal(rng, RULE_SET)
    landlord = rng.randrange(3)
    asked: list[list[dict[str, Any]]] = [[] for _ in range(3)]
    answered: list[list[Any]] = [[] for _ in range(3)]
    bids: list[int] = []
    for seat in range(3):
        asked[seat].append({"own": list(hands[seat]), "bid": list(bids)})
        turn = read_request(json.dumps({"requests": asked[seat], "responses": answered[seat]}))
        assert turn.seat is None
        assert turn.bids == tuple(bids)
        assert turn.cards == tuple(sorted(hands[seat]))
        bid = 3 if seat == landlord else 0
        if max(bids, default=0) < 3 or bid == 0:
            bids.append(json.loads(turn.respond(bid))["response"])
        answered[seat].append(bids[-1])

    held = [set(hand) for hand in hands]
    held[landlord] |= set(kitty)
    history: list[tuple[int, Move]] = []
    plays: list[list[int]] = [[], []]
    seat, to_beat, passed = landlord, PASS, 0
    while all(held):
        request: dict[str, Any] = {"history": plays[-2:]}
        if len(asked[seat]) == 1:
            request |= {"publiccard": list(kitty), "landlord": landlord, "pos": seat, "finalbid": 3}
        asked[seat].append(request)
        turn = read_request({"requests": asked[seat], "responses": answered[seat]})
        assert (turn.seat, turn.landlord, turn.final_bid) == (seat, landlord, 3)
        assert turn.cards == tuple(sorted(held[seat]))
        assert turn.history == tuple(history)
        assert turn.to_beat == to_beat
        move = rng.choice(legal_moves(turn.hand, turn.to_beat, RULE_SET))
        answer = json.loads(turn.respond(move))["response"]
        answered[seat].append(answer)
        held[seat] -= set(answer)
        plays.append(answer)
        history.append((seat, move))
        passed = 0 if move else passed + 1
        to_beat = move or (PASS if passed == 2 else to_beat)
        seat = (seat + 1) % 3
    return len(history)


def test_whole_deals() -> None:
    assert sum(play_deal(seed) for seed in range(40)) > 1000


def test_bids() -> None:
    turn = read_request({"requests": [{"own": OWN, "bid": [0, 1]}], "responses": []})
    assert turn.bids == (0, 1)
    assert [turn.respond(bid) for bid in (0, 2, 3)] == [
        '{"response": 0}',
        '{"response": 2}',
        '{"response": 3}',
    ]
    assert turn.respond(np.int64(2)) == turn.respond(2)
    for bid in (1, 4, -1):
        with pytest.raises(DdzError, match="not legal|0 to 3"):
            turn.respond(bid)
    for wrong in (PASS, "1", True, None, 2.0):
        with pytest.raises(TypeError):
            turn.respond(wrong)  # type: ignore[arg-type]


def test_illegal_plays_are_not_sent() -> None:
    turn = Turn(cards=(0, 1, 4), seat=1, landlord=0, to_beat=Move.parse("4"))
    assert turn.respond(PASS) == '{"response": []}'
    for move in ("3", "5", "33"):
        with pytest.raises(IllegalMoveError):
            turn.respond(Move.parse(move))
    with pytest.raises(TypeError):
        turn.respond(1)


OWN = list(range(0, 34, 2))  # two of each rank from 3 to 10 and a J: the even cards below 34
FIRST: dict[str, Any] = {
    "publiccard": [51, 52, 53],
    "landlord": 0,
    "pos": 0,
    "finalbid": 3,
    "history": [[], []],
}
SECOND = {**FIRST, "pos": 1, "history": [[], [1]]}  # the landlord has led a 3


def request(
    *plays: dict[str, Any], responses: list[Any] | None = None, bid: int = 0
) -> dict[str, Any]:
    given = [bid, *(responses or [])]
    return {"requests": [{"own": OWN, "bid": []}, *plays], "responses": given}


def test_the_kitty_joins_the_landlord() -> None:
    assert read_request(request(FIRST, bid=3)).cards == (*OWN, 51, 52, 53)
    assert read_request(request(SECOND)).cards == tuple(OWN)
    own = [*OWN, 51, 52, 53]
    assert read_request(request({**FIRST, "own": own})).cards == tuple(own)
    assert read_request(request({**FIRST, "own": OWN})).cards == tuple(own)


def test_the_game_without_an_auction() -> None:
    """The landlord is seat 0; the first request has the cards and what was played before."""
    kitty = [51, 52, 53]
    for seat, history in enumerate(([[], []], [[], [1]], [[1], [5]])):
        first = {"own": OWN, "publiccard": kitty, "history": history}
        turn = read_request({"requests": [first]})
        assert (turn.seat, turn.landlord, turn.final_bid) == (seat, 0, None)
        assert turn.cards == (*OWN, *(kitty if seat == 0 else ()))
        assert [player for player, _ in turn.history] == list(range(seat))
    own = {"own": [*OWN, *kitty], "publiccard": kitty, "history": [[], []]}
    assert read_request({"requests": [own]}).cards == (*OWN, *kitty)


def late(**changes: Any) -> dict[str, Any]:
    """A second request for a play that says more than the history."""
    return request(FIRST, {"history": [[1], []], **changes}, responses=[[0]])


def after(bids: list[int], own: int, landlord: int, final: int | None) -> dict[str, Any]:
    """The own first request for a play, as seat 0, after bids of others and one's own."""
    history = [[], []] if landlord == 0 else [[], [1]] if landlord == 2 else [[1], []]
    play = {"publiccard": [51, 52, 53], "landlord": landlord, "pos": 0, "history": history}
    told = {} if final is None else {"finalbid": final}
    return {"requests": [{"own": OWN, "bid": bids}, {**play, **told}], "responses": [own]}


def test_bids_that_go_with_the_landlord() -> None:
    for bids, own, landlord, final in (
        ([0, 1], 0, 1, 1),
        ([0, 1], 0, 2, 1),
        ([0, 1], 3, 0, 3),
        ([0, 0], 0, 1, 0),
        ([1], 2, 0, 2),
        ([1], 2, 1, 3),
        ([], 2, 2, None),
    ):
        turn = read_request(after(bids, own, landlord, final))
        assert (turn.landlord, turn.final_bid) == (landlord, final)


@pytest.mark.parametrize(
    ("wrong", "word"),
    [
        ("", "JSON"),
        ("{", "JSON"),
        ("[" * 100_000, "JSON"),
        (" " * (1 << 21), "too long"),
        ("[]", "an object"),
        ("{}", "requests"),
        (None, "an object"),
        (3, "an object"),
        ({"requests": []}, "do not go"),
        ({"requests": [{}]}, "own"),
        ({"requests": [[]]}, "an object"),
        ({"requests": {}}, "a list"),
        ({"requests": [{"own": [54]}]}, "54 is no card"),
        ({"requests": [{"own": [0, 0]}]}, "comes twice"),
        ({"requests": [{"own": [0.5]}]}, "own"),
        ({"requests": [{"own": "0"}]}, "a list"),
        ({"requests": [{"own": []}]}, "0 cards, not 17"),
        ({"requests": [{"own": list(range(54))}]}, "54 are more|54 cards, not 17"),
        ({"requests": [{"own": OWN, "bid": [4]}]}, "a bid is 0 to 3"),
        ({"requests": [{"own": OWN, "bid": [True]}]}, "a bid is 0 to 3"),
        ({"requests": [{"own": OWN, "bid": [2, 1]}]}, "a bid of 1 is not legal"),
        ({"requests": [{"own": OWN, "bid": [1, 1]}]}, "a bid of 1 is not legal"),
        ({"requests": [{"own": OWN, "bid": [0, 0, 0]}]}, "at most two seats"),
        ({"requests": [{"own": OWN, "bid": [0] * 100_000}]}, "at most two seats"),
        ({"requests": [{"own": OWN, "bid": [3, 3]}]}, "a bid of 3 is not legal"),
        ({"requests": [{"own": OWN}], "responses": [0]}, "do not go"),
        (request(FIRST, bid="x"), "0 to 3, not 'x'"),  # type: ignore[arg-type]
        (request(FIRST, bid=2), "no landlord with 3"),
        (request(SECOND, bid=3), "no landlord with 3"),
        ({"requests": [{"own": OWN, "bid": [2]}, FIRST], "responses": [1]}, "1 is not legal"),
        (request({**FIRST, "pos": 3}), "pos"),
        (request({**FIRST, "landlord": "0"}), "landlord"),
        (request({**FIRST, "publiccard": []}), "0 cards, not 3"),
        (request({**FIRST, "publiccard": [51, 52, 53, 50, 49]}), "5 cards, not 3"),
        (request({**FIRST, "publiccard": [0, 52, 53]}), r"\[0\] are among the own"),
        (request({**SECOND, "publiccard": [0, 52, 53]}), r"\[0\] are among the own"),
        (request({**FIRST, "own": OWN[:16]}), "16 cards, not 17 or 20"),
        (request({**FIRST, "own": [*OWN[:16], 1]}), "differs from the cards of the auction"),
        (request({**FIRST, "own": [*OWN, 1, 3, 5]}), "differs from the cards of the auction"),
        (request({**SECOND, "own": [*OWN, 51, 52, 53]}), "among the own"),
        (request({**FIRST, "history": [[]]}), "two plays"),
        (request({**FIRST, "history": 3}), "a list"),
        (request({**FIRST, "history": [[1], []]}), "after the landlord's first play"),
        (request({**SECOND, "history": [[5], [1]]}), "after the landlord's first play"),
        (request({**SECOND, "history": [["x"], [1]]}), "history"),
        (request({**FIRST, "finalbid": -1}), "finalbid"),
        (request({"history": [[], []]}), "pos"),
        (request(FIRST, {"history": [[], []]}, responses=[[9]]), "not among the own cards"),
        (request(FIRST, {"history": [[], []]}, responses=[[]]), "leader must play"),
        (request(FIRST, {"history": [[5, 9], []]}, responses=[[0]]), "not a combination"),
        (request(FIRST, {"history": [[1], []]}, responses=[[0]]), "does not beat"),
        (request(FIRST, {"history": [[2], []]}, responses=[[0]]), r"\[2\] are held or played"),
        (request(FIRST, {"history": [[0], []]}, responses=[[0]]), r"\[0\] are held or played"),
        (request(FIRST, {"history": [[5], [5]]}, responses=[[0]]), r"\[5\] are held or played"),
        (request(SECOND, {"history": [[51], []]}, responses=[[4]]), r"\[51\] are held or played"),
        (request(FIRST, {"x": 1}, responses=[[0]]), "history"),
        (request({k: v for k, v in FIRST.items() if k != "history"}), "history"),
        (request({**FIRST, "pos": 10**5000}), "pos is 0 to 2"),
        (late(pos=1), "pos differs"),
        (late(finalbid=1), "finalbid differs"),
        (after([0, 1], 0, landlord=2, final=2), "no landlord with 2"),
        (after([0, 1], 0, landlord=1, final=0), "no landlord with 0"),
        (after([0, 1], 0, landlord=1, final=3), "no landlord with 3"),
        (after([0, 3], 0, landlord=1, final=2), "no landlord with 2"),
        (after([0, 1], 0, landlord=0, final=1), "no landlord with 1"),
        (after([], 3, landlord=1, final=None), "no landlord with None"),
        (after([0, 1], 2, landlord=1, final=None), "no landlord with None"),
        (after([1], 2, landlord=1, final=2), "no landlord with 2"),
        (late(landlord=2), "landlord differs"),
        (late(publiccard=[50, 52, 53]), "publiccard differs"),
        (
            {"requests": [{"own": OWN, "publiccard": [51, 52, 53], "history": []}]},
            "two plays|cards",
        ),
    ],
)
def test_bad_requests(wrong: Any, word: str) -> None:
    with pytest.raises(DdzError, match=word):
        read_request(wrong)


def test_a_deal_that_is_over_asks_for_nothing() -> None:
    """The landlord leads singles that nobody answers until no card is left."""
    asked = [{"own": OWN, "bid": []}, FIRST]
    answered: list[Any] = [3]
    for card in (*OWN, 51, 52, 53):
        answered.append([card])
        asked.append({"history": [[], []]})
    with pytest.raises(DdzError, match="history of play 21.*the deal is over"):
        read_request({"requests": asked, "responses": answered})
    turn = read_request({"requests": asked[:-1], "responses": answered[:-1]})
    assert turn.cards == (53,)


def test_nothing_is_asked_when_somebody_else_is_out() -> None:
    """The landlord leads twenty singles, which nobody answers."""
    leads = [*range(1, 34, 2), 51, 52, 53]
    first = {"own": OWN, "publiccard": [51, 52, 53], "history": [[], [leads[0]]]}
    asked = [first, *({"history": [[], [card]]} for card in leads[1:])]
    turn = read_request({"requests": asked[:-1], "responses": [[]] * 18})
    assert turn.to_beat == Move.parse("B")
    with pytest.raises(DdzError, match="asked for a play, but the deal is over"):
        read_request({"requests": asked, "responses": [[]] * 19})


def test_nobody_plays_more_cards_than_he_has() -> None:
    """The landlord leads nineteen singles, and then a pair."""
    leads = [*range(1, 34, 2), 51, 52]
    first = {"own": OWN, "publiccard": [51, 52, 53], "history": [[], [leads[0]]]}
    asked = [first, *({"history": [[], [card]]} for card in leads[1:])]
    asked.append({"history": [[], [34, 35]]})
    with pytest.raises(DdzError, match="seat 0 has 1 cards left"):
        read_request({"requests": asked, "responses": [[]] * 19})


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 60) | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["own", "bid", "history", "publiccard", "landlord", "pos", "finalbid"]),
            inner,
            max_size=7,
        )
    ),
    max_leaves=30,
)


@given(st.lists(JSON, max_size=3), st.lists(JSON, max_size=2))
def test_any_request_is_read_or_refused(requests: list[Any], responses: list[Any]) -> None:
    for whole in ({"requests": requests, "responses": responses}, requests):
        try:
            read_request(json.dumps(whole))
        except DdzError:
            continue
