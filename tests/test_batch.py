"""The verbs over arrays: the same answers as call by call, and bad input refused."""

from __future__ import annotations

import contextlib
import os
import random
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import ddz
from ddz import PASS, RULES, DdzError, Hand, IllegalMoveError, Move, Rules, batch
from ddz.batch import MoveBatch
from strategies import ONE_DECK, PRESETS, any_hand, any_position, any_rules, moves_of


def words(values: list[Any]) -> np.ndarray[Any, np.dtype[np.uint64]]:
    return np.array([int(value) for value in values], np.uint64)


def check(rules: Rules, positions: list[tuple[Hand, Move]]) -> None:
    hands, bars = words([hand for hand, _ in positions]), words([bar for _, bar in positions])
    found = batch.legal_moves(hands, bars, rules)
    expected = [ddz.legal_moves(hand, bar, rules) for hand, bar in positions]
    assert len(found) == len(positions)
    assert found.offsets.tolist() == np.cumsum([0, *map(len, expected)]).tolist()
    assert found.words.tolist() == [word for moves in expected for word in memoryview(moves)]
    assert batch.count_moves(hands, bars, rules).tolist() == [len(moves) for moves in expected]
    out = MoveBatch(np.empty(len(found.words), np.uint64), np.empty(len(positions) + 1, np.int64))
    again = batch.legal_moves(hands, bars, rules, out)  # a buffer without a word to spare
    assert np.shares_memory(again.words, out.words)
    assert np.array_equal(again.words, found.words)
    assert np.array_equal(again.offsets, found.offsets)


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_lists_and_counts_of_presets(name: str) -> None:
    rng = random.Random(f"batch {name}")
    rules = PRESETS[name]
    check(rules, [any_position(rng, rules, rules.max_cards) for _ in range(600)])
    hands = [any_hand(rng, rules, rules.max_cards) for _ in range(100)]
    leads = batch.legal_moves(hands, None, rules)
    for i, hand in enumerate(hands):
        assert leads[i].tolist() == list(memoryview(ddz.legal_moves(hand, rules=rules)))
    bar = Move.parse("55")
    assert np.array_equal(
        batch.legal_moves(hands, bar, rules).words,
        batch.legal_moves(hands, [bar] * len(hands), rules).words,
    )
    assert np.array_equal(
        batch.count_moves(hands, bar, rules), np.diff(batch.legal_moves(hands, bar, rules).offsets)
    )


def test_lists_of_any_rules() -> None:
    rng = random.Random("batch rules")
    for _ in range(60):
        rules = any_rules(rng)
        check(rules, [any_position(rng, rules, 20) for _ in range(20)])


def test_lists_longer_than_any_fixed_buffer() -> None:
    rules = RULES["four-player-wheel"].replace(
        trio_solo=True, trio_solo_chain=True, four_two_solo=True, four_two_pair=True
    )
    hand = Hand("333444555666777888999TTTJJJQKA2BR")
    check(rules, [(hand, PASS)] * 3 + [(Hand("3"), PASS), (hand, Move.parse("33"))])


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_classify(name: str) -> None:
    rules = PRESETS[name]
    rng = random.Random(f"classify {name}")
    hands = [move.cards for move in rng.sample(list(moves_of(name)), 2000)]
    hands += [any_hand(rng, rules, rng.randint(0, 12), rng.randint(1, 6)) for _ in range(3000)]
    expected = [int(found[0]) if (found := ddz.classify(hand, rules)) else 0 for hand in hands]
    assert batch.classify(hands, rules).tolist() == expected
    assert batch.classify(words(hands), rules).dtype == np.uint64


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_beats(name: str) -> None:
    rules = PRESETS[name]
    rng = random.Random(f"beats {name}")
    one = list({(m.kind, m.length, m.rank, len(m)): m for m in moves_of(name)}.values())
    moves = [PASS, *rng.choices(one, k=3000), *rng.choices(list(moves_of("onestraw")), k=500)]
    others = [*rng.choices(one, k=3000), *rng.choices(list(moves_of("botzone")), k=500), PASS]
    expected = [ddz.beats(a, b, rules) for a, b in zip(moves, others, strict=True)]
    assert batch.beats(moves, others, rules).tolist() == expected
    assert batch.beats(words(moves), words(others), rules).tolist() == expected
    bar = one[5]
    assert batch.beats(moves, bar, rules).tolist() == [ddz.beats(a, bar, rules) for a in moves]


