"""Who may only read the embedded ClickHouse reads, within bounds, what is not sealed; over plain HTTP."""

import asyncio
import re
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path

import aiohttp
import pytest

from tests.architecture.tree import PROJECT
from tests.support.clickhouse import ANALYST_PASSWORD, PASSWORD, RunningClickHouse, clickhouse

DOCUMENT = (PROJECT / "docs" / "analytics.md").read_text()
LOGINS = {
    "riverrun": {"X-ClickHouse-User": "riverrun", "X-ClickHouse-Key": PASSWORD},
    "analyst": {"X-ClickHouse-User": "analyst", "X-ClickHouse-Key": ANALYST_PASSWORD},
}


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningClickHouse]:
    """One that gives the analyst two seconds and 64 megabytes, and holds sealed cards."""
    bounds = {"RIVERRUN_CLICKHOUSE_READER_SECONDS": "2", "RIVERRUN_CLICKHOUSE_READER_MEMORY_MB": "64"}
    with clickhouse(tmp_path_factory.mktemp("bounded") / "data", bounds) as running:
        client = running.client()
        client.command("CREATE TABLE sealed_cards (box String) ENGINE = MergeTree ORDER BY box")
        client.command("INSERT INTO sealed_cards VALUES ('b0c5')")
        client.command("CREATE DATABASE riverrun")
        client.command("CREATE TABLE riverrun.hands (hand UInt32) ENGINE = MergeTree ORDER BY hand")
        client.command("CREATE VIEW opened AS SELECT box FROM sealed_cards")
        client.close()
        yield running


async def ask(engine: RunningClickHouse, user: str, statement: str, **arguments: str) -> tuple[int, str]:
    """The status and the text of the answer."""
    url = f"http://127.0.0.1:{engine.port}/"
    async with (
        aiohttp.ClientSession(headers=LOGINS[user]) as http,
        http.post(url, params=arguments, data=statement.encode()) as answer,
    ):
        return answer.status, await answer.text()


@pytest.mark.parametrize("user", ["analyst", "riverrun"])
@pytest.mark.parametrize(
    "statement",
    [
        "SELECT 'mine' INTO OUTFILE '{file}' TRUNCATE",
        "SELECT 'mine' INTO OUTFILE '{file}' APPEND FORMAT CSV",
        "EXPLAIN SELECT 1 INTO OUTFILE '{file}' TRUNCATE",
        "SELECT 1 into/* a comment */outfile '{file}' TRUNCATE",
        "SELECT 'it''s \\' INTO' INTO -- where\n OUTFILE '{file}' TRUNCATE",
        "SELECT $a$ ' $a$ INTO OUTFILE '{file}' TRUNCATE -- '",
        "SELECT 1 /* a /* b */ INTO OUTFILE '{file}' TRUNCATE /* */ */",
        "SELECT 1 AS `'` INTO OUTFILE '{file}' TRUNCATE -- '",
        "SELECT 1; SELECT 2 INTO OUTFILE '{file}' TRUNCATE",
    ],
)
async def test_no_statement_writes_a_file(
    engine: RunningClickHouse, tmp_path: Path, user: str, statement: str
) -> None:
    file = tmp_path / "keys"
    file.write_text("precious")

    status, said = await ask(engine, user, statement.replace("{file}", str(file)))

    assert (status, file.read_text()) in ((403, "precious"), (400, "precious")), said


@pytest.mark.parametrize(
    "statement",
    [
        "KILL QUERY WHERE 1",
        "/* a question */ KILL QUERY WHERE 1 SYNC",
        "SYSTEM SHUTDOWN",
        "SYSTEM FLUSH LOGS",
        "SET max_execution_time = 0",
        "USE default",
        "SELECT 1; KILL QUERY WHERE 1",
        "SELECT 1 PARALLEL WITH KILL QUERY WHERE 1",
        "INSERT INTO sealed_cards FORMAT CSV\nmine",
        "SELECT * FROM file('/etc/passwd', 'LineAsString')",
        "SELECT * FROM `file` /* */ ('/etc/passwd', 'LineAsString')",
        "EXISTS TABLE default.`/etc/passwd`",
        'DESCRIBE "/etc/passwd"',
        "SELECT * FROM url('http://127.0.0.1:1/', 'LineAsString')",
        "SELECT * FROM remote('127.0.0.1', system.one)",
        "SELECT sleep(1) SETTINGS max_execution_time = 100",
        "SELECT 1 SETTINGS max_memory_usage = 0",
    ],
)
async def test_who_may_only_read_asks_one_question(engine: RunningClickHouse, statement: str) -> None:
    status, said = await ask(engine, "analyst", statement)

    assert (status, "READONLY" in said) == (403, True), said


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT * FROM sealed_cards",
        "SELECT * FROM default.`sealed_cards`",
        'SELECT * FROM "SEALED_CARDS"',
        "WITH a AS (SELECT box FROM/**/sealed_cards) SELECT * FROM a",
        "SELECT * FROM view(SELECT * FROM sealed_cards)",
        "SELECT * FROM merge('default', 'sealed')",
        "SELECT * FROM Merge(REGEXP('.*'), 'cards')",
        "SELECT * FROM mergeTreeIndex('default', 'sealed_cards')",
        "SELECT * FROM `sealed\\x5fcards`",
        "SELECT * FROM {table:Identifier}",
    ],
)
async def test_an_analyst_does_not_reach_sealed_cards(engine: RunningClickHouse, statement: str) -> None:
    status, said = await ask(engine, "analyst", statement, param_table="sealed_cards")

    assert status in (400, 403), said
    assert "b0c5" not in said


