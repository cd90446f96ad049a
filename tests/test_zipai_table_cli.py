"""The commands `ddz zipai deal`, `play` and `simulate`."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from ddz.zipai import ZIPAI_RULES, State


def run(*arguments: str, answers: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "ddz", *arguments],
        input=answers,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONIOENCODING": "utf-8", "NO_COLOR": "1"},
    )


def test_deal() -> None:
    shown = run("zipai", "deal", "--seed", "3", "--dealer", "1")
    assert shown.returncode == 0
    state = State.parse(shown.stdout.strip().split("\n")[-1])
    assert state == State.deal(3, dealer=1)
    assert "(dealer)" in shown.stdout.split("\n")[1]
    found = json.loads(
        run("zipai", "deal", "--seed", "3", "--rules", "shaoyang-four", "--json").stdout
    )
    assert State.parse(found["state"]).rules.players == 4 == len(found["hands"])


def test_simulate() -> None:
    arguments = ("zipai", "simulate", "--deals", "3000", "--seed", "1")
    found = json.loads(run(*arguments, "--json").stdout)
    assert found == {**json.loads(run(*arguments, "--json").stdout), "seconds": found["seconds"]}
    assert sum(found["ends"].values()) == found["deals"] == 3000
    greedy = json.loads(run(*arguments, "--greedy", "--json").stdout)
    assert greedy["ends"]["chouzhuang"] < found["ends"]["chouzhuang"]
    shown = run(*arguments, "--greedy")
    assert "臭庄" in shown.stdout
    assert "天胡" in shown.stdout


@pytest.mark.parametrize("against", ["greedy", "random"])
def test_play(against: str) -> None:
    done = run("zipai", "play", "--seed", "4", "--against", against, answers="1\n" * 200)
    assert done.returncode == 0, done.stderr
    assert "won" in done.stdout
    assert "your hand" in done.stdout


def test_play_names_the_rule_that_an_answer_breaks() -> None:
    done = run("zipai", "play", "--seed", "4", answers="过\nx\n999\nq\n")
    assert done.returncode == 130
    assert "不能如此" in done.stdout
    assert "is no action" in done.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ("play", "--seat", "3"),
        ("play", "--against", "nobody"),
        ("play", "--rules", "classic"),
        ("deal", "--dealer", "3"),
        ("deal", "--rules", "classic"),
        ("simulate", "--deals", "0"),
    ],
)
def test_bad_input(arguments: tuple[str, ...]) -> None:
    done = run("zipai", *arguments)
    assert done.returncode == 2
    assert done.stderr.startswith("ddz: ")
    assert done.stderr.count("\n") == 1


def test_rules() -> None:
    listed = run("zipai", "rules").stdout.splitlines()
    assert [line.split()[0] for line in listed] == list(ZIPAI_RULES)
    assert listed[2].split() == ["hunan-15", "min_hu=15"]
    shown = run("zipai", "rules", "hunan-15").stdout
    (line,) = [line for line in shown.splitlines() if line.startswith("* ")]
    assert line.startswith("* min_hu                15 ")
    found = json.loads(run("zipai", "rules", "shaoyang per=5", "--json").stdout)
    assert found["switches"]["per"]["value"] == 5
    assert found["switches"]["per"]["shaoyang"] == ZIPAI_RULES["shaoyang"].per
    assert set(json.loads(run("zipai", "rules", "--json").stdout)) == set(ZIPAI_RULES)
    assert run("zipai", "rules", "classic").returncode == 2
    assert run("zipai").stdout.startswith("Usage:")
