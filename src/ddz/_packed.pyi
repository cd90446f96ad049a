# A C struct for Cython: see _packed.pxd. Python only keeps the object.
from typing import Any, final

from ddz.errors import shown as shown
from ddz.rules import Rules as Rules

@final
class PackedRules:
    @property
    def rules(self) -> Rules: ...
    @property
    def differences(self) -> dict[str, Any]: ...
    @property
    def kept(self) -> dict[str, Any]: ...
    def __new__(cls, rules: Rules) -> PackedRules: ...
