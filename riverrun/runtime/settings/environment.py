"""Reads a frozen settings class from `RIVERRUN_*` variables, and writes down what it reads.

A settings class is a frozen dataclass whose every field has a default that works on one machine. What a field
means stands beside its type, with its bounds: `Annotated[int, Meta(ge=0, description="seconds to …")]`.
"""

import os
import re
from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple, TypeAlias, TypeVar

import msgspec
from msgspec import inspect

T = TypeVar("T")

Port: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=65535)]
"""A TCP port; where one is listened on, 0 stands for any free one."""


class BadSetting(ValueError):
    """A variable that cannot be what its setting needs; the value, which may be a secret, is not told."""


class Variable(NamedTuple):
    """One setting as people see it: the variable's name, its default, what it means."""

    name: str
    default: str
    meaning: str


def _fields(settings: type) -> tuple[inspect.Field, ...]:
    shape = inspect.type_info(settings)
    assert isinstance(shape, inspect.DataclassType), settings
    return shape.fields


def _is_list(kind: inspect.Type) -> bool:
    plain = kind.type if isinstance(kind, inspect.Metadata) else kind
    return isinstance(plain, inspect.VarTupleType)


def read_settings(settings: type[T], prefix: str, environ: Mapping[str, str] = os.environ) -> T:
    """Fill a settings class: field `port` from `<prefix>PORT`. Raises `BadSetting`.

    An empty variable counts as not set. A tuple is written with commas between its entries.
    """
    given: dict[str, Any] = {}
    for field in _fields(settings):
        text = environ.get(prefix + field.name.upper(), "").strip()
        if text:
            given[field.name] = [part.strip() for part in text.split(",")] if _is_list(field.type) else text
    try:
        return msgspec.convert(given, settings, strict=False)
    except msgspec.ValidationError as error:
        # msgspec says what was expected, and of which field; it never repeats the value.
        said = re.sub(r"`\$\.(\w+)", lambda found: "`" + prefix + found[1].upper(), str(error))
        raise BadSetting(said) from None


def variables(settings: type, prefix: str) -> list[Variable]:
    """What `read_settings` reads, in the class's order: for `docs/operations.md`."""
    found = []
    for field in _fields(settings):
        default = field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
        extra = field.type.extra_json_schema if isinstance(field.type, inspect.Metadata) else None
        shown = ",".join(default) if isinstance(default, tuple) else "" if default is None else str(default)
        found.append(Variable(prefix + field.name.upper(), shown, (extra or {}).get("description", "")))
    return found
