"""Whole tables of history as files that other tools read; ClickHouse writes them, row group by row group."""

from pathlib import Path

from services.history.database import Database

TABLES = {
    "hands": "ended_ms",
    "seats": "ended_ms",
    "actions": "at_ms",
    "boards": "at_ms",
    "shows": "at_ms",
    "awards": "at_ms",
    "pots": "",
    "insurance": "at_ms",
    "ledger": "at_ms",
    "seatings": "at_ms",
    "sessions": "",
}
"""By name, the column that says when; sealed cards are for nobody, plans and sums for our own use."""
FORMATS = {"parquet": "Parquet", "csv": "CSVWithNames", "jsonl": "JSONEachRow"}
DAY_MS = 86_400_000
_SETTINGS = {"output_format_json_quote_64bit_integers": "0"}


def write_table(database: Database, table: str, form: str, out: Path, days: float | None = None) -> int:
    """Write the file, whole or not at all; its size. Raises `DatabaseFailed`, `OSError`.

    `days` is for tables of which a column says when.
    """
    condition = ""
    if days is not None:
        assert TABLES[table], f"no column of {table} says when"
        condition = f"WHERE {TABLES[table]} >= toUnixTimestamp64Milli(now64(3)) - {{ms:UInt64}}"
    query = f"SELECT {_columns(database, table)} FROM {table} {condition}"  # noqa: S608  our own names
    parameters = {"ms": int((days or 0) * DAY_MS)}
    part = out.with_name(f"{out.name}.part")
    try:
        with part.open("wb") as file:
            for piece in database.written_as(query, FORMATS[form], parameters, _SETTINGS):
                file.write(piece)
        part.replace(out)
    finally:
        part.unlink(missing_ok=True)
    return out.stat().st_size


def _columns(database: Database, table: str) -> str:
    """All of them: flags and times are columns like others to whoever reads the file, words are texts."""
    found = database.query(
        "SELECT name, startsWith(type, 'Enum') AS is_word FROM system.columns"
        " WHERE database = currentDatabase() AND table = {table:String} ORDER BY position",
        {"table": table},
    )
    return ", ".join(
        f"toString({one['name']}) AS {one['name']}" if one["is_word"] else one["name"] for one in found
    )
