"""The commands for whole deals."""

import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ddz import RULES, State, record, zipai
from ddz.zipai import record as zipai_record

pytest.importorskip("typer")
pytest.importorskip("rich")
from typer.testing import CliRunner

from ddz.cli import app

GAMES = Path(__file__).parent / "data" / "games.jsonl"
PLAIN = {"NO_COLOR": "1", "COLUMNS": "80"}


def run(*args: str, code: int = 0, answers: str | None = None) -> str:
    result = CliRunner(env=PLAIN).invoke(app, list(args), input=answers)
    assert result.exit_code == code, result.output
    return result.stderr if code == 2 else result.stdout


def run_json(*args: str) -> Any:
    return json.loads(run(*args, "--json"))


@pytest.mark.parametrize("name", RULES)
def test_deal(name: str) -> None:
    found = run_json("deal", "--rules", name, "--seed", "5")
    state = State.parse(found["state"])
    assert found["view"]["hands"] == [str(hand) for hand in state.hands]
    assert state == State.parse(run_json("deal", "--rules", name, "--seed", "5")["state"])
    assert str(state) in run("deal", "--rules", name, "--seed", "5").replace("\n", "")


def test_perft() -> None:
    assert run("perft", "3344/455/667", "--depth", "5").strip() == "43"
    assert run_json("perft", "3344/455/667", "--depth", "8")["nodes"] == 119
    assert run_json("perft", "classic 3344/455/667 - L0 -", "--depth", "3")["nodes"] == 23
    parts = run_json("perft", "3344/455/667", "--depth", "4", "--divide")
    assert sum(parts["divide"].values()) == parts["nodes"] == 29
    assert set(parts["divide"]) == {"3", "4", "33", "44"}
    assert run("perft", "3344/455/667", "--divide").splitlines()[-1].split() == ["all", "29"]


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ("3344/455", "2 hands"),
        ("33444/4445/667", "deck"),
        ("3x/4/5", "column 2"),
        ("classic 3 4", "ends before"),
        ("", "POSITION"),
    ],
)
def test_perft_of_nonsense(position: str, reason: str) -> None:
    assert reason in run("perft", position, code=2)


def test_perft_of_a_state_takes_no_rules() -> None:
    line = "classic 3344/455/667 - L0 -"
    assert "--rules" in run("perft", line, "--rules", "pagat", code=2)
    assert run("perft", line, "--rules", "classic", "--depth", "3").strip() == "23"


def test_simulate() -> None:
    found = run_json("simulate", "--deals", "300", "--rules", "openspiel", "--seed", "1")
    assert found["landlord"] + found["peasants"] + found["nobody"] == 300
    assert found["nobody"] > 0
    assert found["plies"] > 300
    text = run("simulate", "--deals", "50", "--seed", "1")
    assert "landlord 地主" in text
    assert "deals a second" in text
    assert "--deals" in run("simulate", "--deals", "0", code=2)


@pytest.mark.parametrize("against", ["greedy", "random"])
@pytest.mark.parametrize("name", ["classic", "four-player-wheel-north"])
def test_play_to_the_end(name: str, against: str) -> None:
    """Somebody who calls and then always takes the first of the list, after a wrong answer."""
    args = ("play", "--rules", name, "--seed", "3", "--against", against)
    text = run(*args, answers="nonsense\n999\n4\n" + "1\n" * 300)
    assert "won; stake" in text or "nobody won" in text
    assert "score: " in text


def test_play_deals_again_when_all_passed() -> None:
    """The others pass what they are not forced to call, and the person passes until asked to."""
    answers = "1\n" * 3 + "4\n" + "1\n" * 300
    text = run("play", "--seed", "3", answers=answers)
    assert text.count("all passed: dealt again") == 3
    assert "won; stake" in text


