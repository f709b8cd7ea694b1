"""Log lines are readable by people and machines, and name no card."""

import io
import json
import logging
from collections.abc import Iterator

import pytest
import structlog

from riverrun.runtime.telemetry.logging import LogSettings, configure_logging
from riverrun.runtime.telemetry.secrets import traceback_of


@pytest.fixture(autouse=True)
def _logging_as_before() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    logging.captureWarnings(capture=False)
    structlog.reset_defaults()


def lines_of(output: io.StringIO) -> list[dict[str, object]]:
    return [json.loads(line) for line in output.getvalue().splitlines()]


def test_a_json_line_bears_the_service_the_level_and_the_time() -> None:
    output = io.StringIO()
    configure_logging("evaluator", LogSettings(format="json"), output)

    structlog.get_logger("any").info("ready", address="127.0.0.1:7301")

    (line,) = lines_of(output)
    assert line.pop("timestamp")
    assert line == {"service": "evaluator", "level": "info", "event": "ready", "address": "127.0.0.1:7301"}


def test_a_librarys_line_takes_the_same_road() -> None:
    output = io.StringIO()
    configure_logging("evaluator", LogSettings(format="json"), output)

    logging.getLogger("grpc").warning("connection %s", "lost")
    logging.getLogger("grpc").debug("chatter")

    assert [(line["service"], line["event"]) for line in lines_of(output)] == [
        ("evaluator", "connection lost")
    ]


def test_a_console_line_is_plain_where_no_person_watches_and_coloured_on_request() -> None:
    for colour, escapes in (("auto", False), ("always", True), ("never", False)):
        output = io.StringIO()
        configure_logging("table", LogSettings(colour=colour), output)  # type: ignore[arg-type]

        structlog.get_logger("any").info("ready")

        assert ("\x1b[" in output.getvalue()) is escapes
        assert "ready" in output.getvalue()


def test_a_field_that_promises_a_secret_is_withheld() -> None:
    output = io.StringIO()
    configure_logging("table", LogSettings(format="json"), output)

    structlog.get_logger("any").info("dealt", holes=["AhKh"], seat=3)

    (line,) = lines_of(output)
    assert (line["holes"], line["seat"]) == ("(withheld)", 3)


def test_a_traceback_says_where_but_not_what_the_cards_were() -> None:
    output = io.StringIO()
    configure_logging("table", LogSettings(format="json"), output)

    holes: dict[str, int] = {}
    try:
        holes["AhKh"]
    except KeyError:
        structlog.get_logger("any").exception("crashed")
        logging.getLogger("asyncio").exception("crashed")

    for line in lines_of(output):
        assert "AhKh" not in str(line["exception"]).replace('holes["AhKh"]', "")  # its source line
        assert str(line["exception"]).endswith("builtins.KeyError: (withheld)")


def test_an_error_from_outside_keeps_its_words_and_what_it_came_from() -> None:
    error = OSError("address in use")
    error.__cause__ = ValueError("7c2d")

    written = traceback_of(error)

    assert "ValueError: (withheld)\n\nwhich led to" in written
    assert written.endswith("builtins.OSError: address in use")
