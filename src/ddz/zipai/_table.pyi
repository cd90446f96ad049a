from typing import final

from ddz.errors import RulesError as RulesError
from ddz.zipai.rules import ZipaiRules

@final
class PackedTable:
    def __new__(cls, rules: ZipaiRules) -> PackedTable: ...
