"""The command line: `ddz moves 33344456`, or `python -m ddz`. It needs the extra `ddz[cli]`.

Exit codes: 0 done or "yes", 1 "no", 2 bad input (one line on stderr, nothing on stdout).
"""

import ast
import dataclasses
import inspect
import itertools
import json
import os
import sys
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any, Final

import typer
from rich.console import Console
from rich.text import Text
from typer.core import TyperGroup

import ddz
from ddz import PASS, RULES, AmbiguousMoveError, DdzError, Hand, IllegalMoveError, Kind, Move, Rules

__all__ = [
    "AsJson",
    "RulesName",
    "Seed",
    "app",
    "argument",
    "console",
    "describe",
    "find_rules",
    "message",
    "print_json",
    "print_wrapped",
    "say",
    "show_switches",
]

EXAMPLES: Final = """\b
Examples:
  ddz moves 44455566778BR                every legal lead of a hand
  ddz moves 44455566778BR --beat 3339    every answer to 333+9 (三带一)
  ddz moves 44455566778BR --count        only how many
  ddz classify 333444555666 --rules openspiel
                                         what cards are: three readings
  ddz beats 9993 888A                    yes (exit code 0) or no (1)
  ddz judge 55544 --hand 4455567 --beat 33388
                                         may they be played here, and as what
  ddz judge - --hand 4455567 --beat 22   a pass (不出)
  ddz rules                              the rule sets and how they differ
  ddz rules douzero                      every switch of one of them
  ddz zipai rules                        the rule sets of Zipai
  ddz moves 34567BR --json | jq -r '.moves[].text'
  ddz deal --seed 7                      shuffle and deal (发牌)
  ddz perft 3344/455/667 --depth 5       count all play of a length
  ddz simulate --deals 1000              random deals: who wins
  ddz hu 壹壹壹叁叁叁四五六七八九二二贰玖玖 --exposed chi:肆伍陆 --tile 玖 --source self
                                         count a Zipai hand (字牌)
  ddz waits 壹壹壹叁叁叁二二贰柒捌 --exposed wei:玖玖玖 --exposed chi:肆伍陆 --exposed chi:七八九
                                         which tiles win it
  ddz zipai deal --seed 5                a whole deal of Zipai; also zipai play
  ddz zipai simulate --deals 1000        how deals of Zipai end

\b
`ddz play` is a game in the terminal, `ddz replay FILE` checks recorded deals (.ddn)
of both games ply by ply.

\b
Cards: 3 4 5 6 7 8 9 T J Q K A 2, B black joker (小王), R red joker (大王);
10 is T, lower case and spaces are fine. 333444+56 names the kickers, - passes.

\b
Exit codes: 0 done or yes, 1 no, 2 bad input.
"""

_UsageError: Final[type[Exception]] = typer.BadParameter.__mro__[1]  # typer does not export it


class _Group(TyperGroup):
    """The commands; every error is one line on stderr and exit code 2."""

    def main(self, *args: Any, **extra: Any) -> Any:
        try:
            sys.exit(super().main(*args, **{**extra, "standalone_mode": False}))
        except _UsageError as error:
            text = f"{error.format_message()} (try --help)"  # type: ignore[attr-defined]
        except DdzError as error:
            text = message(error)
        except OSError as error:  # such as a full disk behind stdout
            text = str(error)
        except typer.Abort:
            sys.exit(130)
        print("ddz:", textwrap.shorten(text, 500), file=sys.stderr)
        sys.exit(2)


app = typer.Typer(
    cls=_Group,
    help="Dou Dizhu (斗地主): every legal combination under every rule set; Zipai (字牌): hu.",
    epilog=EXAMPLES,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

_Beat = Annotated[
    str, typer.Option(metavar="CARDS", help="The move to beat; - leads.", show_default=False)
]
RulesName = Annotated[
    str,
    typer.Option(
        metavar="NAME",
        help="One of `ddz rules`, then switches: 'classic kick_rocket=true'.",
        autocompletion=lambda: list(RULES),
    ),
]
Seed = Annotated[
    int | None, typer.Option(metavar="N", help="Deal the same again.", show_default=False)
]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON object, for programs.")]


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"ddz {ddz.__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _start(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option("--version", help="Show the version.", is_eager=True, callback=_print_version),
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())


# -- the commands ---------------------------------------------------------------------------------


