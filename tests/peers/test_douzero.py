"""The preset `douzero` beside the real DouZero: card sets, leads and answers.

DouZero knows card sets without readings. What our preset answers is checked against the slow
reference, what DouZero answers against the same moves with its documented defects, each computed
from the cards by the rule that stands at its function:

* D1 `has_no_type`, D2 `top_trio`, D3 `longer_plane`: answers to planes with solo kickers.
* D4 `accepted_all_the_same`: its detector gives types to card sets that are no moves.
* D5 `listed`: its generator lists moves more than once.
"""

from __future__ import annotations

import functools
import itertools
import random
from collections import Counter
from collections.abc import Collection, Iterable
from types import SimpleNamespace

import pytest

import reference
from ddz import CARDS_MASK, PASS, RULES, ActionSpace, Hand, Kind, Move, classify, legal_moves
from ddz.notation import DOUZERO
from reference import Counts, Reading
from strategies import (
    any_bar,
    any_hand,
    any_position,
    deck_of,
    groups_of,
    holding,
    moves_of,
    reading_of,
)

pytest.importorskip("douzero", reason="DouZero is not installed")

from douzero.env import move_detector
from douzero.env.game import GameEnv
from douzero.env.move_generator import MovesGener

RULE_SET = RULES["douzero"]
DECK = deck_of(RULE_SET)
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


# What DouZero says


def generated(hand: Hand) -> Counter[Hand]:
    """Its leads as card sets, each as often as it is listed."""
    return Counter(map(DOUZERO.read_hand, MovesGener(DOUZERO.write_hand(hand)).gen_moves()))


def answered(hand: Hand, cards: Hand) -> Counter[Hand]:
    """Its answers likewise, the pass among them."""
    env = SimpleNamespace(
        info_sets={"seat": SimpleNamespace(player_hand_cards=DOUZERO.write_hand(hand))},
        acting_player_position="seat",
        card_play_action_seq=[DOUZERO.write_hand(cards)],
    )
    return Counter(map(DOUZERO.read_hand, GameEnv.get_legal_card_play_actions(env)))


def detected(cards: Hand) -> int:
    """Its type of cards."""
    number: int = move_detector.get_move_type(DOUZERO.write_hand(cards))["type"]
    return number


# Its defects


def has_no_type(move: Reading) -> bool:
    """D1: its detector knows no plane of four and more with three or four kickers of a rank.

    Only bombs and the rocket may answer it.
    """
    kickers = map(int.__sub__, move.counts, move.body)
    return move.kind == "trio_solo_chain" and move.length >= 4 and max(kickers) >= 3


def top_trio(move: Reading) -> int:
    """D2: planes with solos are compared by the highest rank held exactly thrice, kickers too."""
    return max(rank for rank in range(15) if move.counts[rank] == 3)


def longer_plane(move: Reading) -> int | None:
    """D3: once played, trios that all lie side by side are read as a plane without kickers.

    That is a plane of three that was played with a trio beside it as its kickers. Returns the rank
    of the longer plane's top, None for other moves.
    """
    trios = [rank for rank in range(12) if move.counts[rank] == 3]
    if move.kind != "trio_solo_chain" or 3 * len(trios) != sum(move.counts):
        return None
    return trios[-1] if trios[-1] - trios[0] == len(trios) - 1 else None


def accepted_all_the_same(counts: Counts) -> int | None:
    """D4: the type that its detector gives to cards that are no move, None if it gives none.

    Four and one cards pass for a trio with a pair, two fours for a four with two pairs, and
    exactly four trios among any solos and pairs for a plane of three, if the lower or the upper
    three of them are a chain.
    """
    sizes = sorted(n for n in counts if n)
    if sizes == [1, 4]:
        return TYPE_OF_KIND[Kind.TRIO_PAIR]
    if sizes == [4, 4]:
        return TYPE_OF_KIND[Kind.FOUR_TWO_PAIR]
    trios = [rank for rank in range(13) if counts[rank] == 3]
    if len(trios) == 4 and max(sizes) == 3:
        for low, _, top in (trios[:3], trios[1:]):
            if top - low == 2 and top < 12:
                return TYPE_OF_KIND[Kind.TRIO_SOLO_CHAIN]
    return None


