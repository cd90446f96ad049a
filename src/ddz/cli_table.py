"""The commands for whole deals: deal, play, perft, simulate."""

import random
import time
from collections.abc import Callable
from typing import Annotated, Any, Final

import typer
from rich.progress import Progress

import ddz
from ddz import DdzError, Hand, Kind, Move, ParseError, Phase, State, batch
from ddz.cli import (
    AsJson,
    RulesName,
    Seed,
    app,
    argument,
    console,
    describe,
    find_rules,
    message,
    print_json,
    print_wrapped,
    say,
)

__all__ = ["action_text", "app", "show_end"]

CHUNK: Final = 5_000
"""Deals between two steps of a progress bar."""

_Action = int | Move | ddz.Choice


@app.command()
def deal(
    rules: RulesName = "classic",
    seed: Seed = None,
    as_json: AsJson = False,
) -> None:
    """Shuffle and deal (发牌): every hand, and the deal on one line."""
    state = State.deal(seed, find_rules(rules))
    if as_json:
        print_json({"state": str(state), "view": _all_seen(state)})
        return
    _show_hands(state)
    say(str(state), "dim")


@app.command()
def play(
    rules: RulesName = "classic",
    seat: Annotated[int, typer.Option(metavar="N", help="Your seat, from 0.")] = 0,
    against: Annotated[
        str, typer.Option(metavar="WHOM", help="The other seats: greedy or random.")
    ] = "greedy",
    seed: Seed = None,
) -> None:
    """Play a deal in the terminal: answer with a number of the list, or with cards."""
    rule_set = find_rules(rules)
    if against not in _PLAYERS:
        raise DdzError(f"--against: {against[:40]!r} is none of {', '.join(_PLAYERS)}")
    if not 0 <= seat < rule_set.players:
        raise DdzError(f"--seat: the seats are 0 to {rule_set.players - 1}, not {seat}")
    rng = random.Random(seed)
    state = State.deal(rng, rule_set)
    while state.phase != Phase.OVER:
        if state.phase == Phase.REDEAL:
            say("all passed: dealt again (荒牌)", "yellow")
            state = state.redeal(rng)
            continue
        mine = state.seat == seat
        action = _ask(state, seat) if mine else _PLAYERS[against](state, rng)
        after = state.play(action)
        if not mine and after.version > state.version:  # else it answers a private question
            say(f"  seat {state.seat}: {action_text(action)}")
        state = after
    show_end(state)


@app.command()
def perft(
    position: Annotated[
        str,
        typer.Argument(
            metavar="POSITION", help="Hands such as 3344/455/667, seat 0 leads; or a state's line."
        ),
    ],
    depth: Annotated[int, typer.Option(metavar="N", help="Plies, a pass is one.", min=0)] = 4,
    divide: Annotated[bool, typer.Option("--divide", help="By the first action.")] = False,
    rules: RulesName = "classic",
    as_json: AsJson = False,
) -> None:
    """Count the ends of all play of a length: proves one engine against another."""
    state = _read_position(position, rules)
    start = time.perf_counter()
    if not divide:
        number = ddz.perft(state, depth)
        seconds = time.perf_counter() - start
        if as_json:
            print_json({"depth": depth, "nodes": number, "seconds": seconds})
        else:
            say(f"{number:,}")
        return
    if depth == 0:
        raise DdzError("--divide needs a depth of 1 or more")
    parts = {action_text(a): ddz.perft(state.play(a), depth - 1) for a in _actions(state)}
    total = sum(parts.values())
    if as_json:
        print_json({"depth": depth, "nodes": total, "divide": parts})
        return
    for text, number in parts.items():
        say(f"{text:<24}{number:>16,}")
    say(f"{'all':<24}{total:>16,}", "bold")


@app.command()
def simulate(
    deals: Annotated[int, typer.Option(metavar="N", help="How many deals.", min=1)] = 10_000,
    rules: RulesName = "classic",
    seed: Seed = None,
    as_json: AsJson = False,
) -> None:
    """Play random deals: who wins, how long they are, how fast."""
    rule_set = find_rules(rules)
    base = random.SystemRandom().getrandbits(63) if seed is None else seed
    start = time.perf_counter()
    total = {"landlord": 0, "peasants": 0, "nobody": 0, "plies": 0}
    with Progress(
        console=console(), transient=True, disable=as_json or not console().is_terminal
    ) as progress:
        bar = progress.add_task("dealing", total=deals)
        for done in range(0, deals, CHUNK):
            n = min(CHUNK, deals - done)
            found = batch.random_games(n, rule_set, (base + done) % (1 << 63))
            total["landlord"] += int((found.winners == 0).sum())
            total["peasants"] += int((found.winners == 1).sum())
            total["plies"] += int(found.plies.sum())
            progress.advance(bar, n)
    total["nobody"] = deals - total["landlord"] - total["peasants"]
    seconds = time.perf_counter() - start
    if as_json:
        print_json({"rules": rules, "deals": deals, "seconds": seconds, **total})
        return
    for name, chinese in (("landlord", "地主"), ("peasants", "农民"), ("nobody", "荒牌")):
        say(f"{name} {chinese}: {total[name]:,} ({total[name] / deals:.1%})")
    say(f"{total['plies'] / deals:.1f} plies a deal, {deals / seconds:,.0f} deals a second", "dim")


