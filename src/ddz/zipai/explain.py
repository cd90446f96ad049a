"""A win in words: which melds, what each counts and why."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ddz.errors import DdzError, shown
from ddz.zipai._tiles import Meld, MeldKind
from ddz.zipai._verbs import HuResult

__all__ = ["arrival", "check_language", "explain"]

_SOURCES: Final = {
    "en": {
        "self": "own draw",
        "other": "turned by another",
        "discard": "discarded",
        "dihu": "first discard",
        None: "as dealt",
    },
    "zh": {"self": "自摸", "other": "别人摸出", "discard": "打出", "dihu": "打出", None: "天胡"},
}

_WINS: Final = {
    "en": {
        MeldKind.PENG: "{tile}, {source}, joins a pair in hand",
        MeldKind.WEI: "{tile}, {source}, joins a pair in hand",
        MeldKind.CHOU_WEI: "{tile}, {source}, joins a pair whose peng was refused",
        MeldKind.PAO: "{tile}, {source}, is the fourth",
        MeldKind.TI: "{tile}, {source}, is the fourth of three by own draw",
    },
    "zh": {
        MeldKind.PENG: "{source}{tile}，与手中一对成碰",
        MeldKind.WEI: "{source}{tile}，与手中一对成拽",
        MeldKind.CHOU_WEI: "{source}{tile}，与拒碰过的一对成臭拽",
        MeldKind.PAO: "{source}{tile}，是第四张",
        MeldKind.TI: "{source}{tile}，是第四张",
    },
}

_HELD: Final = {
    "en": {
        MeldKind.KAN: "three in hand",
        MeldKind.TI: "four in hand",
        MeldKind.PAIR: "the pair beside a meld of four",
    },
    "zh": {
        MeldKind.KAN: "手中一坎",
        MeldKind.TI: "手中一龙",
        MeldKind.PAIR: "有跑或倾时的一对",
    },
}

_WORDS: Final = {
    "en": {
        "exposed": "at the table",
        "wins": "{tile}, {source}, completes it",
        "loose": "in hand",
    },
    "zh": {"exposed": "已明示", "wins": "{source}{tile}，凑成此门", "loose": "手中"},
}


def check_language(language: str) -> str:
    """Return a language that there is."""
    if language not in _WORDS:
        raise DdzError(f"languages are en and zh, not {shown(language)}")
    return language


def explain(result: HuResult, language: str) -> str:
    """Return the lines of `HuResult.explain`."""
    check_language(language)
    line = _LINES[language]
    lines = [
        line(meld, hu, _reason(result, place, language))
        for place, (meld, hu) in enumerate(zip(result.melds, result.meld_hu, strict=True))
    ]
    return "\n".join([*lines, _TOTALS[language](result)])


def _reason(result: HuResult, place: int, language: str) -> str:
    """Why a meld is what it is."""
    kind = result.melds[place].kind
    words = _WORDS[language]
    if place == result.winning_place:
        text = _WINS[language].get(kind, words["wins"])
        return text.format(tile=result.tile, source=arrival(result, language))
    if place < result.exposed:
        return words["exposed"]
    return _HELD[language].get(kind, words["loose"])


def arrival(result: HuResult, language: str) -> str:
    """Return where the winning tile came from, in words."""
    first = result.source == "discard" and result.rules.discard_wins == "first"
    return _SOURCES[language]["dihu" if first else result.source]


def _english(meld: Meld, hu: int, reason: str) -> str:
    return f"{meld.kind} {meld.tiles} {hu} hu: {reason}"


def _chinese(meld: Meld, hu: int, reason: str) -> str:
    return f"{meld.kind.chinese} {meld.tiles} {hu} 胡：{reason}"


def _sum(result: HuResult) -> str:
    """The piles as a sum: 2 + 1 = 3, times a factor for red tiles if there is one."""
    base = (result.hu - result.rules.min_hu) // result.rules.per + 1
    piles = result.piles()
    bonus = result.rules.bonus(result.source)
    text = f"{base} + {bonus}" if bonus else f"{base}"
    factor = result.rules.red_factor(result.red)
    if factor != 1:
        text = f"({text}) x {factor}" if bonus else f"{text} x {factor}"
    return text if text == str(piles) else f"{text} = {piles}"


def _english_total(result: HuResult) -> str:
    return f"total {result.hu} hu, {arrival(result, 'en')}: piles {_sum(result)}"


def _chinese_total(result: HuResult) -> str:
    return f"共 {result.hu} 胡，{arrival(result, 'zh')}，{_sum(result)} 垛"


_LINES: Final[dict[str, Callable[[Meld, int, str], str]]] = {"en": _english, "zh": _chinese}
_TOTALS: Final[dict[str, Callable[[HuResult], str]]] = {
    "en": _english_total,
    "zh": _chinese_total,
}
