"""The slow reference of whole deals against the numbers and examples of the rules."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import reference
from table_reference import TABLE_PRESETS, RefTable, TableRules, perft, score_scale, text_of

CLASSIC = TABLE_PRESETS["classic"]
WHEEL = TABLE_PRESETS["four-player-wheel"]
SOUTH = TABLE_PRESETS["four-player-wheel-south"]
NORTH = TABLE_PRESETS["four-player-wheel-north"]
FOUR_HANDS = ["345", "678", "9TJ", "QKA"]


def run(table: RefTable, script: str) -> RefTable:
    """Play calls, choices and cards; `-` is the pass of a play and of a call."""
    for token in script.split():
        legal = table.legal_actions()
        if table.phase == "auction":
            table.play(0 if token == "-" else int(token))
        elif table.phase == "play" and token != "-":
            (move,) = [m for m in legal if m != "pass" and text_of(m.counts) == token]  # type: ignore[union-attr]
            table.play(move)
        else:
            table.play("pass" if token == "-" else token)
    return table


def auctions(table: RefTable) -> Iterator[RefTable]:
    """Every way in which the auction of a table can end."""
    if table.phase != "auction":
        yield table
        return
    for call in table.legal_actions():
        after = table.copy()
        after.play(call)
        yield from auctions(after)


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
    ],
)
def test_census_of_auctions(
    players: int, auction: str, levels: int, ways: int, longest: int, all_pass: int
) -> None:
    preset = CLASSIC if players == 3 else TABLE_PRESETS["four-player"]
    rules = preset.replace(auction=auction, levels=tuple(range(1, levels + 1)))
    ends = list(auctions(RefTable(FOUR_HANDS[:players], "2", rules, 1)))
    assert len(ends) == ways
    assert max(len(end.history) for end in ends) == longest
    assert sum(end.phase == "redeal" for end in ends) == all_pass


def test_final_levels_of_the_quasi_auction() -> None:
    ends = auctions(RefTable(FOUR_HANDS, "2", WHEEL, 0))
    assert Counter(end.value for end in ends) == {1: 1, 2: 4, 3: 10}


def test_who_passed_may_bid_again() -> None:
    table = run(RefTable(["3", "4", "5"], "2", CLASSIC, 0), "- - 1 - 2 - 3")
    assert table.landlord == 0
    assert (table.value, table.phase, table.seat) == (3, "play", 0)
    assert text_of(table.hands[0]) == "32"


@pytest.mark.parametrize(
    ("preset", "hands", "leaves"),
    [
        ("classic", "3344 455 667", [4, 9, 23, 29, 43, 97, 101, 119]),
        ("pagat", "333345BR 4446677 5556688A", [18, 37, 110, 370, 627]),
        ("four-player", "33344455 66667BB 5566778 88999RR4", [14, 49, 81, 237]),
        (
            "classic",
            "3344455667JJQQKAA2BR 345568888TTJQQKAA 367779999TTJKK222",
            [42, 271],
        ),
    ],
)
def test_perft(preset: str, hands: str, leaves: list[int]) -> None:
    table = RefTable(hands.split(), "", TABLE_PRESETS[preset], 0, landlord=0)
    assert [perft(table, depth + 1) for depth in range(len(leaves))] == leaves


# ------------------------------------------------------------------------- scores

BOMBS = ["44445555BR3", "67", "89"]


@pytest.mark.parametrize(
    ("rules", "scores"),
    [
        (CLASSIC, [48, -24, -24]),
        (CLASSIC.replace(spring=True), [96, -48, -48]),
        (CLASSIC.replace(double_rocket=False), [24, -12, -12]),
        (CLASSIC.replace(double_sizes=()), [12, -6, -6]),
        (CLASSIC.replace(double_each=False), [12, -6, -6]),
        (CLASSIC.replace(double_mode="add"), [24, -12, -12]),
        (CLASSIC.replace(bomb_factor=3, rocket_factor=8), [432, -216, -216]),
        (CLASSIC.replace(payout_win=4), [96, -48, -48]),
        (CLASSIC.replace(payout_win=3), [144, -72, -72]),
        (TABLE_PRESETS["openspiel"], [96, -48, -48]),
    ],
)
def test_bid_3_two_bombs_and_the_rocket(rules: TableRules, scores: list[int]) -> None:
    table = run(RefTable(BOMBS, "", rules, 0), "3 4444 - - 5555 - - BR - - 3")
    assert table.scores() == scores


def test_no_doubling_and_no_auction() -> None:
    for name, scores in {"rlcard": [2, -1, -1], "douzero": [16, -8, -8]}.items():
        table = RefTable(BOMBS, "", TABLE_PRESETS[name], 0)
        assert run(table, "4444 - - 5555 - - BR - - 3").scores() == scores


def test_anti_spring() -> None:
    rules = TABLE_PRESETS["openspiel"]
    table = run(RefTable(["34", "5", "6"], "", rules, 0), "2 - - 3 5")
    assert table.scores() == [-8, 4, 4]
    table = run(RefTable(["348", "579", "6"], "", rules, 0), "2 - - 3 5 - 8 9 - - 7")
    assert table.scores() == [-4, 2, 2]


def test_a_landlord_out_with_his_first_play_doubles_once() -> None:
    table = run(RefTable(["33", "5", "6"], "", TABLE_PRESETS["openspiel"], 0), "1 - - 33")
    assert table.scores() == [4, -2, -2]


@pytest.mark.parametrize("value", [1, 2, 3, 4])
@pytest.mark.parametrize("choice", ["open", "decline"])
@pytest.mark.parametrize("bombs", [0, 1, 2])
@pytest.mark.parametrize("mode", ["mul", "add"])
def test_stakes_of_the_wheel(value: int, choice: str, bombs: int, mode: str) -> None:
    rules = WHEEL.replace(open_play=True, levels=(1, 2, 3, 4), double_mode=mode)
    cards = ["5", "3333333 5", "3333333 4444444 5"][bombs].split()
    table = RefTable(["".join(cards), "6", "7", "8"], "", rules, 0)
    calls = {1: "1 - - -", 2: "2 - - -", 3: "3 - - -", 4: "4"}[value]
    run(table, f"{calls} {choice} {' - - - '.join(cards)}")
    events = (choice == "open") + (bombs > 0)  # however many bombs: once
    unit = value * (2**events if mode == "mul" else 1 + events)
    assert table.scores() == [3 * unit, -unit, -unit, -unit]


def test_only_large_bombs_double_with_two_decks() -> None:
    hands = ["3333344444455", "6", "7", "8"]
    table = RefTable(hands, "", TABLE_PRESETS["four-player"], 0)
    run(table, "1 - - - 33333 - - - 444444 - - - 55")
    assert table.scores() == [6, -2, -2, -2]


def test_scale() -> None:
    assert score_scale(WHEEL) == 1
    assert score_scale(WHEEL.replace(snatch="total")) == 3
    assert score_scale(WHEEL.replace(snatch="per-farmer")) == 1
    assert score_scale(WHEEL.replace(payout_lose=2)) == 3
    assert score_scale(CLASSIC.replace(payout_lose=3)) == 2


# ------------------------------------------------------------------------- quotas


def test_quotas_of_the_example() -> None:
    table = run(RefTable(FOUR_HANDS, "2", WHEEL, 0), "1 2 - -")
    assert table.landlord == 1
    assert table.quotas == [1, None, 1, 1]
    table = run(RefTable(FOUR_HANDS, "2", WHEEL, 0), "1 2 3")
    assert table.landlord == 2
    assert table.quotas == [1, 2, None, None]


@pytest.mark.parametrize(
    ("changes", "quotas"),
    [
        ({"quota_landlord": "level"}, [1, 2, 1, 1]),
        ({"quota_passed": False}, [1, None, None, None]),
        ({"levels": (5, 10, 15)}, [1, None, 1, 1]),
        ({"bomb_quota": False}, [None] * 4),
    ],
)
def test_switches_of_the_quota(changes: dict[str, object], quotas: list[int | None]) -> None:
    rules = WHEEL.replace(**changes)
    calls = "5 10 - -" if "levels" in changes else "1 2 - -"
    assert run(RefTable(FOUR_HANDS, "2", rules, 0), calls).quotas == quotas


def test_a_bomb_beyond_the_quota_may_only_be_split() -> None:
    hands = ["3J", "444455556", "7", "8"]
    rules = WHEEL.replace(eight_rule="bomb")
    table = run(RefTable(hands, "", rules, 0), "2 - - - 3 4444 - - -")
    assert table.bombs_used == [0, 1, 0, 0]
    leads = {text_of(m.counts) for m in table.legal_actions()}  # type: ignore[union-attr]
    assert leads == {"5", "55", "555", "6"}


@pytest.mark.parametrize(("costs", "legal"), [(True, False), (False, True)])
def test_whether_the_rocket_costs_quota(costs: bool, legal: bool) -> None:
    hands = ["3J", "4444BBRR6", "7", "8"]
    table = RefTable(hands, "", WHEEL.replace(quota_rocket=costs), 0)
    run(table, "2 - - - 3 4444 - - -")
    rocket = reference.counts_of("BBRR")
    assert (rocket in [m.counts for m in table.legal_actions()]) == legal  # type: ignore[union-attr]


# ------------------------------------------------------------------------- forced calls

THREE_BOMBS, TWO_BOMBS = "333344445555", "33334444"


@pytest.mark.parametrize(
    ("rules", "hand", "calls", "legal"),
    [
        (SOUTH, THREE_BOMBS, "", [4]),
        (SOUTH, THREE_BOMBS, "2", [4]),
        (SOUTH, "33334444BBRR", "", [4]),
        (SOUTH, TWO_BOMBS, "", [1, 2, 3, 4]),
        (SOUTH, TWO_BOMBS, "2", [0, 3, 4]),
        (SOUTH, "333333334444", "", [1, 2, 3, 4]),
        (SOUTH.replace(count_eight_as_two=True), "333333334444", "", [4]),
        (NORTH, "RR", "", [2, 3]),
        (NORTH, "RR", "1", [2, 3]),
        (NORTH, "RR", "2", [3]),
        (NORTH, "BB", "1", [0, 2, 3]),
        (NORTH, TWO_BOMBS, "1", [2, 3]),
        (NORTH, "BBR", "1", [3]),
        (NORTH, THREE_BOMBS, "1", [3]),
        (NORTH.replace(auction="single"), "RR", "", [1, 2, 3]),
        (NORTH.replace(levels=(5, 10, 15)), "RR", "", [10, 15]),
        (NORTH.replace(levels=(7,)), "RR", "", [7]),
        (NORTH.replace(forced="off"), "RR", "", [1, 2, 3]),
    ],
)
def test_forced_calls(rules: TableRules, hand: str, calls: str, legal: list[int]) -> None:
    asked = len(calls.split())
    hands = ["345", "678", "9TJ", "QKA"]
    hands[asked] = hand
    assert run(RefTable(hands, "2", rules, 0), calls).legal_actions() == legal


# ------------------------------------------------------------------------- optional phases


def test_all_pass() -> None:
    hands = ["3", "4", "5"]
    redeal = run(RefTable(hands, "2", CLASSIC, 0), "- - -")
    assert (redeal.phase, redeal.seat, redeal.legal_actions()) == ("redeal", None, [])
    assert redeal.scores() == [0, 0, 0]
    end = run(RefTable(hands, "2", TABLE_PRESETS["openspiel"], 0), "- - -")
    assert (end.phase, end.scores()) == ("over", [0, 0, 0])


def test_first_call() -> None:
    table = RefTable(["3", "4", "5"], "2", CLASSIC.replace(auction="first-call"), 2)
    assert run(table, "-").legal_actions() == [0, 1]
    run(table, "1")
    assert (table.landlord, table.value, table.phase) == (0, 1, "play")


@pytest.mark.parametrize(
    ("snatch", "won", "scores"),
    [
        ("total", True, [-9, -9, 27, -9]),
        ("total", False, [6, 6, -18, 6]),
        ("per-farmer", True, [-9, -9, 27, -9]),
        ("per-farmer", False, [6, 6, -18, 6]),
    ],
)
def test_snatch(snatch: str, won: bool, scores: list[int]) -> None:
    rules = WHEEL.replace(snatch=snatch)
    table = run(RefTable(["3", "4", "5", "6"], "7", rules, 0), "1 3")
    assert (table.phase, table.seat) == ("snatch", 2)
    assert table.legal_actions() == ["snatch", "decline"]
    run(table, "snatch")
    assert (table.landlord, table.value, table.phase) == (2, 3, "play")
    assert table.quotas == [1, 3, None, None]
    run(table, "7 - - - 5" if won else "5 6")
    assert table.scores() == scores


def test_snatch_of_nobody() -> None:
    rules = WHEEL.replace(snatch="total")
    table = run(RefTable(["3", "4", "5", "6"], "7", rules, 0), "1 3 decline decline 4 5")
    assert table.landlord == 1
    assert table.scores() == [9, -27, 9, 9]
    last = run(RefTable(["3", "4", "5", "6"], "7", rules, 0), "1 - - 3")
    assert last.phase == "play"


def test_draw_before_the_kitty() -> None:
    table = run(RefTable(["BBR", "4", "5", "6"], "7", NORTH, 0), "3")
    assert (table.phase, table.seat, table.landlord) == ("draw", 0, 0)
    assert text_of(table.hands[0]) == "BBR"
    assert run(table.copy(), "draw").scores() == [0, 0, 0, 0]
    assert text_of(run(table, "look").hands[0]) == "7BBR"
    assert table.phase == "talk"


def test_a_free_call_has_no_draw() -> None:
    table = run(RefTable(["3", "4", "5", "6"], "7", NORTH, 0), "3")
    assert (table.phase, table.legal_actions()) == ("talk", ["play", "propose", "surrender"])


def test_proposals() -> None:
    table = run(RefTable(["3", "4", "5", "6"], "7", NORTH, 1), "3 propose accept")
    assert (table.phase, table.seat) == ("answer", 3)
    drawn = run(table.copy(), "accept accept")
    assert (drawn.phase, drawn.scores()) == ("over", [0, 0, 0, 0])
    run(table, "decline")
    assert (table.phase, table.seat) == ("open", 1)


@pytest.mark.parametrize(("value", "lost"), [(1, 1), (2, 1), (3, 2)])
def test_surrender(value: int, lost: int) -> None:
    calls = "3" if value == 3 else f"{value} - - -"
    table = run(RefTable(["3", "4", "5", "6"], "7", NORTH, 0), f"{calls} surrender")
    assert table.scores() == [-3 * lost, lost, lost, lost]


def test_surrender_with_other_levels() -> None:
    rules = NORTH.replace(levels=(5, 10, 15))
    table = run(RefTable(["3", "4", "5", "6"], "7", rules, 0), "15 surrender")
    assert table.scores() == [-30, 10, 10, 10]


EIGHT = "33333333"


def test_claims() -> None:
    table = run(RefTable(["4", EIGHT, "5", "6"], "7", WHEEL, 0), "2 - - -")
    assert (table.phase, table.seat, table.landlord) == ("claim", 1, 0)
    assert run(table, "claim").scores() == [-6, 2, 2, 2]
    table = run(RefTable(["33333334", "9", "5", "6"], "3", WHEEL, 0), "2 - - -")
    assert (table.phase, table.seat) == ("claim", 0)
    assert run(table, "claim").scores() == [6, -2, -2, -2]


@pytest.mark.parametrize(
    ("hands", "plays", "scores"),
    [
        (["8" + EIGHT, "9", "5", "6"], f"{EIGHT} - - - 8", [12, -4, -4, -4]),
        (["4" + EIGHT, "9", "5", "6"], "4 9", [0, 0, 0, 0]),
        (["49", "8" + EIGHT, "5", "6"], f"4 {EIGHT} - - - 8", [-12, 4, 4, 4]),
        (["49", "8" + EIGHT, "5", "6"], "4 - - - 9", [0, 0, 0, 0]),
    ],
)
def test_a_declined_eight(hands: list[str], plays: str, scores: list[int]) -> None:
    table = run(RefTable(hands, "", WHEEL, 0), f"2 - - - decline {plays}")
    assert table.scores() == scores


def test_both_sides_hold_an_eight() -> None:
    hands = [EIGHT + "8", "44444444", "5", "6"]
    table = run(RefTable(hands, "", WHEEL, 0), "2 - - - decline")
    assert (table.phase, table.seat) == ("claim", 1)
    run(table, f"decline {EIGHT} - - - 8")
    assert table.scores() == [0, 0, 0, 0]


def test_the_eight_played_last() -> None:
    rules = WHEEL.replace(eight_last=True)
    table = run(RefTable(["4" + EIGHT, "9", "5", "6"], "", rules, 0), "2 - - - decline 4 - - -")
    assert run(table, EIGHT).scores() == [24, -8, -8, -8]


@pytest.mark.parametrize(
    ("no_lose", "plays", "scores"),
    [
        ("off", "3333333 - - - 4 5", [-12, 4, 4, 4]),
        ("landlord", "3333333 - - - 4 5", [0, 0, 0, 0]),
        ("either", "3333333 - - - 4 5", [0, 0, 0, 0]),
    ],
)
def test_who_played_a_seven_bomb_cannot_lose(no_lose: str, plays: str, scores: list[int]) -> None:
    rules = WHEEL.replace(no_lose=no_lose)
    table = run(RefTable(["333333344", "5", "6", "7"], "", rules, 0), f"2 - - - {plays}")
    assert table.scores() == scores


@pytest.mark.parametrize(
    ("no_lose", "scores"),
    [("landlord", [12, -4, -4, -4]), ("either", [0, 0, 0, 0])],
)
def test_peasants_with_the_rocket_cannot_lose(no_lose: str, scores: list[int]) -> None:
    rules = WHEEL.replace(no_lose=no_lose)
    hands = ["3A", "78BBRR", "4", "6"]
    table = run(RefTable(hands, "", rules, 0), "2 - - - 3 BBRR - - - 7 - - A")
    assert table.scores() == scores


def test_open_play() -> None:
    rules = CLASSIC.replace(open_play=True, open_factor=3)
    table = run(RefTable(["3", "4", "5"], "", rules, 0), "2 - -")
    assert (table.phase, table.legal_actions()) == ("open", ["open", "decline"])
    assert run(table.copy(), "open 3").scores() == [12, -6, -6]
    assert run(table, "decline 3").scores() == [4, -2, -2]


def test_only_legal_actions_are_played() -> None:
    table = RefTable(["3", "4", "5"], "2", CLASSIC, 0)
    with pytest.raises(ValueError, match="not legal in auction"):
        table.play(4)


GAMES = Path(__file__).parent / "data" / "games.jsonl"


def test_deals_of_a_public_server() -> None:
    deals = [json.loads(line) for line in GAMES.read_text().splitlines()]
    assert deals
    for deal in deals:
        rules = TABLE_PRESETS[deal["rules"]].replace(spring=True)  # it has no anti-spring
        table = RefTable(deal["hands"], deal["kitty"], rules, 0, landlord=deal["landlord"])
        for seat, cards in deal["plays"]:
            assert table.seat == seat
            run(table, cards or "-")
        names = [name for name, _ in table.factors()]
        assert table.out == deal["winner"]
        assert [text_of(hand) for hand in table.hands] == deal["remaining"]
        assert names.count("bomb") == deal["bombs"]
        assert names.count("rocket") == deal["rockets"]
        assert ("spring" in names) == deal["spring"]


@pytest.mark.parametrize("name", sorted(TABLE_PRESETS))
def test_random_deals_end_and_sum_to_zero(name: str) -> None:
    rng = random.Random(f"whole deals {name}")
    rules = TABLE_PRESETS[name]
    for _ in range(2):
        deck = [rank for rank in reference.RANKS[:13] for _ in range(4 * rules.decks)]
        deck += ["B", "R"] * rules.decks
        rng.shuffle(deck)
        size = rules.hand_cards
        hands = ["".join(deck[size * i : size * (i + 1)]) for i in range(rules.players)]
        kitty = "".join(deck[size * rules.players :])
        table = RefTable(hands, kitty, rules, rng.randrange(rules.players))
        while not table.is_over:
            table.play(rng.choice(table.legal_actions()))
        assert sum(table.scores()) == 0


def test_only_the_cards_of_the_deck_are_dealt() -> None:
    with pytest.raises(ValueError, match="5 cards 3 in a deck"):
        RefTable(["333", "3", "5"], "3", CLASSIC, 0)
