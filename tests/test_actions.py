"""Action ids: numberings, masks, features."""

from __future__ import annotations

import copy
import hashlib
import pickle
import random
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ddz import (
    PASS,
    RULES,
    ActionSpace,
    DdzError,
    Hand,
    IllegalMoveError,
    Move,
    Rules,
    all_moves,
    legal_moves,
)
from strategies import PRESETS, any_hand, any_position, any_rules

DIGESTS = {
    "rlcard": "31e49482153a81ae7c17ff914aa2d15c36e6359080ebb18ea696b86494e0ea69",
    "openspiel": "6de2691368ef6cb606e7b02af43500c4def01a172f6f39fa9c49eef69f26faee",
    "ddz:classic": "374fc16bd9e72a0738203ae0cf95fe168f7e33fa5ae296a490b96284786aefda",
    "ddz:pagat": "9cd1b5e0ff9fcb805a1554ab5fcc112e17ed98e8274ac5a40ced533b958ba69d",
    "ddz:douzero": "ebb6e62793b10ffea33e0ee424800d28f5850b7ee52f6ff9a870ae2a8ecba099",
    "ddz:openspiel": "1e73390b70d43ece4de3d9e5d116870b00ec07996961a43eea4982fb4fac8689",
    "ddz:onestraw": "98b7b99055f41e5a3df5f290ffa1ce4fa1d3045a8e21651ea4bfb3759d1f23c3",
    "ddz:botzone": "f912d563b1f9ebe5716bd199b34812963db022c704646e7b36db50d25fa399cb",
    "ddz:four-player": "ce0ae74e1b4d181d3c81a00f885e305001f651f5efc86dc4e51cf70a79574c8b",
    "ddz:four-player-wheel": "b791b3547ad070e1d5b768cbff59108d046dc447b1f0dc5e45aaaa9d8b4b8cbc",
    "ddz:four-player-wheel-north": (
        "62253e1f2db6b4bef54a7ce8146a8d0aea569aadcf1f135da6ce576ce9d06aa2"
    ),
}
SPACES = ["rlcard", "openspiel", *(f"ddz:{name}" for name in sorted(PRESETS))]


def test_sizes() -> None:
    assert len(ActionSpace.named("rlcard")) == 27_472
    assert len(ActionSpace.named("openspiel")) == 26_057
    for name in RULES:
        space = ActionSpace.named(f"ddz:{name}")
        assert len(space) == 1 + len(all_moves(RULES[name]))
        assert space.encode(PASS) == 0
        assert [space.decode(i) for i in range(1, len(space))] == list(all_moves(RULES[name]))


@pytest.mark.parametrize("name", SPACES)
def test_ids_and_moves_are_one_to_one(name: str) -> None:
    space = ActionSpace.named(name)
    moves = [PASS, *all_moves(space.rules)]
    numbers = [space.encode(move) for move in moves]
    assert [space.decode(number) for number in numbers] == moves
    holes = {1, 2, 3} if name == "openspiel" else set()
    assert set(numbers) | holes == set(range(len(space)))
    assert space.ids(moves).tolist() == numbers
    assert space.ids(np.array([int(move) for move in moves], np.uint64)).tolist() == numbers
    assert space.ids(all_moves(space.rules)).tolist() == numbers[1:]
    assert space.ids([]).shape == (0,)
    assert space.ids(moves).dtype == np.int64


@pytest.mark.parametrize("name", SPACES)
def test_masks_are_the_legal_moves(name: str) -> None:
    space = ActionSpace.named(name)
    rng = random.Random(f"masks {name}")
    out = np.empty(len(space), np.bool_)
    for _ in range(20):
        positions = [any_position(rng, space.rules, space.rules.max_cards) for _ in range(500)]
        rows = space.masks([hand for hand, _ in positions], [bar for _, bar in positions])
        for (hand, bar), row in zip(positions, rows, strict=True):
            ids = space.ids(legal_moves(hand, bar, space.rules))
            assert np.array_equal(row.nonzero()[0], np.sort(ids))
            assert row.sum() == len(set(ids.tolist()))
        hand, bar = positions[0]
        assert space.mask(hand, bar, out) is out
        assert np.array_equal(out, rows[0])
        assert np.array_equal(space.mask(hand, bar), rows[0])


def test_one_move_to_beat_for_all_hands() -> None:
    space = ActionSpace.of()
    rng = random.Random("one")
    hands = [any_hand(rng, RULES["classic"], 17) for _ in range(50)]
    words = np.array([int(hand) for hand in hands], np.uint64)
    words.flags.writeable = False
    bar = Move.parse("66")
    rows = space.masks(hands, bar)
    assert np.array_equal(space.masks(words, bar), rows)
    assert np.array_equal(space.masks(np.repeat(words, 2)[::2], bar), rows)
    assert np.array_equal(space.masks(hands, np.full(50, int(bar), np.uint64)), rows)
    out = np.ones((50, len(space)), np.bool_)
    assert space.masks(hands, bar, out) is out
    assert np.array_equal(out, rows)
    assert np.array_equal(space.masks(hands), space.masks(hands, PASS))
    assert space.masks([]).shape == (0, len(space))