def test_play_shows_no_private_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another seat is forced to call, looks at the kitty and declines to claim."""
    hands, rules = ["4", "RR33333333", "5", "6"], RULES["four-player-wheel-north"]
    forced = State.from_hands(hands, "99", rules=rules.replace(eight_rule="claim"), first=0)
    forced = forced.play(1).play(3)
    assert (forced.phase, forced.seat) == ("draw", 1)
    monkeypatch.setattr("ddz.cli_table.State", type("Dealt", (), {"deal": lambda *_: forced}))
    text = run("play", "--rules", "four-player-wheel-north", answers="1\n" * 50)
    assert "seat 1: play" in text
    assert "seat 1: look" not in text
    assert "seat 1: decline" in text.split("seat 1: play")[1]  # the open question is public
    assert text.split("seat 1: play")[1].count("seat 1: decline") == 1


@pytest.mark.parametrize("answer", ["9" * 5000, "0", "-1", "٣" * 5000])
def test_numbers_that_are_none_of_the_list(answer: str) -> None:
    text = run("play", "--seed", "3", answers=f"{answer}\nq\n", code=130)
    assert "none of the list" in text


def test_play_with_long_answers_in_play() -> None:
    text = run("play", "--rules", "rlcard", answers=f"{'9' * 5000}\nq\n", code=130)
    assert "longer than any hand" in text


def test_play_ends_when_asked() -> None:
    assert "your hand" in run("play", "--seed", "3", answers="q\n", code=130)
    assert "your hand" in run("play", "--seed", "3", answers="", code=130)
    assert "greedy" in run("play", "--against", "nobody", code=2)
    assert "seats" in run("play", "--seat", "3", code=2)


def test_replay(tmp_path: Path) -> None:
    rng = random.Random(8)
    states = []
    for _ in range(3):
        state = State.deal(rng, RULES["openspiel"])
        while not state.is_over:
            state = state.play(rng.choice([*state.legal_actions()]))
        states.append(state)
    file = tmp_path / "deals.ddn"
    file.write_text(record.write(map(record.Record.from_state, states)), encoding="utf-8")
    lines = run("replay", str(file), "--json").splitlines()
    assert [State.parse(json.loads(line)["state"]) for line in lines] == states
    assert run("replay", str(file)).count("score: ") == 3
    file.write_text(file.read_text(encoding="utf-8").replace("|", "| 22222", 1), encoding="utf-8")
    assert "22222" in run("replay", str(file), code=2)
    if Path("/dev/zero").exists():
        assert "more than 100000 characters" in run("replay", "/dev/zero", code=2)
    file.write_bytes(b"\xff\xfe")
    assert run("replay", str(file), code=2)


def test_replay_tells_the_games_apart(tmp_path: Path) -> None:
    cards = State.deal(8).play(1)
    tiles = zipai.State.deal(8)
    while not tiles.is_over:
        tiles = tiles.play(tiles.default_action())
    begun = zipai.State.deal(9, zipai.ZIPAI_RULES["shaoyang-four"])
    texts = [
        zipai_record.write([zipai_record.Record.from_state(tiles)]),
        record.write([record.Record.from_state(cards)]),
        zipai_record.write([zipai_record.Record.from_state(begun)]),
    ]
    file = tmp_path / "deals.ddn"
    file.write_text("\n".join(texts), encoding="utf-8")
    lines = [json.loads(line) for line in run("replay", str(file), "--json").splitlines()]
    assert zipai.State.parse(lines[0]["state"]) == tiles
    assert State.parse(lines[1]["state"]) == cards
    assert zipai.State.parse(lines[2]["state"]) == begun
    assert lines[0]["Stock"]
    other = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    command = [sys.executable, "-m", "ddz", "replay", str(file), "--json"]
    env = {**os.environ, **other, "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(command, env=env, capture_output=True, encoding="utf-8", check=True)
    assert [json.loads(line) for line in done.stdout.splitlines()] == lines
    text = run("replay", str(file))
    assert [line for line in text.splitlines() if line.startswith("deal")] == [
        "deal 1",
        "deal 2",
        "deal 3",
    ]
    told = tiles.view(None)["happenings"]
    assert text.splitlines()[1 : len(told) + 1] == [f"  {happening}" for happening in told]
    assert "  unfinished, phase auction" in text
    assert f"  unfinished, seat 0 is asked {begun.stage}" in text
    wrong = texts[1] + "\n" + texts[0].replace("0:", "1:", 1)
    file.write_text(wrong, encoding="utf-8")
    number = next(i for i, line in enumerate(wrong.split("\n"), 1) if line.startswith("1:"))
    error = run("replay", str(file), code=2)
    assert f"line {number}, column 1, token 1: seat 0 is asked, not 1" in error
