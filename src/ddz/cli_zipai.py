"""The commands for Zipai: hu, waits."""

from typing import Annotated, Any

import typer

from ddz.cli import AsJson, app, argument, print_json, say
from ddz.zipai import ZIPAI_RULES, HuResult, Meld, Tile, Tiles, ZipaiRules, best_hu, waits
from ddz.zipai.explain import arrival, check_language

__all__ = ["ZipaiRulesName", "app", "find_zipai_rules"]

_Hand = Annotated[
    str,
    typer.Argument(metavar="TILES", help="The tiles in hand: 一二三壹贰叁 or 1s2s3s1b2b3b."),
]
_Exposed = Annotated[
    list[str] | None,
    typer.Option(
        metavar="MELD",
        help="A meld at the table, as peng:玖玖玖 (peng, wei, chou_wei, pao, ti, chi); repeat it.",
        show_default=False,
    ),
]
ZipaiRulesName = Annotated[
    str,
    typer.Option(
        metavar="NAME",
        help=f"One of {', '.join(ZIPAI_RULES)}; then switches: 'shaoyang per=5'.",
        autocompletion=lambda: list(ZIPAI_RULES),
    ),
]


def _read_language(text: str) -> str:
    with argument("--lang"):
        return check_language(text)


_Language = Annotated[
    str,
    typer.Option(
        "--lang", metavar="LANG", help="The explanation: en or zh.", callback=_read_language
    ),
]
_Per = Annotated[
    int | None,
    typer.Option(metavar="N", help="Hu a pile: 3 or 5.", show_default=False),
]


@app.command()
def hu(
    tiles: _Hand,
    exposed: _Exposed = None,
    tile: Annotated[
        str | None,
        typer.Option(metavar="TILE", help="The winning tile.", show_default=False),
    ] = None,
    source: Annotated[
        str | None,
        typer.Option(
            metavar="SOURCE",
            help="Where it came from: self, other or discard.",
            show_default=False,
        ),
    ] = None,
    rules: ZipaiRulesName = "shaoyang",
    per: _Per = None,
    language: _Language = "en",
    as_json: AsJson = False,
) -> None:
    """Count a Zipai hand (字牌): the most hu, meld by meld. Exit code 1 if it is no win."""
    rule_set = find_zipai_rules(rules, per)
    hand, table = _read(tiles, exposed)
    with argument("--tile"):
        wins = None if tile is None else Tile.parse(tile)
    result = best_hu(hand, table, wins, source, rule_set)
    if as_json:
        position = {**_position(rules, hand, table), "tile": tile, "source": source}
        print_json({**position, "win": result is not None, **_as_dict(result)})
    elif result is None:
        say(f"no win under {rules}", "red")
    else:
        say(result.explain(language))
    raise typer.Exit(1 if result is None else 0)


@app.command("waits")
def show_waits(
    tiles: _Hand,
    exposed: _Exposed = None,
    rules: ZipaiRulesName = "shaoyang",
    per: _Per = None,
    language: _Language = "en",
    as_json: AsJson = False,
) -> None:
    """List every tile that wins a Zipai hand (听牌). Exit code 1 if there is none."""
    rule_set = find_zipai_rules(rules, per)
    hand, table = _read(tiles, exposed)
    found = waits(hand, table, rule_set)
    if as_json:
        wins = {
            tile.text: {source: _as_dict(result) for source, result in results.items()}
            for tile, results in found.items()
        }
        print_json({**_position(rules, hand, table), "waits": wins})
    elif not found:
        say(f"no tile wins under {rules}", "red")
    else:
        for tile, results in found.items():
            for result in results.values():
                say(f"{tile} {tile.text} {arrival(result, language)}", "bold cyan")
                say("\n".join(f"  {line}" for line in result.explain(language).splitlines()))
    raise typer.Exit(0 if found else 1)


def find_zipai_rules(name: str, per: int | None = None) -> ZipaiRules:
    with argument("--rules"):
        rules = ZipaiRules.parse(name)
        return rules if per is None else rules.replace(per=per)


def _read(tiles: str, exposed: list[str] | None) -> tuple[Tiles, list[Meld]]:
    with argument("TILES"):
        hand = Tiles(tiles)
    with argument("--exposed"):
        return hand, [Meld.parse(text) for text in exposed or []]


def _position(rules: str, hand: Tiles, table: list[Meld]) -> dict[str, Any]:
    return {"rules": rules, "tiles": str(hand), "exposed": [str(meld) for meld in table]}


def _as_dict(result: HuResult | None) -> dict[str, Any]:
    if result is None:
        return {"hu": None}
    melds = [
        {"kind": str(meld.kind), "tiles": str(meld.tiles), "hu": hu, "exposed": n < result.exposed}
        for n, (meld, hu) in enumerate(zip(result.melds, result.meld_hu, strict=True))
    ]
    return {
        "hu": result.hu,
        "piles": result.piles(),
        "winning_meld": result.winning_place,
        "melds": melds,
    }