def _actions(state: State) -> list[_Action]:
    return [*state.legal_actions()]


# -- players --------------------------------------------------------------------------------------


def _random(state: State, rng: random.Random) -> _Action:
    return rng.choice(_actions(state))


def _greedy(state: State, rng: random.Random) -> _Action:
    """Lead as many cards as possible, answer with as little as possible, keep bombs for leads."""
    if state.phase != Phase.PLAY:
        return state.default_action()
    moves = [move for move in state.legal_actions() if isinstance(move, Move) and move]
    if not state.to_beat:
        return max(moves, key=lambda move: (len(move), -int(move.rank or 0)))
    quiet = [move for move in moves if move.kind not in (Kind.BOMB, Kind.ROCKET)]
    return quiet[0] if quiet else state.default_action()


_PLAYERS: Final[dict[str, Callable[[State, random.Random], _Action]]] = {
    "greedy": _greedy,
    "random": _random,
}


def _ask(state: State, seat: int) -> _Action:
    """The person's action: a number of the list, or the action itself."""
    actions = _actions(state)
    say(f"{state.phase}, seat {seat}" + (f", landlord {state.landlord}" if state.bid else ""))
    counts = " ".join(str(len(hand)) for hand in state.hands)
    say(f"  cards of the seats: {counts}", "dim")
    say(f"  your hand: {state.hands[seat]}", "bold")
    if state.to_beat:
        say(f"  to beat: {describe(state.to_beat)} of seat {state.to_beat_seat}")
    print_wrapped("  ", "  ".join(f"{i}:{action_text(a)}" for i, a in enumerate(actions, 1)))
    while True:
        answer = typer.prompt("  number or cards, q ends").strip()
        if answer == "q":
            raise typer.Abort
        found = _chosen(state, actions, answer)
        if found is not None:
            return found


def _chosen(state: State, actions: list[_Action], answer: str) -> _Action | None:
    """What an answer means; None, with the reason said, if it is no action."""
    numbered = {str(number): action for number, action in enumerate(actions, 1)}
    if answer in numbered:
        return numbered[answer]
    for action in actions:
        if answer == action_text(action):
            return action
    if state.phase == Phase.PLAY and state.seat is not None:
        try:
            return ddz.judge(answer, state.to_beat, state.rules, state.hands[state.seat])
        except DdzError as error:
            say(f"  {message(error)}", "red")
            return None
    say(f"  {answer[:40]!r} is none of the list", "red")
    return None


# -- reading and showing --------------------------------------------------------------------------


def _read_position(text: str, rules_name: str) -> State:
    rules = find_rules(rules_name)
    if " " in text.strip() and rules_name != "classic":
        raise DdzError("--rules: a state's line names its own rules")
    with argument("POSITION"):
        if " " in text.strip():
            return State.parse(text.strip())
        hands = [Hand(part) for part in text.split("/")]
        if len(hands) != rules.players:
            raise ParseError(f"{len(hands)} hands are given, {rules.players} play", 1)
        return State.from_hands(hands, rules=rules, landlord=0)


def action_text(action: _Action) -> str:
    """An action as a word, kickers named."""
    if isinstance(action, Move):
        return f"{action:+}" if action else "-"
    return str(action) if action else "-"


def _all_seen(state: State) -> dict[str, Any]:
    """The public view with every hand and the kitty in it."""
    view: dict[str, Any] = dict(state.view(None))
    return {**view, "hands": list(map(str, state.hands)), "kitty": str(state.kitty)}


def _show_hands(state: State) -> None:
    for number, hand in enumerate(state.hands):
        faced = state.face_up is not None and number == state.first
        note = f"  (face up: {state.face_up})" if faced else ""
        say(f"seat {number}: {hand}{note}")
    say(f"kitty (底牌): {state.kitty or '-'}")


def show_end(state: State) -> None:
    """How a deal stands: its score if it is over."""
    if not state.is_over:
        say(f"  unfinished, phase {state.phase}", "yellow")
        return
    say(f"{state.winner or 'nobody'} won; stake {state.stake()}", "bold")
    say("  score: " + " ".join(f"{score:+d}" for score in state.scores()))
