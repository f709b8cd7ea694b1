"""A statement as it came over HTTP: what the engine must be told apart from its text."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

# A statement is read while everybody waits: each pattern goes over it once, whatever stands in it.
_INSERT = re.compile(
    rb"\s*+insert\s++into\s++(?P<into>.*?)(?<!\s)\s++format\s++(?P<format>\w++)[ \t]*+;?[ \t]*+(\r?\n|$)",
    re.IGNORECASE | re.DOTALL,
)
_FORMAT_WORD = re.compile(r"\bformat(?=\s)", re.IGNORECASE)
_FORMAT = re.compile(r"format\s++(?P<format>\w++)\s*+;?\s*+(?P<settings>\bsettings\b[^)]*+)?$", re.IGNORECASE)
_ANSWERS = re.compile(r"[\s(]*+(select|with|show|describe|desc|explain|exists|check)\b", re.IGNORECASE)
_LITERAL = re.compile(r"'(?:[^'\\]|\\.|'')*+(?:'|\\?\Z)", re.DOTALL)

_ABOUT_THE_CALL = frozenset(
    (
        "query", "database", "query_id", "session_id", "session_timeout", "session_check", "compress",
        "decompress", "wait_end_of_query", "enable_http_compression", "client_protocol_version", "role",
        "user", "password", "default_format", "buffer_size", "quota_key", "http_zlib_compression_level",
        "send_progress_in_http_headers", "http_headers_progress_interval_ms", "async_insert_busy_timeout_ms",
        "cancel_http_readonly_queries_on_client_close", "http_write_exception_in_output_format",
    )
)  # fmt: skip
"""Arguments of a call that are no settings of the engine, or mean nothing here."""

PLAIN_FORMAT = "TabSeparated"


@dataclass(frozen=True)
class Statement:
    """One statement. `rows` are an insert's data; `format` is theirs, or the answer's."""

    text: str
    format: str
    answers: bool = False
    rows: bytes | None = None
    database: str = ""
    settings: Mapping[str, str] = field(default_factory=dict)
    parameters: Mapping[str, str] = field(default_factory=dict)


def statement_of(arguments: Mapping[str, str], body: bytes) -> Statement:
    """Read a call: the statement stands in `query`, in the body, or its beginning in the one or the other."""
    head, rows = arguments.get("query", "").encode(), body
    if not head:
        head, rows = body, b""
    insert = _INSERT.match(head)
    about = {
        "database": arguments.get("database", ""),
        "settings": {
            name: value
            for name, value in arguments.items()
            if name not in _ABOUT_THE_CALL and not name.startswith("param_")
        },
        "parameters": {name[6:]: value for name, value in arguments.items() if name.startswith("param_")},
    }
    if insert is not None:
        into, form = insert["into"].decode(), insert["format"].decode()
        return Statement(into, form, rows=head[insert.end() :] + rows, **about)  # type: ignore[arg-type]
    text = (head + rows).decode()
    text, form = _without_format(text, arguments.get("default_format", PLAIN_FORMAT))
    return Statement(text, form, answers=bool(_ANSWERS.match(text)), **about)  # type: ignore[arg-type]


def _without_format(text: str, default: str) -> tuple[str, str]:
    """The statement without its last clause that names the answer's format; literals are no clauses."""
    blank = _LITERAL.sub(lambda found: "'" + " " * (len(found[0]) - 2) + "'", text).rstrip()
    words = [word.start() for word in _FORMAT_WORD.finditer(blank)]
    found = _FORMAT.match(blank, words[-1]) if words else None
    if found is None:
        return text, default
    kept = text[: found.start()]
    if found["settings"]:
        kept += text[found.start("settings") : len(blank)]
    return kept, found["format"]
