"""Rules as text: the name of a preset, then `field=value` for what differs."""

from __future__ import annotations

import dataclasses
import re
from typing import Any

from ddz.errors import ParseError, shown
from ddz.zipai.rules import ZIPAI_RULES, ZipaiRules

MOST_TEXT = 2000
_TYPES = {field.name: str(field.type) for field in dataclasses.fields(ZipaiRules)}


def format_rules(rules: ZipaiRules) -> str:
    """Write rules from the preset that they differ least from."""
    name = min(ZIPAI_RULES, key=lambda name: len(rules.differences(ZIPAI_RULES[name])))
    changes = rules.differences(ZIPAI_RULES[name])
    return " ".join([name, *(f"{key}={_format(value)}" for key, value in changes.items())])


def parse_rules(text: str) -> ZipaiRules:
    """Read rules as `format_rules` writes them."""
    if not isinstance(text, str):
        raise TypeError(f"rules are read from a text, not {shown(text)}")
    if len(text) > MOST_TEXT:
        raise ParseError(f"{len(text)} characters are longer than any rules", MOST_TEXT + 1)
    words = list(re.finditer(r"[^ ]+", text))
    name = words[0][0] if words else ""
    if name not in ZIPAI_RULES:
        raise ParseError(f"{shown(name)} is no preset; there are {', '.join(ZIPAI_RULES)}", 1)
    changes: dict[str, Any] = {}
    for word in words[1:]:
        field, _, value = word[0].partition("=")
        if field not in _TYPES or field in changes:
            what = "comes twice" if field in changes else "is no field of ZipaiRules"
            raise ParseError(f"{shown(field)} {what}", word.start() + 1)
        try:
            changes[field] = _parse(_TYPES[field], value)
        except ValueError:
            column = word.start() + len(field) + 2
            raise ParseError(f"{shown(value)} is no value of {field}", column) from None
    return ZIPAI_RULES[name].replace(**changes)


def _format(value: Any) -> str:
    if isinstance(value, bool) or value is None:
        return str(value).lower()
    if not isinstance(value, tuple):
        return str(value)
    words = [f"{v[0]}-{v[1]}x{v[2]}" if isinstance(v, tuple) else str(v) for v in value]
    return ",".join(words) or "-"


def _parse(kind: str, text: str) -> Any:
    """Read the value of a field; ValueError if it is none."""
    if kind == "bool":
        return ("false", "true").index(text) == 1
    if kind == "str":
        return text
    if kind.startswith("tuple[tuple"):
        return () if text == "-" else tuple(_parse_factor(part) for part in text.split(","))
    if kind.startswith("tuple"):
        return tuple(_parse_int(part) for part in text.split(","))
    return None if text == "none" and kind.endswith("None") else _parse_int(text)


def _parse_factor(text: str) -> tuple[int, int, int]:
    found = re.fullmatch("([0-9]{1,2})-([0-9]{1,2})x([0-9]{1,4})", text)
    if found is None:
        raise ValueError(text)
    return int(found[1]), int(found[2]), int(found[3])


def _parse_int(text: str) -> int:
    if not re.fullmatch("[0-9]{1,9}", text):
        raise ValueError(text)
    return int(text)
