"""The commands for Zipai: what they print, and with which exit code."""

from __future__ import annotations

import json
from typing import Any

import pytest

pytest.importorskip("typer")
pytest.importorskip("rich")
from typer.testing import CliRunner

from ddz.cli import app
from ddz.zipai import best_hu

HAND, TABLE = "壹壹壹叁叁叁二二贰柒捌", ["wei:玖玖玖", "chi:肆伍陆", "chi:七八九"]
EXPOSED = [word for meld in TABLE for word in ("--exposed", meld)]


def run(*args: str, code: int = 0) -> str:
    result = CliRunner(env={"NO_COLOR": "1", "COLUMNS": "80"}).invoke(app, list(args))
    assert result.exit_code == code, result.output
    return result.stderr if code == 2 else result.stdout


def run_json(*args: str, code: int = 0) -> Any:
    return json.loads(run(*args, "--json", code=code))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_hu_explains(language: str) -> None:
    wins = ["--tile", "9b", "--source", "other", "--lang", language]
    result = best_hu(HAND, TABLE, "玖", "other")
    assert result is not None
    assert run("hu", HAND, *EXPOSED, *wins) == result.explain(language) + "\n"


def test_hu_json() -> None:
    answer = run_json("hu", HAND, *EXPOSED, "--tile", "玖", "--source", "other", "--per", "5")
    assert (answer["win"], answer["hu"], answer["piles"]) == (True, 18, 2)
    assert [meld["tiles"] for meld in answer["melds"] if meld["exposed"]] == [
        "玖玖玖",
        "肆伍陆",
        "七八九",
    ]
    assert sum(meld["hu"] for meld in answer["melds"]) == 18
    assert answer["melds"][answer["winning_meld"]]["tiles"] == "柒捌玖"


def test_no_win_is_exit_code_one() -> None:
    wins = ["--tile", "玖", "--source", "self"]
    assert run("hu", HAND, *EXPOSED, *wins, code=1) == "no win under shaoyang\n"
    assert run_json("hu", HAND, *EXPOSED, *wins, code=1)["hu"] is None
    assert run("waits", HAND, code=1) == "no tile wins under shaoyang\n"
    assert run_json("waits", HAND, code=1)["waits"] == {}


def test_waits() -> None:
    shown = run("waits", HAND, *EXPOSED)
    assert "玖 9b turned by another" in shown
    assert "玖 9b own draw" not in shown
    found = run_json("waits", HAND, *EXPOSED)["waits"]
    assert {tile: {s: r["hu"] for s, r in by.items()} for tile, by in found.items()} == {
        "6b": {"self": 18, "other": 18, "discard": 18},
        "9b": {"other": 18, "discard": 18},
    }


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["hu", "東"], "TILES: column 1"),
        (["hu", HAND, "--exposed", "玖玖玖"], "--exposed: column 1"),
        (["hu", HAND, "--tile", "x", "--source", "self"], "--tile: column 1"),
        (["hu", HAND, "--tile", "玖"], "go together"),
        (["hu", HAND, "--rules", "classic"], "no preset; there are shaoyang"),
        (["hu", "一二三", "--per", "0"], "per must be"),
        (["hu", "一二三", "--lang", "fr"], "--lang: languages are en and zh, not 'fr'"),
        (["waits", "一二三", "--lang", "fr"], "--lang: languages are en and zh, not 'fr'"),
        (["hu", HAND, "--exposed", "kan:玖玖玖"], "a kan is never laid out"),
        (["waits", "一" * 5], "a fifth"),
        (["waits"], "TILES"),
    ],
)
def test_bad_input_is_one_line(args: list[str], message: str) -> None:
    shown = run(*args, code=2)
    assert shown.startswith("ddz: ")
    assert message in shown
    assert shown.count("\n") == 1
