"""Services' lines as a person reads them: one line each, quiet unless something is wrong."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console

from console.supervisor import log_file
from console.supervisor.log_file import LogFile
from console.supervisor.log_line import parsed
from console.supervisor.screen import Screen


def test_a_services_line_keeps_what_it_says_and_its_details() -> None:
    line = parsed('{"service": "table", "event": "append_stalled", "level": "warning", "waited_s": 1.5}')

    assert (line.level, line.says, line.details) == ("warning", "append_stalled", (("waited_s", "1.5"),))
    assert line.shown("table").plain.split() == ["table", "append_stalled", "waited_s=1.5"]


def test_of_a_traceback_only_the_error_is_shown() -> None:
    trace = 'File "x.py", line 1, in deal\n    boom()\nbuiltins.LookupError: (withheld)\n'
    line = parsed(json.dumps({"event": "crashed", "level": "error", "exception": trace}))

    assert line.details == (("error", "builtins.LookupError: (withheld)"),)


def test_nats_servers_own_lines_are_understood() -> None:
    warning = parsed("[4242] 2026/11/29 21:07:49.123456 [WRN] Slow consumer")
    assert (warning.level, warning.time, warning.says) == ("warning", "21:07:49", "Slow consumer")
    assert not parsed("[4242] 2026/11/29 21:07:49.1 [INF] Server is ready").loud
    assert not parsed("[4242] 2026/11/29 21:07:49.1 [WRN] Plaintext passwords detected, use nkeys").loud
    outdated = "Filestore [KV_leases] TTL state is outdated; attempting to recover"
    assert not parsed(f"[4242] 2026/11/29 21:07:49.1 [WRN] {outdated}").loud
    refused = '"LOG/user:table" - Publish Violation - Subject'
    assert not parsed(f'[4242] 2026/11/29 21:07:49.1 [ERR] {refused} "_R_.A1bD4z.RsZBPr"').loud
    assert parsed(f'[4242] 2026/11/29 21:07:49.1 [ERR] {refused} "tables.s0.1"').loud


def test_that_tables_were_taken_over_is_worth_seeing() -> None:
    taken = {"event": "tables_taken_over", "level": "info", "tables": 2, "took_ms": 12}

    assert parsed(json.dumps(taken)).loud
    assert not parsed(json.dumps({**taken, "tables": 0})).loud


def test_a_players_name_cannot_steer_the_terminal() -> None:
    line = parsed(json.dumps({"event": "sat_down", "level": "info", "name": "\x1b[2JAda\r\n"}))
    assert line.details == (("name", " [2JAda  "),)


def test_the_screen_is_quiet_unless_something_is_wrong_or_all_is_asked_for() -> None:
    info, warning = '{"event": "dealt", "level": "info"}', '{"event": "stalled", "level": "warning"}'
    for verbose, expected in ((False, ["stalled"]), (True, ["dealt", "stalled"])):
        written = io.StringIO()
        screen = Screen(Console(file=written), verbose)
        screen.hear("table", info)
        screen.hear("table", warning)
        assert [line.split()[-1] for line in written.getvalue().splitlines()] == expected


def test_what_is_said_many_times_is_shown_once_in_a_while() -> None:
    written = io.StringIO()
    screen = Screen(Console(file=written), verbose=False)
    for attempt in range(5):
        screen.hear("table", json.dumps({"event": "nats_error", "level": "warning", "attempt": attempt}))
        screen.hear("gateway", json.dumps({"event": "nats_error", "level": "warning"}))

    assert [line.split()[0] for line in written.getvalue().splitlines()] == ["table", "gateway"]


def test_the_screen_goes_silent_when_nobody_reads() -> None:
    code = (
        "import sys, time; from console.supervisor.screen import LastingConsole, Screen\n"
        "screen = Screen(LastingConsole(), verbose=False); screen.say('first'); sys.stdin.read()\n"
        "screen.say('second'); screen.say('third'); print('still here', file=sys.stderr)"
    )
    command = [sys.executable, "-c", code]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as speaker:
        assert speaker.stdin is not None
        assert speaker.stdout is not None
        assert speaker.stderr is not None
        assert "first" in speaker.stdout.readline()
        speaker.stdout.close()
        speaker.stdin.close()
        assert speaker.stderr.read() == "still here\n"
    assert speaker.returncode == 0


def write(log: LogFile, text: bytes) -> None:
    """As a service does."""
    log.writer.write(text)
    log.writer.flush()


def test_a_log_file_gives_whole_lines_as_they_are_added(tmp_path: Path) -> None:
    (tmp_path / "table.log").write_text("from an earlier run\n")
    log = LogFile(tmp_path / "table.log")
    write(log, b"one\ntwo")
    assert log.new_lines() == ["one"]

    write(log, b"!\n")
    assert log.new_lines() == ["two!"]
    assert log.new_lines() == []
    assert log.last_lines(2) == ["one", "two!"]
    log.close()


def test_a_large_log_file_is_turned_over(tmp_path: Path, monkeypatch: object) -> None:
    log = LogFile(tmp_path / "table.log")
    original, log_file.LARGE = log_file.LARGE, 10
    try:
        write(log, b"a long first line\n")
        assert log.new_lines() == ["a long first line"]
        write(log, b"next\n")
        assert log.new_lines() == ["next"]
    finally:
        log_file.LARGE = original
        log.close()
    assert (tmp_path / "table.old.log").read_text() == "a long first line\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no disk that is always full")
def test_a_large_log_file_without_room_for_an_older_one_goes_on_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_file, "LARGE", 10)
    (tmp_path / "table.old.log").symlink_to("/dev/full")
    log = LogFile(tmp_path / "table.log")
    write(log, b"a long first line\n")

    assert log.new_lines() == ["a long first line"]
    write(log, b"next\n")
    assert log.new_lines() == ["next"]

    log.close()
    assert not (tmp_path / "table.old.log").exists()


def test_that_history_is_made_again_and_how_far_it_has_come_is_worth_seeing() -> None:
    # After an update it told so in its own log alone, and figures were short for minutes without a word.
    begun = '{"event": "made_again_from_the_log", "level": "info", "database": "riverrun"}'
    on_its_way = '{"event": "catching_up", "level": "info", "position": 5000, "lag": 90000, "rate": 41000}'

    assert parsed(begun).loud
    assert parsed(on_its_way).loud
    assert "lag=90000" in parsed(on_its_way).shown("history").plain
    assert parsed('{"event": "caught_up", "level": "info", "position": 95000}').loud
