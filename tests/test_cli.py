"""The command line: what it prints, where, and with which exit code."""

import json
import os
import shlex
import subprocess
import sys
from typing import Any

import pytest

import ddz
from ddz import RULES, Hand, Move

pytest.importorskip("typer")
pytest.importorskip("rich")
from typer.testing import CliRunner

from ddz.cli import EXAMPLES, app

PLAIN = {"NO_COLOR": None, "FORCE_COLOR": None, "COLUMNS": "80", "TERM": "xterm-256color"}
PLANE = "333444555666"  # three readings in openspiel


def run(*args: str, code: int = 0, **env: str) -> str:
    """Run the command in this process; its stdout, or its stderr for exit code 2."""
    result = CliRunner(env={**PLAIN, **env}).invoke(app, list(args))
    assert result.exit_code == code, result.output
    if code == 2:
        assert result.stdout == ""
        return result.stderr
    assert result.stderr == ""
    return result.stdout


def run_json(*args: str, code: int = 0) -> Any:
    return json.loads(run(*args, "--json", code=code))


def command(*args: str, **options: Any) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    return subprocess.run(
        [sys.executable, *args], capture_output=True, encoding="utf-8", env=env, **options
    )


def moves_of(answer: Any) -> list[Move]:
    """The moves of a JSON answer, with every member checked."""
    moves = [Move(entry["word"]) for entry in answer["moves"]]
    for move, entry in zip(moves, answer["moves"], strict=True):
        assert Move.parse(entry["text"]) == move
        assert entry["kind"] == move.kind.name.lower()
        assert entry["length"] == move.length
        assert entry["rank"] == (None if move.rank is None else str(move.rank))
        assert Hand(entry["cards"]) == move.cards
        assert Hand(entry["kickers"]) == move.kickers
    return moves


# -- moves ----------------------------------------------------------------------------------------


def test_moves_lists_leads_by_kind() -> None:
    assert run("moves", "3334BR").splitlines() == [
        "solo 单张 4",
        "  3 4 B R",
        "pair 对子 1",
        "  33",
        "trio 三张 1",
        "  333",
        "trio_solo 三带一 3",
        "  333+4 333+B 333+R",
        "rocket 火箭 1",
        "  BR",
        "leads: 10",
    ]


def test_moves_lists_answers_with_the_pass() -> None:
    assert run("moves", "4 4 5 br", "--beat", "33").splitlines() == [
        "pass 不出 1",
        "  -",
        "pair 对子 1",
        "  44",
        "rocket 火箭 1",
        "  BR",
        "answers to 33 (pair 对子, rank 3), the pass among them: 3",
    ]


def test_moves_to_beat_a_pass_are_leads() -> None:
    assert run("moves", "3445", "--beat", "-") == run("moves", "3445")
    assert run("moves", "") == "leads: 0\n"


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("beat", ["-", "33", "7777"])
def test_moves_json_is_what_the_library_lists(rules: str, beat: str) -> None:
    hand = "3334444555566678899TTJQKA2BR"[: RULES[rules].hand_cards]
    answer = run_json("moves", hand, "--beat", beat, "--rules", rules)
    listed = ddz.legal_moves(hand, beat, RULES[rules])
    assert moves_of(answer) == list(listed)
    assert answer["count"] == len(listed)
    assert answer["hand"] == hand
    assert answer["rules"] == rules
    assert answer["to_beat"] == (None if beat == "-" else beat)
    assert run("moves", hand, "--beat", beat, "--rules", rules, "--count") == f"{len(listed)}\n"


def test_moves_count_as_json() -> None:
    expected = {"rules": "classic", "hand": "34", "to_beat": "3", "count": 2}
    assert run_json("moves", "34", "--beat", "3", "--count") == expected


@pytest.mark.parametrize("columns", [30, 60, 200])
def test_moves_fit_the_terminal(columns: int) -> None:
    lines = run("moves", "3334445556667778", COLUMNS=str(columns)).splitlines()
    assert columns - 20 < max(map(len, lines)) <= columns
    listed = [word for line in lines if line.startswith("  ") for word in line.split()]
    assert listed == [f"{move:+}" for move in ddz.legal_moves("3334445556667778")]


