"""What rule an action breaks: every name, on scripted deals, and the laws over random ones."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ddz import DdzError
from ddz.zipai import (
    PASS,
    PENG,
    WIN,
    ZIPAI_RULES,
    Action,
    BrokenRule,
    State,
    Tile,
    explain_illegal,
)
from ddz.zipai.table import Stage
from zipai_deals import StateDriver
from zipai_scenarios import SCENARIOS


def at(name: str, steps: int) -> State:
    """A scripted deal after so many of its steps."""
    scenario = next(one for one in SCENARIOS if name in one["name"])
    driver = StateDriver(scenario)
    for _, _, action in scenario["steps"][:steps]:
        driver.play(action)
    return driver.state


def last_event(state: State, *kinds: str) -> Any:
    return next(one for one in reversed(state.happenings) if one.kind in kinds)


def broken(state: State, seat: int, action: Action, tile: Tile | None = None) -> str | None:
    found = explain_illegal(state, seat, action, tile)
    return None if found is None else found.chinese


@pytest.mark.parametrize(
    ("name", "steps", "kind", "chinese"),
    [
        ("5.5 pao of a discard by three in hand is forced", 1, "pao", "不开招"),
        ("5.4c pao of a turned tile by three in hand", 1, "pao", "不开招"),
        ("5.4a a forced ti from three in hand", 1, "ti", "不倾"),
        ("5.4a a forced ti from an exposed wei", 3, "ti", "不倾"),
        ("5.4c pao of a turned tile by an exposed peng", 3, "pao", "不跑"),
        ("5.4c pao of a turned tile by an exposed wei", 2, "pao", "不跑"),
        ("5a an own draw onto an own peng is pao", 4, "pao", "不跑"),
        ("5.4a nobody else may win on a forced wei", 1, "wei", "逃拽"),
    ],
)
def test_a_pass_on_what_the_table_has_laid(name: str, steps: int, kind: str, chinese: str) -> None:
    state = at(name, steps)
    entry = last_event(state, kind)
    assert broken(state, entry.seat, PASS) == chinese
    assert broken(state, entry.seat, PASS, entry.tile) == chinese
    for other in range(3):
        if other != entry.seat:
            assert broken(state, other, PASS) is None


def test_a_pass_where_the_entry_had_no_discard_names_the_tile() -> None:
    state = at("5.6 a second four by ti has no discard", 1)
    entry = last_event(state, "ti")
    assert broken(state, entry.seat, PASS, entry.tile) == "不倾"
    assert broken(state, (entry.seat + 1) % 3, PASS, entry.tile) is None


def test_a_pass_while_the_tile_is_on_offer() -> None:
    """The others are asked first whether they win; the holder's pass is wrong all the same."""
    state = at("5.4b a win goes before the pao of an exposed peng", 3)
    assert state.stage == Stage.WIN
    tile = state.offered
    holder = next(
        seat for seat in range(3) if f"peng:{str(tile) * 3}" in map(str, state.exposed[seat])
    )
    asked = state.seat
    if holder != asked:
        assert broken(state, holder, PASS) == "不跑"
    assert broken(state, asked or 0, PASS) is None


def test_a_kan_is_not_split() -> None:
    state = at("5.6 three of a kind is never discarded", 0)
    kan = next(tile for tile in state.hands[0] if state.hands[0][tile] == 3)
    assert broken(state, 0, Action.discard(kan)) == "拆坎"
    state = at("5.2 a four is set aside and shown before its owner's first turn", 0)
    seat = next(seat for seat, tiles in enumerate(state.face_down) if tiles)
    assert broken(state, seat, Action.discard(state.face_down[seat][0])) == "拆坎"


def test_a_discard_after_the_second_four() -> None:
    state = at("5.6 a second four by ti has no discard", 1)
    seat = last_event(state, "no_discard").seat
    tile = next(tile for tile in state.hands[seat] if state.hands[seat][tile] < 3)
    assert broken(state, seat, Action.discard(tile)) == "重跑打字"
    assert broken(state, (seat + 1) % 3, Action.discard(tile)) != "重跑打字"


def test_dead_kinds() -> None:
    """After the discard was refused the same kind is turned: the eat, and the peng, is dead."""
    state = at("5.8 a refused eat is dead", 1)
    assert state.seat is not None
    seat, eaten = state.seat, state.legal_actions()[0]
    assert broken(state, seat, eaten) is None
    state = before(state.play(PASS), "dead")
    assert broken(state, seat, eaten) == "吃臭字"
    state = at("5.8 a refused peng is dead", 1)
    assert state.seat is not None
    seat = state.seat
    assert broken(state, seat, PENG) is None
    state = before(state.play(PASS), "dead")
    assert broken(state, seat, PENG) == "吃臭字"


def before(state: State, kind: str) -> State:
    """The moment before something last happened."""
    place = max(i for i, one in enumerate(state.happenings) if one.kind == kind)
    return next(moment for version, moment, _ in state._moments() if version == 1 + place)


