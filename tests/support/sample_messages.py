"""A well-formed message of every type, made from the type alone: one that is new is made too."""

from typing import Any

import msgspec
from msgspec import inspect

HASH = "a" * 64


def sample(kind: type[msgspec.Struct], **known: Any) -> dict[str, Any]:
    """A message with the fields that it must have, and those that are `known` where it has them."""
    made = {
        field.encode_name: known.get(field.encode_name, _value(field.type))
        for field in inspect.type_info(kind).fields  # type: ignore[attr-defined]  # of a struct
        if field.required or field.encode_name in known
    }
    return {"type": kind.__struct_config__.tag, **made}


def _value(kind: inspect.Type) -> Any:
    match kind:
        case inspect.StrType(pattern=pattern):
            return HASH if pattern is not None and "{64}" in pattern else "sample"
        case inspect.IntType(ge=least):
            return max(least or 0, 1)
        case inspect.BoolType():
            return True
        case inspect.LiteralType(values=values):
            return values[0]
        case inspect.UnionType(types=kinds):
            return _value(kinds[0])
        case inspect.ListType(item_type=item):
            return [_value(item)]
        case inspect.StructType(fields=fields):
            return {field.encode_name: _value(field.type) for field in fields if field.required}
        case _:
            raise AssertionError(f"no sample of {kind}")