def listed(hand: Hand, moves: Iterable[Reading]) -> Counter[Hand]:
    """D5: how often it lists these moves of a hand, as card sets.

    Each reading once; but it chooses the solo kickers of planes and fours by walking through the
    combinations of the other cards held, in ascending order, and drops only a choice equal to the
    one before: each unbroken run of a choice is listed again.
    """
    times: Counter[Hand] = Counter()
    for move in moves:
        n = 1
        if move.kind in ("trio_solo_chain", "four_two_solo"):
            others = tuple(rank for rank in hand if not move.body[rank])
            cards = Hand.from_counts(move.counts)
            kickers = tuple(rank for rank in cards if not move.body[rank])
            n = runs(others, len(kickers))[kickers]
        times[Hand.from_counts(move.counts)] += n
    return times


@functools.lru_cache(maxsize=256)
def runs(cards: tuple[int, ...], n: int) -> Counter[tuple[int, ...]]:
    """How many unbroken runs of each choice there are when all combinations are walked through."""
    return Counter(choice for choice, _ in itertools.groupby(itertools.combinations(cards, n)))


def with_defects(bar: Reading, leads: Collection[Reading]) -> list[Reading]:
    """What DouZero answers with to a move, of all moves of a hand."""
    right = [lead for lead in leads if reference.beats(lead, bar, RULE_SET)]
    if bar.kind != "trio_solo_chain":
        return right
    strong = [lead for lead in right if lead.kind in ("bomb", "rocket")]
    if has_no_type(bar):
        return strong
    top = longer_plane(bar)
    if top is not None:
        longer = [lead for lead in leads if lead[:2] == ("trio_chain", bar.length + 1)]
        return strong + [lead for lead in longer if lead.rank > top]
    alike = [lead for lead in leads if lead[:2] == bar[:2]]
    return strong + [lead for lead in alike if top_trio(lead) > top_trio(bar)]


def expected_type(cards: Hand) -> int:
    """Its type of any cards: that of their longest reading, but for D1 and D4."""
    readings = classify(cards, RULE_SET)
    if not readings:
        return accepted_all_the_same(cards.counts) or WRONG
    return WRONG if has_no_type(reading_of(readings[0])) else TYPE_OF_KIND[readings[0].kind]


# The comparison


def test_every_card_set() -> None:
    """All that DouZero generates from the whole deck, up to a landlord's hand.

    It is asked for planes with solos up to five: the longer ones take it minutes.
    """
    generator = MovesGener(DOUZERO.write_hand(DECK))
    moves = itertools.chain(
        generator.gen_type_1_single(),
        generator.gen_type_2_pair(),
        generator.gen_type_3_triple(),
        generator.gen_type_4_bomb(),
        generator.gen_type_5_king_bomb(),
        generator.gen_type_6_3_1(),
        generator.gen_type_7_3_2(),
        generator.gen_type_8_serial_single(),
        generator.gen_type_9_serial_pair(),
        generator.gen_type_10_serial_triple(),
        *(generator.gen_type_11_serial_3_1(length) for length in range(2, 6)),
        generator.gen_type_12_serial_3_2(),
        generator.gen_type_13_4_2(),
        generator.gen_type_14_4_22(),
    )
    sets = {tuple(move) for move in moves if len(move) <= RULE_SET.max_cards}
    theirs = {int(DOUZERO.read_hand(list(move))) for move in sets}
    assert theirs == {int(move) & CARDS_MASK for move in moves_of("douzero")}
    assert len(theirs) == 29_984