async def test_a_view_over_sealed_cards_answers(engine: RunningClickHouse) -> None:
    assert await ask(engine, "riverrun", "SELECT * FROM opened") == (200, "b0c5\n")


@pytest.mark.parametrize(
    ("statement", "answer"),
    [
        ("SELECT 'KILL; INTO OUTFILE sealed_cards' -- ; a remark", "KILL; INTO OUTFILE sealed_cards\n"),
        ("/* first */ WITH 2 AS seats SELECT seats + 1;", "3\n"),
        ("SELECT $tag$it's \\ $$ here$tag$ = 'it\\'s \\\\ $$ here'", "1\n"),
        ("SELECT `a``b`, \"c d\" FROM (SELECT 1 AS `a``b`, 2 AS \"c d\")", "1\t2\n"),
        ("(SELECT 1) UNION ALL (SELECT 1)", "1\n1\n"),
        ("SELECT sum(number) FROM numbers(10) # all of them\n WHERE number != 0", "45\n"),
        ("EXISTS TABLE nowhere", "0\n"),
        ("SELECT {who:String}, [1, 2][1], arrayMap(x -> x % 2, [1]), -1.5e1::Float64", "Ann\t1\t[1]\t-15\n"),
    ],
)  # fmt: skip
async def test_a_question_is_answered_whatever_its_words_hold(
    engine: RunningClickHouse, statement: str, answer: str
) -> None:
    assert await ask(engine, "analyst", statement, param_who="Ann") == (200, answer)


@pytest.mark.parametrize("statement", ["SHOW TABLES", "DESCRIBE TABLE opened", "EXPLAIN SELECT 1"])
async def test_an_analyst_looks_around(engine: RunningClickHouse, statement: str) -> None:
    status, said = await ask(engine, "analyst", statement)

    assert (status, bool(said)) == (200, True), said


async def test_twelve_slow_questions_keep_nobody_else_waiting(engine: RunningClickHouse) -> None:
    slow = [asyncio.create_task(ask(engine, "analyst", "SELECT sleep(1)")) for _ in range(12)]
    await asyncio.sleep(0.2)

    assert await ask(engine, "riverrun", "SELECT 1") == (200, "1\n")

    assert not all(one.done() for one in slow)
    for one in slow:
        one.cancel()
    await asyncio.gather(*slow, return_exceptions=True)


async def test_a_question_that_takes_too_long_or_too_much_fails(engine: RunningClickHouse) -> None:
    endless = "SELECT count() FROM numbers(1000000000000) WHERE sipHash64(number) = 0"
    large = "SELECT length(range(materialize(100000000)))"

    assert "TIMEOUT_EXCEEDED" in (await ask(engine, "analyst", endless, max_execution_time="600"))[1]
    assert "MEMORY_LIMIT_EXCEEDED" in (await ask(engine, "analyst", large, max_memory_usage="0"))[1]


async def test_half_an_answer_does_not_stand_before_the_next(engine: RunningClickHouse) -> None:
    status, _ = await ask(
        engine,
        "riverrun",
        "SELECT number, throwIf(number = 900000) FROM numbers(1000000)",
        max_block_size="1000",
    )

    assert status == 500
    for _ in range(4):
        assert await ask(engine, "riverrun", "SELECT 7") == (200, "7\n")


async def test_the_command_of_the_document_answers(engine: RunningClickHouse) -> None:
    found = re.search(r'curl "\$URL/(\S+)" -u analyst:PASSWORD -d "(.*)"', DOCUMENT)
    assert found is not None
    as_curl_sends_it = {
        "Authorization": f"Basic {b64encode(f'analyst:{ANALYST_PASSWORD}'.encode()).decode()}",
        "Content-Type": "application/x-www-form-urlencoded",
    }

    async with (
        aiohttp.ClientSession(headers=as_curl_sends_it) as http,
        http.post(f"http://127.0.0.1:{engine.port}/{found[1]}", data=found[2].encode()) as answer,
    ):
        assert (answer.status, "count()" in await answer.text()) == (200, True)


@pytest.mark.parametrize("arguments", [{"query_id": "a\r\nSet-Cookie: b"}, {"default_format": "a\r\nb"}])
async def test_what_no_header_may_hold_is_refused(
    engine: RunningClickHouse, arguments: dict[str, str]
) -> None:
    status, said = await ask(engine, "analyst", "SELECT 1", **arguments)

    assert (status, said.startswith("Code: ")) == (400, True)
