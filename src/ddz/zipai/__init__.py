"""Zipai (字牌, 跑胡子): tiles, melds, the counting of hu, and whole deals.

>>> from ddz.zipai import best_hu
>>> print(best_hu("壹壹壹叁叁叁四五六七八九二二贰玖玖", ["chi:肆伍陆"], "玖", "self"))
18 hu = run:肆伍陆 0 + wei:玖玖玖 6 + kan:壹壹壹 6 + kan:叁叁叁 6 + run:四五六 0 + \
run:七八九 0 + mixed:二二贰 0
"""

from ddz.zipai._action import PASS, PENG, WIN, Action, ActionKind
from ddz.zipai._state import State
from ddz.zipai._tiles import Meld, MeldKind, Tile, Tiles
from ddz.zipai._verbs import HuResult, all_hu, best_hu, eats, melds, piles, waits
from ddz.zipai.batch import best_hu_batch, random_deals, waits_batch
from ddz.zipai.illegal import BrokenRule, explain_illegal
from ddz.zipai.rules import ZIPAI_RULES, ZipaiRules

__all__ = [
    "PASS",
    "PENG",
    "WIN",
    "ZIPAI_RULES",
    "Action",
    "ActionKind",
    "BrokenRule",
    "HuResult",
    "Meld",
    "MeldKind",
    "State",
    "Tile",
    "Tiles",
    "ZipaiRules",
    "all_hu",
    "best_hu",
    "best_hu_batch",
    "eats",
    "explain_illegal",
    "melds",
    "piles",
    "random_deals",
    "waits",
    "waits_batch",
]
