"""A table that rolled: all commits of the id that ended, and the first ones of the next."""

from riverrun.contracts.commits import COMMIT_FORMAT, Commit
from riverrun.contracts.operator_commands import OrderRequest, RollTable
from riverrun.contracts.table_commands import Reply
from riverrun.contracts.table_events import TableEvent
from services.table.codec import codec
from services.table.decide import operating, rolling
from services.table.decide.facts import Facts
from services.table.host.mailbox import Ordered
from tests.support.seated_table import SeatedTable, seated_table


async def rolled_table(*players: str) -> SeatedTable:
    """An operator has ordered it, and the hand in progress was played to its end."""
    table = await seated_table(*players)
    order = OrderRequest("roll", "zoe", RollTable("month"))
    assert table.actor.post(Ordered(order, _unheard, table.clock.ms))
    await table.settle()
    while table.hosted.table.rolled is None:
        await table.acts("fold")
        await table.settle()
    return table


async def _unheard(reply: Reply) -> None:
    assert not reply.code, reply


async def rolled_life(*players: str) -> tuple[list[Commit], list[Commit]]:
    """As they stand in the log."""
    table = await rolled_table(*players)
    draft = rolling.successor(table.hosted.table)
    for event in operating.take_over(draft.table, "host", 0, Facts(table.clock.ms)).events:
        draft.record(event)
    return list(table.log.commits), [commit_of(draft.table.table, draft.events, table.clock.ms)]


def commit_of(table: str, events: list[TableEvent], at_ms: int) -> Commit:
    """A table's first commit."""
    stored = codec.encode_all(events)
    return Commit(
        format=COMMIT_FORMAT,
        table=table,
        first_version=1,
        command="carried",
        actor="table",
        at_ms=at_ms,
        trace="",
        hand=0,
        events=stored,
    )