# -- classify, beats, judge -----------------------------------------------------------------------


def test_classify_names_every_reading() -> None:
    expected = [
        "333444555666 (trio_chain 飞机, length 4, rank 6)",
        "444555666+333 (trio_solo_chain 飞机带单, length 3, rank 6)",
        "333444555+666 (trio_solo_chain 飞机带单, length 3, rank 5)",
    ]
    assert run("classify", PLANE, "--rules", "openspiel").splitlines() == expected
    readings = ddz.classify(PLANE, RULES["openspiel"])
    assert moves_of(run_json("classify", PLANE, "--rules", "openspiel")) == list(readings)


def test_classify_of_no_combination() -> None:
    assert run("classify", "35", code=1) == "35: not a combination under classic\n"
    answer = run_json("classify", "35", code=1)
    assert answer == {"rules": "classic", "cards": "35", "count": 0, "moves": []}


def test_classify_of_no_cards_is_the_pass() -> None:
    assert run("classify", "-") == run("classify", "") == "- (pass 不出)\n"


def test_beats_says_yes() -> None:
    expected = "yes: 999+3 (trio_solo 三带一, rank 9) beats 888+A (trio_solo 三带一, rank 8)\n"
    assert run("beats", "9993", "888A") == expected
    answer = run_json("beats", "9993", "888A")
    assert (answer["beats"], answer["reason"], answer["move"]["text"]) == (True, None, "999+3")


@pytest.mark.parametrize(
    ("a", "b", "rules", "reason"),
    [
        ("66", "66", "classic", "the rank is not higher"),
        ("3", "44", "classic", "another kind"),
        ("2222", "BR", "classic", "the rocket is stronger"),
        ("BBRR", "88888888", "four-player-wheel", "the bomb is stronger"),
        ("456789", "34567", "classic", "another length"),
        ("AAAA", "33333", "four-player", "fewer cards"),
        ("-", "3", "classic", "a pass beats nothing"),
    ],
)
def test_beats_says_no_and_why(a: str, b: str, rules: str, reason: str) -> None:
    line = run("beats", a, b, "--rules", rules, code=1)
    assert line.startswith("no: ")
    assert line.endswith(f": {reason}\n")
    answer = run_json("beats", a, b, "--rules", rules, code=1)
    assert (answer["beats"], answer["reason"]) == (False, reason)
    assert (answer["move"]["cards"], answer["other"]["cards"]) == (a.strip("-"), b)


def test_judge_accepts() -> None:
    args = ("judge", "55544", "--hand", "4455567", "--beat", "33388")
    assert run(*args) == "accepted: 555+44 (trio_pair 三带一对, rank 5)\n"
    answer = run_json(*args)
    assert answer["legal"] is True
    assert answer["move"]["word"] == int(ddz.judge("55544"))
    assert (answer["hand"], answer["to_beat"]) == ("4455567", "333+88")
    assert run("judge", "-", "--hand", "4", "--beat", "3") == "accepted: - (pass 不出)\n"


@pytest.mark.parametrize(
    ("cards", "hand", "beat", "reason"),
    [
        ("5", "34", "-", "not in hand"),
        ("35", "35", "-", "not a combination"),
        ("3", "34", "5", "does not beat"),
        ("-", "34", "-", "must lead"),
        ("33333", "34", "-", "more cards than the deck"),
    ],
)
def test_judge_refuses_with_the_reason(cards: str, hand: str, beat: str, reason: str) -> None:
    args = ("judge", cards, "--hand", hand, "--beat", beat)
    assert run(*args, code=1).startswith(f"refused ({reason}): ")
    answer = run_json(*args, code=1)
    assert (answer["legal"], answer["reason"]) == (False, reason)
    assert answer["message"] in run(*args, code=1)


