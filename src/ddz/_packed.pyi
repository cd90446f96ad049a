# A C struct for Cython: see _packed.pxd. Python only keeps the object.
from typing import final

from ddz.rules import Rules

@final
class PackedRules:
    @property
    def rules(self) -> Rules: ...
    def __new__(cls, rules: Rules) -> PackedRules: ...