def test_arrays_of_any_layout() -> None:
    rng = random.Random("layouts")
    hands = words([any_hand(rng, RULES["classic"], 17) for _ in range(40)])
    expected = batch.legal_moves(hands).words
    wide = np.repeat(hands, 3)
    read_only = hands.copy()
    read_only.flags.writeable = False
    for same in (
        wide[::3],
        hands[::-1][::-1],
        read_only,
        hands.astype(">u8"),
        list(map(Hand, hands)),
    ):
        assert np.array_equal(batch.legal_moves(same).words, expected)
        assert np.array_equal(batch.count_moves(same), batch.count_moves(hands))
    empties: list[Any] = [[], hands[:0]]
    for empty in empties:
        assert len(batch.legal_moves(empty)) == 0
        assert batch.legal_moves(empty).words.shape == (0,)
        assert batch.count_moves(empty).shape == batch.classify(empty).shape == (0,)
        assert batch.beats(empty, empty).shape == (0,)


def test_what_is_written_to() -> None:
    hands = words([Hand("33344"), Hand("345")])
    counts = np.empty(2, np.int64)
    assert batch.count_moves(hands, out=counts) is counts
    assert counts.tolist() == [7, 3]
    best = np.empty(2, np.uint64)
    assert batch.classify(hands, out=best) is best
    won = np.empty(2, np.bool_)
    assert batch.beats(best, Move.parse("3"), out=won) is won
    for size in range(10):
        out = MoveBatch(np.empty(size, np.uint64), np.empty(3, np.int64))
        with pytest.raises(DdzError, match=f"room for {size} words but 10 are needed"):
            batch.legal_moves(hands, out=out)
    found = batch.legal_moves(hands)
    assert (found[0].tolist(), found[-1].tolist()) == (found.words[:7].tolist(), found[1].tolist())
    for position in (2, -3):
        with pytest.raises(IndexError):
            found[position]


def test_bad_input() -> None:
    good = words([Hand("345")])
    small = np.empty(0, np.int64)
    calls: list[tuple[type[Exception], Any]] = [
        (TypeError, lambda: batch.legal_moves(None)),  # type: ignore[arg-type]
        (TypeError, lambda: batch.legal_moves("345")),  # type: ignore[arg-type]
        (TypeError, lambda: batch.legal_moves(Hand("345"))),  # type: ignore[arg-type]
        (TypeError, lambda: batch.legal_moves(["345"])),  # type: ignore[list-item]
        (TypeError, lambda: batch.legal_moves(np.array([1]))),
        (TypeError, lambda: batch.legal_moves(np.array([1.0]))),
        (TypeError, lambda: batch.legal_moves(np.array([None]))),
        (TypeError, lambda: batch.legal_moves(good.reshape(1, 1))),
        (TypeError, lambda: batch.legal_moves(good, good.astype(np.int64))),
        (TypeError, lambda: batch.legal_moves(good, "3")),  # type: ignore[arg-type]
        (TypeError, lambda: batch.legal_moves(good, rules="classic")),  # type: ignore[arg-type]
        (TypeError, lambda: batch.beats(good, None)),  # type: ignore[arg-type]
        (DdzError, lambda: batch.legal_moves(good, [PASS, PASS])),
        (DdzError, lambda: batch.legal_moves(good, words([1]))),
        (DdzError, lambda: batch.legal_moves(good, Move.parse("33333"))),
        (DdzError, lambda: batch.classify(words([Hand("33333")]))),
        (DdzError, lambda: batch.beats(good, good)),
        (DdzError, lambda: batch.beats(words([PASS]), words([2**64 - 1]))),
        (DdzError, lambda: batch.count_moves(good, out=small)),
        (DdzError, lambda: batch.count_moves(good, out=np.empty(1, np.int32))),
        (DdzError, lambda: batch.count_moves(good, out=[0])),  # type: ignore[arg-type]
        (DdzError, lambda: batch.classify(good, out=np.empty((1, 1), np.uint64))),
        (DdzError, lambda: batch.legal_moves(good, out=MoveBatch(good, small))),
    ]
    for error, call in calls:
        with pytest.raises(error):
            call()


def test_nothing_is_written_when_a_position_is_wrong() -> None:
    for bad in (Hand("33333"), 1 << 63, 1 << 54, 15):
        hands = words([Hand("345"), Hand("3"), bad, bad])
        out = np.full(4, 77, np.int64)
        for call in (
            lambda h=hands, o=out: batch.count_moves(h, out=o),
            lambda h=hands: batch.legal_moves(h),
            lambda h=hands: batch.classify(h),
        ):
            with pytest.raises(DdzError, match="position 2"):
                call()
        assert (out == 77).all()
    with pytest.raises(DdzError, match="position 1"):
        batch.legal_moves(words([Hand("345")] * 2), words([PASS, 1]))


def test_threads_on_shared_arrays() -> None:
    rng = random.Random("batch threads")
    rules = RULES["classic"]
    hands = words([any_hand(rng, rules, 20) for _ in range(3000)])
    expected = batch.legal_moves(hands)
    best = batch.classify(expected.words & np.uint64(ddz.CARDS_MASK))
    agreed: list[bool] = []

    def work() -> None:
        found = batch.legal_moves(hands)
        agreed.append(
            np.array_equal(found.words, expected.words)
            and np.array_equal(batch.classify(found.words & np.uint64(ddz.CARDS_MASK)), best)
            and np.array_equal(batch.count_moves(hands), np.diff(expected.offsets))
        )

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert agreed == [True] * 8