def test_types_of_every_card_set(capsys: pytest.CaptureFixture[str]) -> None:
    """Every card set has the type of its longest reading (D3), but for those of D1."""
    found: Counter[str] = Counter()
    for cards in {move.cards for move in moves_of("douzero")}:
        longest, *others = map(reading_of, classify(cards, RULE_SET))
        assert detected(cards) == expected_type(cards), cards
        found[f"D1, planes of {longest.length}"] += has_no_type(longest)
        found["D3, read as the longer plane"] += any(map(longer_plane, others))
    with capsys.disabled():
        print(f"\nDouZero, types of 29,984 card sets: {dict(+found)}")
    assert found["D1, planes of 4"] == 811
    assert found["D1, planes of 5"] == 3027
    assert found["D3, read as the longer plane"] == 9


def test_types_of_what_is_no_move(capsys: pytest.CaptureFixture[str]) -> None:
    """Cards at random, moves with cards more or less, and the shapes that D4 accepts."""
    rng = random.Random("douzero, no moves")
    sets = [any_hand(rng, RULE_SET, rng.randint(1, 20), rng.randint(2, 15)) for _ in range(30_000)]
    for move in rng.sample(moves_of("douzero"), 5_000):
        sets.append(move.cards - Hand(str(rng.choice(list(move.cards)))))
        sets.append(holding(rng, DECK, move.cards, 20))
    ranks = "3456789TJQKA2"
    sets += [Hand(a * 4 + b) for a in ranks for b in ranks + "BR" if a != b]
    sets += [Hand(a * 4 + b * 4) for a, b in itertools.combinations(ranks, 2)]
    for four in itertools.combinations(ranks, 4):
        trios = Hand("".join(rank * 3 for rank in four))
        sets.append(trios)
        others = [rank for rank in DECK - trios if rank not in trios]
        for n in range(1, 9):
            sets.append(trios + Hand("".join(map(str, rng.sample(others, n)))))
    found: Counter[str] = Counter()
    for cards in filter(None, set(sets)):
        assert detected(cards) == expected_type(cards), cards
        if not classify(cards, RULE_SET):
            found["no moves"] += 1
            found[f"type {accepted_all_the_same(cards.counts)}"] += 1
    with capsys.disabled():
        print(f"\nDouZero, types of what is no move: {dict(+found)}")
    assert found["no moves"] > 30_000
    assert found["type 7"] == 13 * 14
    assert found["type 14"] == 13 * 12 // 2
    assert found["type 11"] > 300


@pytest.mark.parametrize("text", ["33335", "33335555", "33344455577789", "5556667778889"])
def test_d4_by_example(text: str) -> None:
    assert detected(Hand(text)) == accepted_all_the_same(Hand(text).counts) != WRONG
    assert classify(text, RULE_SET) == ()


def test_d4_the_rocket_must_be_sorted() -> None:
    assert DOUZERO.write_hand(Hand("RB")) == [20, 30]
    assert detected(Hand("RB")) == TYPE_OF_KIND[Kind.ROCKET]
    assert move_detector.get_move_type([30, 20])["type"] == WRONG


@pytest.mark.parametrize(("ranks", "cards"), [(15, 20), (9, 16), (5, 13)])
def test_leads(ranks: int, cards: int, capsys: pytest.CaptureFixture[str]) -> None:
    """Every lead, as often as D5 lists it, which counts the readings of a card set too."""
    rng = random.Random(f"douzero leads {ranks}")
    found: Counter[str] = Counter()
    for _ in range(1000):
        hand = any_hand(rng, RULE_SET, rng.randint(1, cards), ranks)
        moves = legal_moves(hand, rules=RULE_SET)
        theirs = generated(hand)
        assert theirs == listed(hand, map(reading_of, moves)), hand
        found["moves"] += len(theirs)
        found["D5, listed again"] += theirs.total() - len(theirs)
    with capsys.disabled():
        print(f"\nDouZero, leads of up to {cards} cards of {ranks} ranks: {dict(+found)}")
    assert found["D5, listed again"] > 500


def test_d5_by_example() -> None:
    theirs = generated(Hand("3334445566778899"))
    assert (theirs.total(), len(theirs)) == (96, 87)