def test_eats_that_lay_too_little() -> None:
    state = at("5.7 every copy is laid, in every way there is", 1)
    assert state.stage == Stage.EAT
    assert state.seat is not None
    full = next(one for one in state.legal_actions() if len(one.melds) > 1)
    for meld in full.melds:
        assert broken(state, state.seat, Action.eat(meld)) == "吃牌不摆"
    state = at("5.7 an eat that leaves a copy behind is illegal", 1)
    scenario = next(s for s in SCENARIOS if "leaves a copy behind" in s["name"])
    assert scenario["steps"]
    found = {broken(state, seat, Action.eat(text)) for seat in range(3) for text in runs_of(state)}
    assert "违例吃牌" in found


def runs_of(state: State) -> list[str]:
    """Every run of one size that holds the tile on offer."""
    assert state.offered is not None
    numerals = "一二三四五六七八九十" if state.offered < 10 else "壹贰叁肆伍陆柒捌玖拾"
    texts = [numerals[i : i + 3] for i in range(8)]
    return [text for text in texts if str(state.offered) in text]


def test_wins_that_are_none() -> None:
    state = at("5.3 no tianhu below min_hu", 0)
    assert broken(state, 0, WIN) == "不够胡数"
    assert broken(State.deal(1), 0, WIN) == "未成牌"
    assert broken(State.deal(1), 1, WIN) == "不能如此"
    state = at("5.4a nobody else may win on a forced wei", 1)
    assert broken(state, 0, WIN) == "不能如此"
    state = at("5.5 a later discard does not win", 3)
    assert state.offered is not None
    for seat in range(3):
        assert broken(state, seat, WIN) == "不能如此"


def test_a_xianggong_seat_may_not_claim() -> None:
    state = at("5.6 so does declining to win with it", 2)
    seat = state.xianggong.index(True)
    assert state.offered is not None
    assert broken(state, seat, WIN) == "相公"


def test_the_rest_is_not_offered() -> None:
    state = State.deal(1)
    assert broken(state, 0, PASS) == "不能如此"
    assert broken(state, 1, PASS) is None
    assert broken(state, 0, PENG) == "不能如此"
    assert broken(state, 1, state.legal_actions()[0]) == "不能如此"
    assert broken(state, 0, Action.eat("一二三")) == "不能如此"


def test_what_is_legal_breaks_nothing_and_the_rest_has_a_name() -> None:
    rng = random.Random("illegal")
    every: set[Action] = set()
    named: set[BrokenRule] = set()
    for number in range(40):
        state = State.deal(rng, ZIPAI_RULES[("shaoyang", "shaoyang-four")[number % 2]])
        while not state.is_over:
            legal = state.legal_actions()
            every.update(legal)
            for action in rng.sample(sorted(every, key=str), min(20, len(every))):
                for seat in range(state.rules.players):
                    found = explain_illegal(state, seat, action)
                    if seat == state.seat and action in legal:
                        assert found is None
                    elif action != PASS:
                        assert found is not None
                    if found is not None:
                        named.add(found)
            state = state.play(rng.choice(legal))
    assert named >= set(BrokenRule) - {BrokenRule.XIANGGONG, BrokenRule.UNDER_MIN_HU}


def test_names() -> None:
    names = {rule.chinese for rule in BrokenRule}
    seed = {"不开招", "不倾", "不跑", "逃拽", "拆坎", "吃臭字", "吃牌不摆", "违例吃牌", "重跑打字"}
    assert names >= seed
    assert len({str(rule) for rule in BrokenRule}) == len(BrokenRule)


def test_what_it_refuses() -> None:
    state = State.deal(1)
    with pytest.raises(DdzError, match="seats are 0 to 2"):
        explain_illegal(state, 3, PASS)
    with pytest.raises(TypeError):
        explain_illegal("state", 0, PASS)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        explain_illegal(state, 0, "过")  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        explain_illegal(state, "0", PASS)  # type: ignore[arg-type]


def test_a_tile_that_is_on_offer_changes_nothing() -> None:
    """For every legal action the answer is None, whether the tile is named or not."""
    for seed in range(20):
        state = State.deal(seed)
        while not state.is_over and state.seat is not None:
            for action in state.legal_actions():
                assert explain_illegal(state, state.seat, action) is None
                assert explain_illegal(state, state.seat, action, state.offered) is None
            state = state.play(state.default_action())


def test_an_eat_without_the_tile_on_offer_is_not_offered() -> None:
    state = State.parse(
        "shaoyang 2 二四四四五五五六七九十贰贰肆伍柒柒柒拾拾/"
        "一一四六八八九贰贰叁肆肆陆陆陆捌捌玖拾拾/"
        "二二二三三三六六七八八九十十壹叁伍陆捌玖玖 叁捌壹伍三叁一五柒十七伍九七玖肆壹一壹 : 2:打八"
    )
    for melds in ("二七十", "五五伍"):
        assert explain_illegal(state, 0, Action.eat(melds)) == BrokenRule.NOT_OFFERED