@pytest.mark.parametrize("name", SPACES)
def test_features(name: str) -> None:
    space = ActionSpace.named(name)
    decks = space.rules.decks
    planes = space.features(np.arange(len(space)))
    assert planes.dtype == np.int8
    assert planes.shape == (len(space), 54 * decks)
    for number in random.Random(name).sample(range(4, len(space)), 300):
        counts = space.decode(number).cards.counts
        rows = planes[number, : 52 * decks].reshape(13, 4 * decks)
        jokers = planes[number, 52 * decks :].reshape(2, decks)
        for rank in range(15):
            row = rows[rank] if rank < 13 else jokers[rank - 13]
            assert row.tolist() == [1] * counts[rank] + [0] * (len(row) - counts[rank])
    assert planes[space.encode(PASS)].sum() == 0
    assert space.features([]).shape == (0, 54 * decks)
    assert np.array_equal(space.features([5, 5]), planes[[5, 5]])


@pytest.mark.parametrize("name", DIGESTS)
def test_a_published_numbering_never_changes(name: str) -> None:
    space = ActionSpace.named(name)
    assert (space.name, space.version) == (name, 1)
    words = b"".join(
        (0 if name == "openspiel" and i in (1, 2, 3) else int(space.decode(i))).to_bytes(
            8, "little"
        )
        for i in range(len(space))
    )
    assert space.digest == hashlib.sha256(words).hexdigest() == DIGESTS[name]
    page = Path(__file__).parent.parent / "docs" / "actions.md"
    assert f"| `{name}` | 1 | {len(space):,} | `{space.digest}` |" in page.read_text(
        encoding="utf-8"
    )


def test_a_space_costs_its_name() -> None:
    for space in [ActionSpace.named(name) for name in SPACES]:
        data = pickle.dumps(space)
        assert len(data) < 120
        assert pickle.loads(data) is copy.copy(space) is copy.deepcopy(space) is space
        assert repr(space) == f"ActionSpace.named({space.name!r})"
    assert ActionSpace.of() is ActionSpace.named("ddz:classic")
    assert ActionSpace.named("rlcard") != ActionSpace.of()
    assert hash(ActionSpace.of()) == hash(ActionSpace.named("ddz:classic"))
    assert ActionSpace.of(RULES["rlcard"]) is ActionSpace.of()


def test_spaces_of_any_rules() -> None:
    rng = random.Random("spaces")
    made = 0
    for _ in range(30):
        rules = any_rules(rng)
        if len(all_moves(rules)) > 100_000:
            continue
        made += 1
        space = ActionSpace.of(rules)
        assert len(space) == 1 + len(all_moves(rules))
        again = pickle.loads(pickle.dumps(space))
        assert again == space
        assert again.digest == space.digest
        assert eval(repr(space), {"ActionSpace": ActionSpace, "Rules": type(rules)}) == space
        hand, bar = any_position(rng, rules, 12)
        ids = space.ids(legal_moves(hand, bar, rules))
        assert np.array_equal(space.mask(hand, bar).nonzero()[0], np.sort(ids))
    assert made > 5


def test_too_many_actions() -> None:
    rules = Rules(
        decks=3,
        players=6,
        hand_cards=26,
        kitty_cards=6,
        min_four_chain=2,
        four_two_solo_copies=12,
    )
    assert len(all_moves(rules)) > 1 << 20
    with pytest.raises(DdzError, match="are more than"):
        ActionSpace.of(rules)


@pytest.mark.parametrize(
    "move", ["33334444", "333444555+666", Move.parse("A2345"), 15 << 60 | 0x44]
)
def test_moves_of_other_rules(move: Any) -> None:
    space = ActionSpace.named("rlcard")
    with pytest.raises(DdzError):
        space.encode(move)
    if isinstance(move, Move):
        with pytest.raises(DdzError, match=r"position 1: .* is no move of rlcard"):
            space.ids([PASS, move])


def test_wrong_ids() -> None:
    space = ActionSpace.named("openspiel")
    for number in (-1, len(space), 10**30):
        with pytest.raises(DdzError):
            space.decode(number)
        if abs(number) < 1 << 62:
            with pytest.raises(DdzError):
                space.features([number])
    for bid in (1, 2, 3):
        with pytest.raises(DdzError, match="is no play"):
            space.decode(bid)
    for wrong in (None, 1.0, "3", True, [1]):
        with pytest.raises(TypeError):
            space.decode(wrong)  # type: ignore[arg-type]
    others: list[Any] = [[1.0], ["3"], 3, [[1]], [None], [True]]
    for other in others:
        with pytest.raises(TypeError):
            space.features(other)


