"""How one request is described: its parameters, its bodies, its answers, its refusals."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from riverrun.contracts.rest_messages import Problem

COMPONENTS = "#/components/schemas/{name}"
TABLE = {"name": "table", "in": "path", "required": True, "schema": {"type": "string"}}
HAND = {"name": "hand", "in": "path", "required": True, "schema": {"type": "integer", "minimum": 0}}
DEVICE = {"name": "device", "in": "path", "required": True, "schema": {"type": "string"}}
OTHER = {"name": "player", "in": "path", "required": True, "schema": {"type": "string"}}
LIMIT = {
    "name": "limit",
    "in": "path",
    "required": True,
    "schema": {"type": "string", "enum": ["loss_day", "loss_week", "loss_month", "time_day"]},
}
PAGE = (
    {"name": "limit", "in": "query", "schema": {"type": "integer", "minimum": 1, "maximum": 100}},
    {"name": "cursor", "in": "query", "schema": {"type": "string"}},
)
KEY = {
    "name": "Idempotency-Key",
    "in": "header",
    "schema": {"type": "string", "pattern": "^[A-Za-z0-9_-]{8,64}$"},
}

Description = dict[str, Any]


def schemas(kinds: Sequence[type[msgspec.Struct]]) -> Description:
    """The types' schemas, and those of all that they are made of, by name."""
    _, components = msgspec.json.schema_components(kinds, ref_template=COMPONENTS)
    return {name: _in_words_of_schemas(components[name]) for name in sorted(components)}


def _in_words_of_schemas(node: Any) -> Any:
    r"""Patterns as JSON Schema reads them: there `$` is the very end, which Python spells `\Z`."""
    if isinstance(node, list):
        return [_in_words_of_schemas(part) for part in node]
    if not isinstance(node, dict):
        return node
    described = {name: _in_words_of_schemas(part) for name, part in node.items()}
    if isinstance(pattern := described.get("pattern"), str):
        described["pattern"] = pattern.replace(r"\A", "^").replace(r"\Z", "$")
    return described


def content(kind: type[msgspec.Struct], media: str = "application/json") -> Description:
    """A body of that type."""
    return {"content": {media: {"schema": {"$ref": COMPONENTS.format(name=kind.__name__)}}}}


def operation(
    summary: str,
    answer: type[msgspec.Struct] | None,
    *,
    status: int = 200,
    body: type[msgspec.Struct] | None = None,
    parameters: Sequence[Mapping[str, Any]] = (),
    anyone: bool = False,
) -> Description:
    """One request and its answers; every refusal is a problem."""
    described: Description = {
        "summary": summary,
        "responses": {
            str(status): {"description": "done", **({} if answer is None else content(answer))},
            "default": {"description": "refused", **content(Problem, "application/problem+json")},
        },
    }
    if body is not None:
        described["requestBody"] = {"required": True, **content(body)}
    if parameters:
        described["parameters"] = list(parameters)
    if anyone:
        described["security"] = []
    return described


def in_path(name: str) -> Description:
    """A part of the path."""
    return {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
