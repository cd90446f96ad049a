"""The commands for whole deals of Zipai: zipai deal, play, simulate, rules."""

import dataclasses
import random
import time
from typing import Annotated, Any, Final

import typer
from rich.progress import Progress

from ddz.cli import (
    AsJson,
    Seed,
    app,
    console,
    print_json,
    print_wrapped,
    say,
    show_switches,
)
from ddz.cli_zipai import ZipaiRulesName, find_zipai_rules
from ddz.errors import DdzError, ParseError
from ddz.zipai import ZIPAI_RULES, Action, State, explain_illegal, random_deals
from ddz.zipai._play import choose_action
from ddz.zipai.table import ENDS, Stage

__all__ = ["app", "show_end"]

CHUNK: Final = 20_000
"""Deals between two steps of a progress bar."""

zipai = typer.Typer(
    help="Whole deals of Zipai (字牌): deal, play, simulate; and its rule sets.",
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(zipai, name="zipai")


@zipai.callback(invoke_without_command=True)
def _start(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())


_ENDS: Final = {
    "tianhu": "天胡",
    "dihu": "地胡",
    "discard": "胡打出的牌",
    "self_draw": "自摸",
    "turned": "胡别人摸出的牌",
    "chouzhuang": "臭庄",
}


@zipai.command("rules")
def show_rules(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME", help="A rule set.", autocompletion=lambda: list(ZIPAI_RULES)
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the rule sets of Zipai, or all switches of one; * marks what differs from shaoyang."""
    if name is not None:
        base = ZIPAI_RULES["shaoyang"]
        show_switches(name, find_zipai_rules(name), base, "shaoyang", as_json)
    elif as_json:
        print_json({name: dataclasses.asdict(rules) for name, rules in ZIPAI_RULES.items()})
    else:
        for preset, rules in ZIPAI_RULES.items():
            changes = ", ".join(f"{k}={v}" for k, v in rules.differences().items())
            print_wrapped(f"{preset:<16}", changes or "-")


@zipai.command()
def deal(
    rules: ZipaiRulesName = "shaoyang",
    seed: Seed = None,
    dealer: Annotated[int, typer.Option(metavar="N", help="The dealer's seat, from 0.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Shuffle and deal (发牌): every hand, the stock, and the deal on one line."""
    state = State.deal(seed, find_zipai_rules(rules), dealer)
    hands, stock = state.dealt
    if as_json:
        print_json(
            {
                "rules": rules,
                "dealer": dealer,
                "hands": [str(hand) for hand in hands],
                "stock": "".join(map(str, stock)),
                "state": str(state),
            }
        )
        return
    for seat, hand in enumerate(hands):
        say(f"seat {seat}: {hand}{' (dealer)' if seat == dealer else ''}")
    say(f"stock (垛子): {''.join(map(str, stock))}")
    say(str(state), "dim")


@zipai.command()
def play(
    rules: ZipaiRulesName = "shaoyang",
    seat: Annotated[int, typer.Option(metavar="N", help="Your seat, from 0.")] = 0,
    against: Annotated[
        str, typer.Option(metavar="WHOM", help="The other seats: greedy or random.")
    ] = "greedy",
    seed: Seed = None,
) -> None:
    """Play a deal in the terminal: answer with a number of the list, or with an action."""
    rule_set = find_zipai_rules(rules)
    if against not in ("greedy", "random"):
        raise DdzError(f"--against: {against[:40]!r} is none of greedy, random")
    if not 0 <= seat < rule_set.players:
        raise DdzError(f"--seat: the seats are 0 to {rule_set.players - 1}, not {seat}")
    rng = random.Random(seed)
    state = State.deal(rng, rule_set)
    told = 0
    while True:
        told = _tell(state, seat, told)
        if state.is_over:
            break
        action = (
            _ask(state, seat)
            if state.seat == seat
            else choose_action(state, rng, against == "greedy")
        )
        state = state.play(action)
    show_end(state)


@zipai.command()
def simulate(
    deals: Annotated[int, typer.Option(metavar="N", help="How many deals.", min=1)] = 100_000,
    rules: ZipaiRulesName = "shaoyang",
    greedy: Annotated[
        bool, typer.Option("--greedy", help="Win and claim when possible; else at random.")
    ] = False,
    seed: Seed = None,
    as_json: AsJson = False,
) -> None:
    """Play random or greedy deals: how they end, how many hu, how fast."""
    rule_set = find_zipai_rules(rules)
    rng = random.Random(seed)
    start = time.perf_counter()
    ends = dict.fromkeys(ENDS, 0)
    sums = {"hu": 0, "piles": 0, "plies": 0, "plain": 0, "plain_tianhu": 0}
    with Progress(
        console=console(), transient=True, disable=as_json or not console().is_terminal
    ) as progress:
        bar = progress.add_task("dealing", total=deals)
        for done in range(0, deals, CHUNK):
            n = min(CHUNK, deals - done)
            found = random_deals(n, rule_set, rng, greedy=greedy)
            for number, name in enumerate(ENDS):
                ends[name] += int((found.ends == number).sum())
            plain = found.replaced == 0
            for name, value in (
                ("hu", found.hu.sum()),
                ("piles", found.piles.sum()),
                ("plies", found.plies.sum()),
                ("plain", plain.sum()),
                ("plain_tianhu", (plain & (found.ends == ENDS.index("tianhu"))).sum()),
            ):
                sums[name] += int(value)
            progress.advance(bar, n)
    seconds = time.perf_counter() - start
    wins = deals - ends["chouzhuang"]
    about: dict[str, Any] = {
        "rules": rules,
        "greedy": greedy,
        "deals": deals,
        "seconds": seconds,
        "ends": ends,
        "mean_hu": sums["hu"] / wins if wins else None,
        "mean_piles": sums["piles"] / wins if wins else None,
        "plies": sums["plies"] / deals,
        "without_replacement": {"deals": sums["plain"], "tianhu": sums["plain_tianhu"]},
    }
    print_json(about) if as_json else _show_simulation(about)


def _show_simulation(about: dict[str, Any]) -> None:
    deals = about["deals"]
    for name, number in about["ends"].items():
        say(f"{name} {_ENDS[name]}: {number:,} ({number / deals:.4%})")
    if about["mean_hu"] is not None:
        say(f"a win has {about['mean_hu']:.2f} hu and {about['mean_piles']:.2f} piles on average")
    plain = about["without_replacement"]
    if about["greedy"] and plain["deals"]:
        share = plain["tianhu"] / plain["deals"]
        say(f"天胡 in deals without replacement tiles: {share:.4e} of {plain['deals']:,}")
    say(f"{about['plies']:.1f} plies a deal, {deals / about['seconds']:,.0f} deals a second", "dim")


# -- a person at the table -------------------------------------------------------------------------


def _tell(state: State, seat: int, told: int) -> int:
    """Say what happened since; return how much has been told."""
    happenings = state.view(seat)["happenings"]
    for text in happenings[told:]:
        say(f"  {text}", "dim")
    return len(happenings)


def _ask(state: State, seat: int) -> Action:
    """The person's action: a number of the list, or the action itself."""
    view = state.view(seat)
    for other, melds in enumerate(view["exposed"]):
        hidden = " + 龙" * view["face_down"][other] if other != seat else ""
        about = f"seat {other}: {view['counts'][other]} tiles"
        say(f"  {about}, {' '.join(melds) or 'no melds'}{hidden}", "dim")
    say(f"  your hand: {view['hands'][seat]}   stock: {view['stock']}", "bold")
    if state.stage != Stage.DISCARD and view["offered"] is not None:
        how = "turned" if view["turned"] else "discarded"
        say(f"  seat {view['giver']} {how} {view['offered']}")
    actions = state.legal_actions()
    print_wrapped("  ", "  ".join(f"{i}:{action}" for i, action in enumerate(actions, 1)))
    while True:
        answer = typer.prompt("  number or action, q ends").strip()
        if answer == "q":
            raise typer.Abort
        if answer.isdecimal() and len(answer) < 4 and 1 <= int(answer) <= len(actions):
            return actions[int(answer) - 1]
        try:
            action = Action.parse(answer)
        except ParseError as error:
            say(f"  {error}", "red")
            continue
        broken = explain_illegal(state, seat, action)
        if broken is None:
            return action
        say(f"  {broken.chinese}: {broken}", "red")


def show_end(state: State) -> None:
    """How a deal stands: its score if it is over."""
    result = state.result
    if result is None:
        say(f"  unfinished, seat {state.seat} is asked {state.stage}", "yellow")
        return
    if result.winner is None:
        say("nobody won (臭庄)", "bold")
        return
    found = state.best_hu()
    assert found is not None
    say(f"seat {result.winner} won: {result.how} {_ENDS[result.how]}, {result.piles} piles", "bold")
    say(found.explain("zh").rpartition("\n")[0])  # without its total: the table knows more
    say("  score: " + " ".join(f"{score:+d}" for score in result.scores))
