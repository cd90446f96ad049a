"""The command replay, for the records of both games."""

import json
from collections.abc import Iterable, Iterator
from typing import Annotated

import typer

from ddz import DdzError, State, cli_table, cli_zipai_table, record, zipai
from ddz._record_text import deals
from ddz.cli import AsJson, app, argument, print_json, say
from ddz.zipai import record as zipai_record

__all__ = ["app"]


@app.command()
def replay(
    file: Annotated[
        typer.FileText,
        typer.Argument(metavar="FILE", help="Deals in .ddn.", encoding="utf-8"),
    ],
    as_json: AsJson = False,
) -> None:
    """Play recorded deals (.ddn) through, checking every ply; - reads from standard input."""
    with argument(file.name):
        try:
            found = list(_read(file))
        except UnicodeDecodeError as error:
            raise DdzError(f"not UTF-8: {error.reason}") from error
    for number, (twin, state) in enumerate(found, 1):
        if as_json:
            print_json({**json.loads(twin), "state": str(state)})
            continue
        say(f"deal {number}", "bold cyan")
        if isinstance(state, State):
            for who, action in state.history:
                say(f"  seat {who}: {cli_table.action_text(action)}")
            cli_table.show_end(state)
        else:
            for happening in state.happenings:
                say(f"  {happening}")
            cli_zipai_table.show_end(state)


def _read(file: Iterable[str]) -> Iterator[tuple[str, State | zipai.State]]:
    """The JSON twin and the last state of each record; its preset tells which game it is of."""
    for tags, moves in deals(file):
        rules = next((tag.value for tag in tags if tag.name == "Rules"), "")
        if (rules.split() or [""])[0] in zipai.ZIPAI_RULES:
            tiles = zipai_record.read_deal(tags, moves)
            yield tiles.to_json(), zipai_record.replay(tiles)
        else:
            cards = record.read_deal(tags, moves)
            yield cards.to_json(), record.replay(cards)