def test_judge_offers_the_readings_of_ambiguous_cards() -> None:
    args = ("judge", PLANE, "--hand", PLANE, "--rules", "openspiel")
    line = run(*args, code=1)
    assert line.startswith("refused (ambiguous): ")
    assert line.endswith(": 333444555666, 444555666+333, 333444555+666\n")
    answer = run_json(*args, code=1)
    assert answer["reason"] == "ambiguous"
    assert moves_of(answer) == list(ddz.classify(PLANE, RULES["openspiel"]))
    declared = run_json("judge", "333444555+666", *args[2:])
    assert declared["move"]["text"] == "333444555+666"


# -- rules ----------------------------------------------------------------------------------------


def test_rules_lists_the_presets() -> None:
    lines = run("rules", COLUMNS="600").splitlines()
    assert [line.split()[0] for line in lines] == ["name", *RULES]
    assert lines[2].split()[-2:] == ["kick_solo_copies=1,", "four_two_solo_copies=1"]
    answer = run_json("rules")
    assert {name: ddz.Rules(**fields) for name, fields in answer.items()} == RULES


@pytest.mark.parametrize("name", RULES)
def test_rules_shows_every_switch(name: str) -> None:
    lines = run("rules", name, COLUMNS="400").splitlines()
    marked = {line.split()[1] for line in lines if line.startswith("*")}
    assert marked == set(RULES[name].differences())
    switches = run_json("rules", name)["switches"]
    assert len(lines) == len(switches)
    assert ddz.Rules(**{key: switch["value"] for key, switch in switches.items()}) == RULES[name]
    changed = {key: s["value"] for key, s in switches.items() if s["value"] != s["classic"]}
    assert ddz.Rules(**changed) == RULES[name]
    assert all(switch["description"].endswith(".") for switch in switches.values())


def test_rules_descriptions_are_those_of_the_source() -> None:
    assert run_json("rules", "classic")["switches"]["decks"]["description"] == (
        "Decks of 52 cards, 1 to 3: a rank has 4 cards a deck."
    )


# -- the whole ------------------------------------------------------------------------------------


def test_version() -> None:
    assert run("--version") == f"ddz {ddz.__version__}\n"


def test_help_teaches_by_examples_that_run() -> None:
    shown = run("--help")
    assert run() == shown == run("-h")
    lines = [line for line in EXAMPLES.splitlines() if line.startswith("  ddz ")]
    assert len(lines) >= 10
    for line in lines:
        assert line in shown
        example = line.strip().split("   ")[0].split(" | ")[0]
        assert run(*shlex.split(example)[1:])


@pytest.mark.parametrize("name", ["moves", "classify", "beats", "judge", "rules"])
def test_every_command_has_help(name: str) -> None:
    assert "--json" in run(name, "--help")
    assert name in run("--help")


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ("moves 3y4", "HAND: column 2: 'y' is no card"),
        ("moves 33333", "HAND: '33333' has 5 cards 3, the deck 4"),
        ("moves 3333333333333", "HAND: column 13: a hand holds at most 12 cards 3"),
        ("moves 3 --beat 4z", "--beat: column 2: 'z' is no card"),
        ("moves 3 --beat 45", "--beat: '45' is not a combination"),
        ("moves 3 --beat ''", "--beat: column 1: no cards; to pass is written -"),
        ("moves 3 --beat 4+", "--beat: column 2: a + stands between a body and its kickers"),
        ("classify 3é", "CARDS: column 2: 'é' is no card"),
        ("classify 33333", "CARDS: '33333' has 5 cards 3, the deck 4"),
        ("beats 3 x", "B: column 1: 'x' is no card"),
        ("beats 45 3", "A: '45' is not a combination"),
        ("judge 3y --hand 34", "CARDS: column 2: 'y' is no card"),
        ("judge 3 --hand 3y", "--hand: column 2: 'y' is no card"),
        ("judge 3 --hand 33333", "--hand: '33333' has 5 cards 3, the deck 4"),
        ("judge 3", "'--hand'"),
        ("moves", "'HAND'"),
        ("moves 3 4", "unexpected extra argument"),
        ("moves 3 --nonsense", "--nonsense"),
        ("nonsense", "nonsense"),
    ],
)
def test_bad_input_is_one_line_on_stderr(args: str, message: str) -> None:
    error = run(*shlex.split(args), code=2)
    assert error.startswith("ddz: ")
    assert error.count("\n") == 1
    assert message in error