@app.command()
def moves(
    hand: Annotated[str, typer.Argument(metavar="HAND", help="The player's cards.")],
    beat: _Beat = "-",
    rules: RulesName = "classic",
    count: Annotated[bool, typer.Option("--count", help="Only the number of moves.")] = False,
    as_json: AsJson = False,
) -> None:
    """List the legal leads of a hand, or its answers to --beat."""
    rule_set = find_rules(rules)
    cards = _read_hand("HAND", hand, rule_set)
    bar = _read_move("--beat", beat, rule_set)
    number = ddz.count_moves(cards, bar, rule_set)
    about = {**_position(rules, cards, bar), "count": number}
    if count:
        print_json(about) if as_json else print(number)
        return
    found = ddz.legal_moves(cards, bar, rule_set)
    if as_json:
        print_json({**about, "moves": [_as_dict(move) for move in found]})
        return
    for kind, group in itertools.groupby(found, key=lambda move: move.kind):
        texts = [f"{move:+}" for move in group]
        say(f"{kind} {kind.chinese} {len(texts)}", "bold cyan")
        print_wrapped("  ", " ".join(texts))
    what = f"answers to {describe(bar)}, the pass among them" if bar else "leads"
    say(f"{what}: {number}", "bold")


@app.command()
def classify(
    cards: Annotated[str, typer.Argument(metavar="CARDS", help="The cards to name.")],
    rules: RulesName = "classic",
    as_json: AsJson = False,
) -> None:
    """Say what cards are: every reading, strongest first. Exit code 1 if there is none."""
    rule_set = find_rules(rules)
    with argument("CARDS"):
        readings = ddz.classify("" if cards == "-" else cards, rule_set)
    if as_json:
        found = [_as_dict(move) for move in readings]
        print_json({"rules": rules, "cards": cards, "count": len(found), "moves": found})
    elif readings:
        for move in readings:
            say(describe(move))
    else:
        say(f"{cards}: not a combination under {rules}", "red")
    raise typer.Exit(0 if readings else 1)


@app.command()
def beats(
    a: Annotated[str, typer.Argument(metavar="A", help="A move.")],
    b: Annotated[str, typer.Argument(metavar="B", help="The move that it should beat.")],
    rules: RulesName = "classic",
    as_json: AsJson = False,
) -> None:
    """Say whether move A beats move B. Exit code 1 if not."""
    rule_set = find_rules(rules)
    move, other = _read_move("A", a, rule_set), _read_move("B", b, rule_set)
    yes = ddz.beats(move, other, rule_set)
    reason = None if yes else _why_not(move, other)
    if as_json:
        sides = {"move": _as_dict(move), "other": _as_dict(other)}
        print_json({"rules": rules, "beats": yes, "reason": reason, **sides})
    elif yes:
        say(f"yes: {describe(move)} beats {describe(other)}", "green")
    else:
        say(f"no: {describe(move)} does not beat {describe(other)}: {reason}", "red")
    raise typer.Exit(0 if yes else 1)


@app.command()
def judge(
    cards: Annotated[str, typer.Argument(metavar="CARDS", help="The cards played; - passes.")],
    hand: Annotated[str, typer.Option(metavar="HAND", help="The player's cards.")],
    beat: _Beat = "-",
    rules: RulesName = "classic",
    as_json: AsJson = False,
) -> None:
    """Decide whether cards may be played here, and as what. Exit code 1 if not."""
    rule_set = find_rules(rules)
    held = _read_hand("--hand", hand, rule_set)
    bar = _read_move("--beat", beat, rule_set)
    about = _position(rules, held, bar)
    with argument("CARDS"):
        try:
            move = ddz.judge(cards, bar, rule_set, held)
        except (IllegalMoveError, AmbiguousMoveError) as error:
            no = _refusal(error)
            if as_json:
                print_json({**about, **no})
            else:
                say(f"refused ({no['reason']}): {message(error)}", "red")
            raise typer.Exit(1) from error
    if as_json:
        print_json({**about, "legal": True, "move": _as_dict(move)})
    else:
        say(f"accepted: {describe(move)}", "green")


