"""Frozen dataclasses with many fields.

`dataclasses` compiles the text of methods anew for each class: 2 ms for the fields of `Rules`, a
third of what `import ddz` would take. Here the methods are written once.
"""

from __future__ import annotations

import dataclasses
import inspect
from typing import Any, TypeVar, dataclass_transform

from ddz.errors import shown

_T = TypeVar("_T", bound=type)
_KEYWORD = inspect.Parameter.KEYWORD_ONLY


@dataclass_transform(frozen_default=True, kw_only_default=True)
def frozen(cls: _T) -> _T:
    """Make a class a dataclass that is frozen, keyword-only and has no subclasses.

    Every field has a default; `__post_init__` checks new values.
    """
    dataclasses.dataclass(init=False, repr=False, eq=False, kw_only=True)(cls)
    defaults = {field.name: field.default for field in dataclasses.fields(cls)}

    def __init__(self: Any, **fields: Any) -> None:
        if not fields.keys() <= defaults.keys():
            name = next(name for name in fields if name not in defaults)
            raise TypeError(f"{cls.__name__} has no field {shown(name)}")
        if self.__dict__:
            raise TypeError(f"{cls.__name__} are immutable")
        self.__dict__.update(defaults | fields)
        try:
            self.__post_init__()
        except BaseException:
            self.__dict__.clear()  # what is wrong must not be there for those who catch it
            raise

    def fields_of(self: Any) -> tuple[Any, ...]:
        return tuple([getattr(self, name) for name in defaults])

    def __eq__(self: Any, other: object) -> Any:
        return fields_of(self) == fields_of(other) if type(other) is cls else NotImplemented

    def __hash__(self: Any) -> int:
        return hash(fields_of(self))

    def __setattr__(self: Any, name: str, value: object) -> None:
        raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(self: Any, name: str) -> None:
        raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")

    def __setstate__(self: Any, state: object) -> None:
        raise TypeError(f"{cls.__name__} are made from their fields, not from a state")

    def __init_subclass__(child: type) -> None:
        raise TypeError(
            f"{cls.__name__} are values that equal ones share much with: use replace, no subclass"
        )

    for method in (__init__, __eq__, __hash__, __setattr__, __delattr__, __setstate__):
        method.__qualname__ = f"{cls.__qualname__}.{method.__name__}"
        setattr(cls, method.__name__, method)
    cls.__init_subclass__ = classmethod(__init_subclass__)  # type: ignore[assignment]
    cls.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [
            inspect.Parameter(field.name, _KEYWORD, default=field.default, annotation=field.type)
            for field in dataclasses.fields(cls)
        ]
    )
    return cls