def test_the_strongest_readings_of_all_moves() -> None:
    for name in ONE_DECK:
        moves = ddz.all_moves(PRESETS[name])
        cards = moves.words & np.uint64(ddz.CARDS_MASK)
        best = batch.classify(cards, PRESETS[name])
        assert np.array_equal(best & np.uint64(ddz.CARDS_MASK), cards)
        assert (best == moves.words).sum() == len(set(cards.tolist()))


def test_errors_name_the_rule() -> None:
    with pytest.raises(DdzError, match="5 cards 3, the deck 4") as refused:
        batch.legal_moves(words([Hand("33333")]))
    assert isinstance(refused.value.__cause__, IllegalMoveError)


def test_out_may_share_memory_with_the_input() -> None:
    """Inputs are copied before anything is written."""
    hands = [Hand("345"), Hand("33"), Hand("789"), Hand("22BR")]
    expected = batch.legal_moves(hands)
    memory = np.zeros(300, np.uint64)
    memory[1:5] = words(hands)
    assert batch.count_moves(memory[1:5], out=memory[2:6].view(np.int64)).tolist() == [3, 2, 3, 5]
    memory[1:5] = words(hands)
    found = batch.classify(memory[1:5], out=memory[2:6])
    assert found.tolist() == batch.classify(hands).tolist()
    memory[1:5] = words(hands)
    out = MoveBatch(memory[:200], np.zeros(5, np.int64))
    assert batch.legal_moves(memory[1:5], out=out).words.tolist() == expected.words.tolist()
    memory[:16] = np.arange(16)
    both = MoveBatch(memory[:200], memory[190:195].view(np.int64))
    with pytest.raises(DdzError, match="share memory"):
        batch.legal_moves(hands, out=both)


def test_offsets_may_be_longer_than_needed() -> None:
    out = MoveBatch(np.zeros(200, np.uint64), np.full(10, 7, np.int64))
    found = batch.legal_moves([Hand("345"), Hand("33")], out=out)
    assert found.offsets.tolist() == [0, 3, 5]
    assert out.offsets.tolist() == [0, 3, 5, *[7] * 7]


def test_moves_are_no_hands() -> None:
    verbs: list[Callable[[Any], object]] = [batch.count_moves, batch.legal_moves, batch.classify]
    for verb in verbs:
        with pytest.raises(TypeError, match="must be"):
            verb(ddz.legal_moves("3", "4"))


PEAK = """
import resource, sys
import numpy as np
from ddz import Hand, batch

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024

texts = "3334445678", "34567890JQ".replace("0", "T"), "AA22BR66778", "34", "5555KKKK99"
hands = np.resize(np.array([int(Hand(text)) for text in texts], np.uint64), 1_000_000)
batch.legal_moves(hands[:10])
before = peak()
made = batch.legal_moves(hands)
print(peak() - before, made.words.nbytes + made.offsets.nbytes)
"""


@pytest.mark.skipif(
    not sys.platform.startswith("linux") or "asan" in os.environ.get("LD_PRELOAD", ""),
    reason="asks Linux how much memory a plain build took",
)
def test_a_million_hands_need_no_more_than_their_output() -> None:
    done = subprocess.run([sys.executable, "-c", PEAK], capture_output=True, text=True, check=True)
    grown, output = map(int, done.stdout.split())
    assert output > 100_000_000
    assert grown < output + 16_000_000


def test_arrays_that_change_meanwhile() -> None:
    """What is checked is what is listed, whatever another thread writes."""
    good, bad = int(Hand("33445566778899TJQKA2")), 2**60 - 1
    legal = set(batch.legal_moves([Hand(good)]).words.tolist())
    hands = np.full(3000, good, np.uint64)
    done = threading.Event()

    def work() -> None:
        while not done.is_set():
            hands[:] = bad
            hands[:] = good

    thread = threading.Thread(target=work)
    thread.start()
    for _ in range(200):
        with contextlib.suppress(DdzError):
            found = batch.legal_moves(hands)
            assert set(found.words[-len(legal) :].tolist()) == legal
        with contextlib.suppress(DdzError):
            batch.classify(hands)
        with contextlib.suppress(DdzError):
            batch.beats(hands, hands)
    done.set()
    thread.join()
    assert not np.shares_memory(batch.words_of(hands, Hand, "hands"), hands)


def test_errors_of_lists_tell_the_position() -> None:
    with pytest.raises(TypeError, match="position 1: hands must be Hand objects"):
        batch.count_moves([Hand("3"), "4"])  # type: ignore[list-item]