@app.command("rules")
def show_rules(
    name: Annotated[
        str | None,
        typer.Argument(metavar="NAME", help="A rule set.", autocompletion=lambda: list(RULES)),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the rule sets, or all switches of one; * marks what differs from classic."""
    if name is not None:
        show_switches(name, find_rules(name), RULES["classic"], "classic", as_json)
    elif as_json:
        print_json({name: dataclasses.asdict(rules) for name, rules in RULES.items()})
    else:
        _print_presets()


# -- reading --------------------------------------------------------------------------------------


@contextmanager
def argument(name: str) -> Iterator[None]:
    """Name the argument in the errors that its value causes."""
    try:
        yield
    except DdzError as error:
        raise DdzError(f"{name}: {message(error)}") from error


def message(error: DdzError) -> str:
    """The text of an error, with the choices of an ambiguous one."""
    if isinstance(error, AmbiguousMoveError):
        return f"{error}: {', '.join(f'{move:+}' for move in error.moves)}"
    return str(error)


def find_rules(text: str) -> Rules:
    """The rules of --rules: a preset, and switches that differ from it."""
    with argument("--rules"):
        return Rules.parse(text)


def _read_hand(name: str, text: str, rules: Rules) -> Hand:
    with argument(name):
        hand = Hand(text)
        ddz.count_moves(hand, PASS, rules)  # refuses more cards than the deck holds
    return hand


def _read_move(name: str, text: str, rules: Rules) -> Move:
    with argument(name):
        return Move.parse(text, rules)


# -- showing --------------------------------------------------------------------------------------


def console() -> Console:
    """The output: colours only on a terminal and without NO_COLOR."""
    return Console(highlight=False, color_system=None if os.environ.get("NO_COLOR") else "auto")


def say(text: str, style: str = "") -> None:
    console().print(Text(text, style), soft_wrap=True)


def print_wrapped(head: str, text: str, style: str = "") -> None:
    """A text beside its head, as wide as the terminal."""
    out = console()
    lines = Text(text).wrap(out, max(out.width - len(head), 20))
    say(head + f"\n{' ' * len(head)}".join(line.plain.rstrip() for line in lines), style)


def print_json(value: object) -> None:
    print(json.dumps(value))


def _position(rules: str, hand: Hand, bar: Move) -> dict[str, Any]:
    return {"rules": rules, "hand": str(hand), "to_beat": f"{bar:+}" if bar else None}


def _as_dict(move: Move) -> dict[str, Any]:
    return {
        "text": f"{move:+}",
        "kind": str(move.kind),
        "length": move.length,
        "rank": None if move.rank is None else str(move.rank),
        "cards": str(move.cards),
        "kickers": str(move.kickers),
        "word": int(move),
    }


def describe(move: Move) -> str:
    """A move in words: 999+3 (trio_solo 三带一, rank 9)."""
    kind = f"{move.kind} {move.kind.chinese}"
    length = f", length {move.length}" if move.length > 1 else ""
    rank = f", rank {move.rank}" if move else ""
    return f"{move:+} ({kind}{length}{rank})"


def _why_not(move: Move, other: Move) -> str:
    """Why one move does not beat another, when it does not."""
    if not move:
        return "a pass beats nothing"
    if move.kind != other.kind:
        strong = other.kind in (Kind.BOMB, Kind.ROCKET)
        return f"the {other.kind} is stronger" if strong else "another kind"
    if move.length != other.length:
        return "another length"
    if len(move) < len(other):
        return "fewer cards"
    return "the rank is not higher"


def _refusal(error: IllegalMoveError | AmbiguousMoveError) -> dict[str, Any]:
    """Why a play is refused."""
    refused = {"legal": False, "message": str(error)}
    if isinstance(error, IllegalMoveError):
        return {**refused, "reason": error.reason.value}
    return {**refused, "reason": "ambiguous", "moves": [_as_dict(move) for move in error.moves]}


def _print_presets() -> None:
    """The rule sets, a line each."""
    shown = ("players", "decks", "hand_cards", "kitty_cards")
    say(f"{'name':<25}players  decks  cards  differs from classic in", "bold")
    for name, rules in RULES.items():
        cards = f"{rules.hand_cards}+{rules.kitty_cards}"
        changes = [f"{k}={v}" for k, v in rules.differences().items() if k not in shown]
        head = f"{name:<25}{rules.players:<9}{rules.decks:<7}{cards:<7}"
        print_wrapped(head, ", ".join(changes) or "-")


def show_switches(name: str, rules: Any, base: Any, base_name: str, as_json: bool) -> None:
    """Every field of rules: its value here, its value in the base and what it means."""
    about, usual = _descriptions(type(rules)), dataclasses.asdict(base)
    switches: dict[str, dict[str, Any]] = {
        field: {"value": value, base_name: usual[field], "description": about.get(field, "")}
        for field, value in dataclasses.asdict(rules).items()
    }
    if as_json:
        print_json({"rules": name, "switches": switches})
        return
    for field, switch in switches.items():
        value, before = str(switch["value"]), str(switch[base_name])
        differs = value != before
        head = f"{'*' if differs else ' '} {field:<22}{value:<8}"
        note = f" ({base_name}: {before})" if differs else ""
        print_wrapped(head, switch["description"] + note, "bold" if differs else "")


def _descriptions(kind: type) -> dict[str, str]:
    """The docstring below each field of a class, from the source; none without a source."""
    try:
        tree = ast.parse(inspect.getsource(kind))
    except OSError:
        return {}
    found = {}
    for pair in itertools.pairwise(ast.iter_child_nodes(tree.body[0])):
        match pair:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(ast.Constant(str(text))):
                found[name] = " ".join(text.split())
    return found


# The commands for deals and for Zipai stand in modules of their own that import this one
import ddz.cli_replay  # noqa: E402
import ddz.cli_table  # noqa: E402
import ddz.cli_zipai  # noqa: E402
import ddz.cli_zipai_table  # noqa: E402
