"""Questions that a cluster answers too: a spread table within another is asked for once, for all shards."""

import re
from collections.abc import Mapping
from typing import Any, cast

from services.history.database import Database
from services.history.projection.checksums import TABLES, stored_sums


class AskedDatabase:
    """Notes what it is asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def columns(self, table: str) -> tuple[list[str], list[str]]:
        return ["table_id", "hand"], ["String", "UInt32"]

    def query(self, text: str, parameters: Mapping[str, Any]) -> list[dict[str, Any]]:
        self.asked.append(text)
        return [{"rows": 0, "checksum": 0}]


def test_checksums_ask_for_later_hands_once_for_all_shards() -> None:
    database = AskedDatabase()

    stored_sums(cast(Database, database), 10)

    within = [text for text in database.asked if re.search(r"\bIN \(SELECT", text)]
    assert len(database.asked) == len(TABLES)
    assert within
    assert all(re.search(r"\bGLOBAL NOT IN \(SELECT", text) for text in within)
