from typing import final

@final
class Halves: ...