def test_wrong_arguments() -> None:
    space = ActionSpace.of()
    hand = Hand("34567")
    calls: list[tuple[type[Exception], Any]] = [
        (TypeError, lambda: ActionSpace()),
        (TypeError, lambda: ActionSpace.of("classic")),  # type: ignore[arg-type]
        (DdzError, lambda: ActionSpace.named("classic")),
        (DdzError, lambda: ActionSpace.named("ddz:")),
        (DdzError, lambda: ActionSpace.named(None)),  # type: ignore[arg-type]
        (TypeError, lambda: space.ids(3)),  # type: ignore[arg-type]
        (TypeError, lambda: space.ids(["3"])),  # type: ignore[list-item]
        (TypeError, lambda: space.ids([hand])),  # type: ignore[list-item]
        (TypeError, lambda: space.ids(np.array([1]))),
        (TypeError, lambda: space.ids(np.zeros((2, 2), np.uint64))),
        (DdzError, lambda: space.ids(np.array([1, 2], np.uint64))),
        (TypeError, lambda: space.mask(None)),  # type: ignore[arg-type]
        (IllegalMoveError, lambda: space.mask("33333")),
        (DdzError, lambda: space.mask(hand, PASS, np.empty(3, np.bool_))),
        (DdzError, lambda: space.mask(hand, PASS, np.empty(len(space), np.int8))),
        (DdzError, lambda: space.mask(hand, PASS, np.empty(2 * len(space), np.bool_)[::2])),
        (DdzError, lambda: space.mask(hand, PASS, [])),  # type: ignore[arg-type]
        (TypeError, lambda: space.masks(["34567"])),  # type: ignore[list-item]
        (TypeError, lambda: space.masks(hand)),  # type: ignore[arg-type]
        (DdzError, lambda: space.masks([hand], [PASS, PASS])),
        (TypeError, lambda: space.masks([hand], ["3"])),  # type: ignore[list-item]
        (DdzError, lambda: space.masks([hand, Hand("33333")])),
        (DdzError, lambda: space.masks(np.array([1 << 63], np.uint64))),
        (DdzError, lambda: space.masks([hand], np.array([1], np.uint64))),
        (DdzError, lambda: space.masks([hand], np.array([2**64 - 1], np.uint64))),
        (TypeError, lambda: space.masks(np.array([1.0]))),
    ]
    for error, call in calls:
        with pytest.raises(error):
            call()
    with pytest.raises(DdzError, match="position 1"):
        space.masks([hand, Hand("33333"), hand])
    read_only = np.empty(len(space), np.bool_)
    read_only.flags.writeable = False
    with pytest.raises(DdzError, match="writeable"):
        space.mask(hand, PASS, read_only)
    with pytest.raises(AttributeError):
        space.name = "other"
    with pytest.raises(AttributeError):
        del space.name
    both = np.zeros(8 * len(space), np.uint8)
    both[:8].view(np.uint64)[0] = int(hand)
    row = both[: len(space)].view(np.bool_)[None, :]
    space.masks(both[:8].view(np.uint64), PASS, row)  # the input was copied before
    assert row[0].tolist() == space.mask(hand).tolist()


def test_nothing_is_written_when_a_position_is_wrong() -> None:
    space = ActionSpace.of()
    out = np.ones((2, len(space)), np.bool_)
    with pytest.raises(DdzError):
        space.masks([Hand("3"), Hand("33333")], PASS, out)
    assert out.all()


def test_threads_share_a_space() -> None:
    space = ActionSpace.of()
    rng = random.Random("threads")
    hands = [any_hand(rng, RULES["classic"], 20) for _ in range(300)]
    expected = space.masks(hands)
    found: list[bool] = []

    def work() -> None:
        found.append(np.array_equal(space.masks(hands), expected))

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [True] * 8


def test_copies_are_the_space() -> None:
    for space in (ActionSpace.named("rlcard"), ActionSpace.of(Rules(kick_solo_copies=2))):
        assert copy.copy(space) is copy.deepcopy(space) is space


def test_tables_check_what_they_write_to() -> None:
    """The public methods make fitting arrays; the table does not trust them to."""
    table = ActionSpace.named("rlcard")._table
    words, short = np.zeros(10, np.uint64), np.zeros(1, np.uint64)
    for call in (
        lambda: table.ids(words, np.zeros(1, np.int64)),
        lambda: table.mask("34567", PASS, np.zeros(1, np.bool_)),
        lambda: table.masks(words, short, np.zeros((10, len(ActionSpace.named("rlcard"))), bool)),
        lambda: table.masks(words, words, np.zeros(1, np.bool_)),
    ):
        with pytest.raises(ValueError, match="bytes where"):
            call()
