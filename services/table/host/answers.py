"""Replies: accepted, refused, and the table as the asker may see it."""

import msgspec

from riverrun.contracts.refusals import Refusal
from riverrun.contracts.table_commands import Reply, View
from riverrun.contracts.views import TableView
from riverrun.holdem.state import seat_of
from riverrun.holdem.view import view_of
from riverrun.kernel.identifiers import CommandId, PlayerId, TableId
from services.table.host.hosted import HostedTable
from services.table.host.record import Receipt, receipt_of

_encode = msgspec.json.encode


class _Snapshot(msgspec.Struct, frozen=True, omit_defaults=True):
    """`Snapshot` of the contracts, with messages as they were sent."""

    feed: str
    version: int
    channel: str
    now_ms: int
    view: TableView | None = None
    missed: tuple[msgspec.Raw, ...] = ()
    rolled_to: TableId = ""


def accepted(hosted: HostedTable, actor: PlayerId, command: CommandId) -> Reply:
    """The command is in the log; `seat` is the one it gave."""
    receipt = known(hosted, actor, command)
    seat = 0 if receipt is None else receipt.seat
    return Reply(result=msgspec.Raw(_encode({"seat": seat} if seat else {})))


def refused(refusal: Refusal) -> Reply:
    """Nothing changed."""
    return Reply(refusal.code, str(refusal), refusal.details)


def failed(code: str, message: str) -> Reply:
    """Something other than a rule stands in the way."""
    return Reply(code, message)


def known(hosted: HostedTable, actor: PlayerId, command: CommandId) -> Receipt | None:
    """What this very command gave, if it was accepted lately: a repeated one gets its first answer (R4.9)."""
    return receipt_of(hosted.record, actor, command)


def view(hosted: HostedTable, player: PlayerId, query: View, now_ms: int) -> Reply:
    """All of the table, or only the messages missed since `query.since` of the same feed."""
    seated = seat_of(hosted.table, player) is not None
    viewer = player if seated else None
    feeds = hosted.feeds
    missed = feeds.since(viewer, query.since) if query.feed == feeds.epoch and query.since else None
    snapshot = _Snapshot(
        feed=feeds.epoch,
        version=feeds.version(viewer),
        channel="player" if seated else "public",
        now_ms=now_ms,
        view=view_of(hosted.table, hosted.sight(player)) if missed is None else None,
        missed=tuple(msgspec.Raw(message) for message in missed or ()),
        rolled_to="" if hosted.table.rolled is None else hosted.table.rolled.successor,
    )
    return Reply(result=msgspec.Raw(_encode(snapshot)))
