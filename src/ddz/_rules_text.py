"""Rules as text, of both games: the name of a preset, then `field=value` for what differs."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, TypeVar

from ddz.errors import ParseError, shown

if TYPE_CHECKING:
    from ddz.rules import Rules
    from ddz.zipai.rules import ZipaiRules

_R = TypeVar("_R", "Rules", "ZipaiRules")

MOST_TEXT: Final = 4096


def format_rules(rules: _R, presets: Mapping[str, _R]) -> str:
    """Write rules from the preset that they differ least from.

    The text is kept on the value, as every view and every record has it.
    """
    kept: dict[str, Any] = vars(rules)
    if "_text" not in kept:
        name = min(presets, key=lambda name: len(rules.differences(presets[name])))
        changes: dict[str, Any] = rules.differences(presets[name])
        words = (f" {field}={_format(value)}" for field, value in changes.items())
        kept.setdefault("_text", name + "".join(words))
    return str(kept["_text"])


def parse_rules(text: str, presets: Mapping[str, _R]) -> _R:
    """Read rules as `format_rules` writes them.

    Raises:
        ParseError: an unknown preset or field, or a value that cannot be read, with the column.
        RulesError: rules that contradict themselves.
        TypeError: not a text.
    """
    kind = type(next(iter(presets.values())))
    if not isinstance(text, str):
        raise TypeError(f"{kind.__name__}.parse takes a text, not {shown(text)}")
    if len(text) > MOST_TEXT:
        raise ParseError(f"{len(text)} characters are longer than any rules", MOST_TEXT + 1)
    words = list(re.finditer("[^ ]+", text))
    preset = words[0][0] if words else ""
    if preset not in presets:
        raise ParseError(f"{shown(preset)} is no preset; there are {', '.join(presets)}", 1)
    types = {field.name: str(field.type) for field in dataclasses.fields(kind)}
    changes: dict[str, Any] = {}
    for word in words[1:]:
        name, _, value = word[0].partition("=")
        if name not in types or name in changes:
            what = "comes twice" if name in changes else f"is no field of {kind.__name__}"
            raise ParseError(f"{shown(name)} {what}", word.start() + 1)
        try:
            changes[name] = _parse(types[name], value)
        except ValueError:
            column = word.start() + len(name) + 2
            raise ParseError(f"{shown(value)} is no value of {name}", column) from None
    return presets[preset].replace(**changes) if changes else presets[preset]


def tuples_for_lists(rules: Rules | ZipaiRules) -> None:
    """Let new rules hold a tuple where they were given a list, as JSON has it."""
    for name, value in vars(rules).items():
        if type(value) is list:
            items = [tuple(item) if type(item) is list else item for item in value]
            object.__setattr__(rules, name, tuple(items))


def _format(value: Any) -> str:
    """Write the value of a field."""
    if isinstance(value, bool) or value is None:
        return str(value).lower()
    if not isinstance(value, tuple):
        return str(value)
    words = [f"{v[0]}-{v[1]}x{v[2]}" if isinstance(v, tuple) else str(v) for v in value]
    return ",".join(words) or "-"


def _parse(kind: str, text: str) -> Any:
    """Read the value of a field of a type; ValueError if it is none."""
    if kind == "bool":
        return ("false", "true").index(text) == 1
    if kind == "str":
        return text
    if kind.startswith("tuple["):
        item = _parse_factor if kind.startswith("tuple[tuple[") else _parse_int
        return () if text == "-" else tuple(map(item, text.split(",")))
    return None if text == "none" and kind.endswith("None") else _parse_int(text)


def _parse_factor(text: str) -> tuple[int, int, int]:
    found = re.fullmatch("([0-9]{1,2})-([0-9]{1,2})x([0-9]{1,4})", text)
    if found is None:
        raise ValueError
    return int(found[1]), int(found[2]), int(found[3])


def _parse_int(text: str) -> int:
    if not re.fullmatch("[0-9]{1,9}", text):
        raise ValueError
    return int(text)
