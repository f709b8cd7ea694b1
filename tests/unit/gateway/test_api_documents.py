"""The machine-readable descriptions of the API are those of this code, and name every route."""

import importlib.util
from pathlib import Path
from typing import Any

import yaml
from aiohttp import web

from services.gateway.accounts import Accounts
from services.gateway.album_pages import AlbumPages
from services.gateway.club_chips import ClubChips
from services.gateway.club_periods import ClubPeriods
from services.gateway.clubs import Clubs
from services.gateway.door_pages import DoorPages
from services.gateway.history_pages import HistoryPages
from services.gateway.own_rules import OwnRules
from services.gateway.rest import Rest
from services.gateway.review_pages import ReviewPages

PROJECT = Path(__file__).parents[3]


def described(name: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((PROJECT / "docs" / name).read_text())
    return found


def documents() -> dict[Path, str]:
    script = importlib.util.spec_from_file_location("describe_api", PROJECT / "scripts" / "describe_api.py")
    assert script is not None
    assert script.loader is not None
    module = importlib.util.module_from_spec(script)
    script.loader.exec_module(module)
    written: dict[Path, str] = module.documents()
    return written


def references(node: object) -> set[str]:
    if isinstance(node, dict):
        own = {node["$ref"]} if isinstance(node.get("$ref"), str) else set()
        return own.union(*(references(part) for part in node.values()))
    if isinstance(node, list):
        return set().union(*(references(part) for part in node))
    return set()


def found_at(document: dict[str, Any], reference: str) -> object:
    node: Any = document
    for part in reference.removeprefix("#/").split("/"):
        node = node[part]
    return node


def test_the_descriptions_are_fresh() -> None:
    assert [path.name for path, text in documents().items() if path.read_text() != text] == []


def test_every_route_is_described() -> None:
    nothing: Any = None  # routes are told without any of it
    parts = (
        Rest(nothing, nothing, nothing),
        Accounts(nothing, nothing, nothing),
        OwnRules(nothing, nothing, nothing, nothing),
        Clubs(nothing),
        ClubChips(nothing),
        ClubPeriods(nothing),
        DoorPages(nothing, nothing, nothing),
        HistoryPages(nothing, nothing, nothing, nothing),
        AlbumPages(nothing, nothing, nothing, nothing, nothing),
        ReviewPages(nothing, nothing, nothing),
    )
    routes = {
        (route.path.replace(r":\d{1,15}", ""), route.method.lower())
        for part in parts
        for route in part.routes()
        if isinstance(route, web.RouteDef)
    }

    paths = described("openapi.yaml")["paths"]

    assert {(path, method) for path, methods in paths.items() for method in methods} == routes


def test_every_reference_leads_somewhere() -> None:
    for name in ("openapi.yaml", "asyncapi.yaml"):
        document = described(name)
        found = references(document)
        assert len(found) > 5
        assert all(found_at(document, reference) for reference in found)
