from typing import final

from ddz.errors import shown as shown
from ddz.zipai.rules import ZipaiRules

@final
class PackedZipai:
    def __new__(cls, rules: ZipaiRules) -> PackedZipai: ...