def test_answers(capsys: pytest.CaptureFixture[str]) -> None:
    """To moves of every kind."""
    rng = random.Random("douzero answers")
    found: Counter[str] = Counter()
    for hand, bar in (any_position(rng, RULE_SET, 17) for _ in range(3000)):
        if bar:
            compare(hand, bar, found)
    for _ in range(2000):
        compare(*any_bar(rng, "douzero"), found)
    with capsys.disabled():
        print(f"\nDouZero, answers: {dict(+found)}")
    assert found["positions"] > 3500
    assert all(found[f"to {kind}"] > 100 for kind in TYPE_OF_KIND)


def test_answers_to_planes_with_solos(capsys: pytest.CaptureFixture[str]) -> None:
    """Where D1 and D2 are: half the planes to beat, and of those held, have a trio as kickers."""
    rng = random.Random("douzero answers to planes")
    found: Counter[str] = Counter()
    for length in (2, 3, 4, 5):
        planes = groups_of("douzero")[Kind.TRIO_SOLO_CHAIN, length]
        trios = [move for move in planes if max(move.kickers.counts) >= 3] or planes
        for held, bars in itertools.product((planes, trios), repeat=2):
            for _ in range(90):
                hand = holding(rng, DECK, rng.choice(held).cards, 20)
                compare(hand, rng.choice(bars), found)
    with capsys.disabled():
        print(f"\nDouZero, answers to planes with solos: {dict(+found)}")
    assert found["D1, missing"] > 500
    assert found["D2, missing"] > 500
    assert found["D2, extra"] > 100


def test_answers_to_planes_read_anew(capsys: pytest.CaptureFixture[str]) -> None:
    """Where D3 is: all 18 such planes (nine card sets of two readings each)."""
    rng = random.Random("douzero answers to longer planes")
    found: Counter[str] = Counter()
    bars = [bar for bar in moves_of("douzero") if longer_plane(reading_of(bar)) is not None]
    assert (len(bars), len({bar.cards for bar in bars})) == (18, 9)
    for bar in bars:
        for key in ((Kind.TRIO_SOLO_CHAIN, 3), (Kind.TRIO_CHAIN, 4)):
            for _ in range(15):
                held = rng.choice(groups_of("douzero")[key])
                compare(holding(rng, DECK, held.cards, 20), bar, found)
    with capsys.disabled():
        print(f"\nDouZero, answers to planes read anew: {dict(+found)}")
    assert found["D3, missing"] > 500
    assert found["D3, extra"] == 0  # the longer planes are also planes with a trio beside them
    assert found["D3, common"] > 200


def compare(hand: Hand, bar: Move, found: Counter[str]) -> None:
    """Ours are the right answers, and theirs are ours but for the predicted differences."""
    beaten = reading_of(bar)
    leads = reference.leads(hand.counts, RULE_SET)
    right = {lead for lead in leads if reference.beats(lead, beaten, RULE_SET)}
    skip, *moves = legal_moves(hand, bar, RULE_SET)
    assert skip == PASS
    assert {reading_of(move) for move in moves} == right, (hand, bar)
    ours = {move.cards for move in moves}

    predicted = with_defects(beaten, leads)
    theirs = answered(hand, bar.cards)
    assert theirs == listed(hand, predicted) + Counter([Hand()]), (hand, bar)
    given = {Hand.from_counts(move.counts) for move in predicted}
    assert theirs.keys() == given | {Hand()}

    defect = "no defect"
    if bar.kind == Kind.TRIO_SOLO_CHAIN:
        defect = "D1" if has_no_type(beaten) else "D2" if longer_plane(beaten) is None else "D3"
    found["positions"] += 1
    found[f"to {bar.kind}"] += 1
    found[f"{defect}, missing"] += len(ours - given)
    found[f"{defect}, extra"] += len(given - ours)
    found[f"{defect}, common"] += len(given & ours)
    found["D5, listed again"] += theirs.total() - len(theirs)


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