@pytest.mark.parametrize("args", ["moves 3 --rules nope", "rules nope", "beats 3 4 --rules nope"])
def test_unknown_rules_name_the_known(args: str) -> None:
    error = run(*args.split(), code=2)
    assert "'nope'" in error
    assert error.count("\n") == 1
    assert all(name in error for name in RULES)


def test_an_ambiguous_move_is_an_error_that_offers_the_readings() -> None:
    text = "3334445556667779"
    for args in (["beats", text, "3"], ["moves", "3", "--beat", text]):
        error = run(*args, "--rules", "openspiel", code=2)
        assert error.endswith(": 444555666777+3339, 333444555666+7779\n")
        assert error.count("\n") == 1
    assert run("beats", PLANE, "333444555777", "--rules", "openspiel", code=1)  # read without +


@pytest.mark.parametrize(
    "args",
    [
        ["moves", "{}"],
        ["moves", "3", "--beat", "{}"],
        ["moves", "3", "--beat", "333+{}"],
        ["moves", "3", "--rules", "{}"],
        ["classify", "{}"],
        ["beats", "3", "{}"],
        ["beats", "{}", "3"],
        ["judge", "{}", "--hand", "3"],
        ["judge", "{}+3", "--hand", "3"],
        ["judge", "3", "--hand", "{}"],
        ["rules", "{}"],
        ["{}"],
    ],
)
@pytest.mark.parametrize("character", ["3", " ", "+"])
def test_a_million_characters_are_one_short_error(args: list[str], character: str) -> None:
    error = run(*(arg.format(character * 10**6) for arg in args), code=2)
    assert len(error) < 600
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    "args", ["moves 3344BR", "classify 33", "beats 4 3", "judge 3 --hand 3", "rules", "rules pagat"]
)
def test_colours_only_where_they_are_wanted(args: str) -> None:
    plain = run(*args.split())
    assert "\x1b" not in plain
    assert run(*args.split(), FORCE_COLOR="1", NO_COLOR="1") == plain
    if args != "classify 33":
        assert "\x1b[" in run(*args.split(), FORCE_COLOR="1")


# -- as a program ---------------------------------------------------------------------------------


def test_python_m_ddz() -> None:
    done = command("-m", "ddz", "beats", "44", "55")
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.startswith("no: 44 (pair 对子, rank 4)")
    done = command("-m", "ddz", "moves", "3?")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("ddz: HAND: column 2: '?' is no card")


def test_an_output_without_chinese() -> None:
    env = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(
        [sys.executable, "-m", "ddz", "moves", "3"], capture_output=True, env=env, check=True
    )
    assert done.stdout.splitlines()[0] == b"solo ?? 1"


@pytest.mark.skipif(sys.platform == "win32", reason="needs a Unix pipe")
@pytest.mark.parametrize("extra", [[], ["--json"]])
def test_a_closed_pipe_is_quiet(extra: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    hand = "3334445556667778889T"
    done = subprocess.run(
        [sys.executable, "-m", "ddz", "moves", hand, "--rules", "douzero", *extra],
        stdout=writing,
        stderr=subprocess.PIPE,
    )
    os.close(writing)
    assert done.stderr == b""


@pytest.mark.parametrize("missing", ["typer", "rich"])
def test_without_the_extra_it_says_what_to_install(missing: str) -> None:
    program = f"import sys; sys.modules[{missing!r}] = None; import ddz.__main__ as m; m.main()"
    done = command("-c", program)
    assert (done.returncode, done.stdout) == (2, "")
    assert 'pip install "ddz[cli]"' in done.stderr
    assert done.stderr.count("\n") == 1
