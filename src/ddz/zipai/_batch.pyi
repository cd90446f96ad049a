from ddz.errors import DdzError as DdzError
from ddz.zipai._tiles import Meld as Meld
from ddz.zipai._tiles import Tiles as Tiles
from ddz.zipai._verbs import check_hand as check_hand
from ddz.zipai.rules import ZipaiRules
from ddz.zipai.table import SOURCES as SOURCES

# Arrays are anything that supports the buffer protocol: see _batch.pyx
def count_all(
    rules: ZipaiRules, words: object, tiles: object, sources: object, exposed: object, out: object
) -> None: ...
def waits_all(rules: ZipaiRules, words: object, exposed: object, out: object) -> None: ...
