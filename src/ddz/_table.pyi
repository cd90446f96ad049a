from typing import final

from ddz.errors import shown as shown
from ddz.rules import Rules

@final
class PackedTable:
    def __new__(cls, rules: Rules) -> PackedTable: ...
