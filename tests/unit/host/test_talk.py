"""People talk at a table, at a pace, unless they are muted; spectators look on (R10.4, R10.5)."""

import msgspec
from msgspec.structs import replace

from riverrun.contracts.table_commands import MutePlayer, Say, View
from riverrun.contracts.talk import Said
from riverrun.contracts.views import Snapshot
from tests.support.seated_table import SMALL, SeatedTable, seated_table


def said(table: SeatedTable) -> list[Said]:
    talk = [one for one in table.outlet.sent if one.subject == f"talk.{table.hosted.id}"]
    return [msgspec.json.decode(one.data, type=Said) for one in talk]


async def code(table: SeatedTable, player: str, command: Say, id_: str = "") -> str:
    return (await table.ask(player, command, id_)).code


async def test_what_is_said_is_published_and_leaves_no_trace_in_the_log() -> None:
    table = await seated_table("ann", "bob")
    before = len(table.log.commits)

    assert not await code(table, "ann", Say("chat", " nice hand "))
    assert not await code(table, "ann", Say("emoji", "clap"))
    assert not await code(table, "bob", Say("throw", "tomato", table.seat_of("ann").seat))

    assert [(one.player, one.kind, one.text) for one in said(table)] == [
        ("ann", "chat", "nice hand"),
        ("ann", "emoji", "clap"),
        ("bob", "throw", "tomato"),
    ]
    assert len(table.log.commits) == before


async def test_a_message_sent_twice_is_said_once() -> None:
    table = await seated_table("ann", "bob")
    for _ in range(3):
        assert not await code(table, "ann", Say("chat", "hello"), "once")

    assert len(said(table)) == 1


async def test_so_many_at_once_and_then_one_every_two_seconds() -> None:
    table = await seated_table("ann", "bob")
    codes = [await code(table, "ann", Say("chat", f"{number}")) for number in range(6)]
    assert codes == ["", "", "", "", "", "too_much_talk"]
    assert not await code(table, "bob", Say("chat", "each at his own pace"))

    table.clock.ms += 2_000
    assert not await code(table, "ann", Say("chat", "again"))
    assert await code(table, "ann", Say("chat", "and again")) == "too_much_talk"


async def test_the_owner_mutes_and_lets_speak_again() -> None:
    table = await seated_table("ann", "bob")
    assert (await table.ask("bob", MutePlayer("ann"))).code == "not_allowed"
    assert not (await table.ask("owner", MutePlayer("ann"))).code
    assert await code(table, "ann", Say("chat", "hello")) == "muted"

    table.restart()
    assert await code(table, "ann", Say("chat", "hello")) == "muted", "it is an event"
    assert not (await table.ask("owner", MutePlayer("ann", muted=False))).code
    assert not await code(table, "ann", Say("chat", "hello"))


async def test_who_may_talk_is_an_option_of_the_table() -> None:
    for mode, ann, sue in (
        ("off", "talk_off", "talk_off"),
        ("seated", "", "not_seated"),
        ("everyone", "", ""),
    ):
        table = await seated_table("ann", "bob", config=replace(SMALL, talk=mode))
        assert await code(table, "ann", Say("chat", "hello")) == ann
        assert await code(table, "sue", Say("chat", "hello")) == sue


async def test_only_what_there_is_can_be_said_or_thrown() -> None:
    table = await seated_table("ann", "bob")
    for wrong in (
        Say("chat", " "),
        Say("chat", "x" * 201),
        Say("chat", "a\nb"),
        Say("emoji", "no_such_one"),
        Say("throw", "tomato"),
        Say("throw", "tomato", 6),
        Say("throw", "piano", 1),
    ):
        assert await code(table, "ann", wrong) == "nothing_said"


async def test_a_spectator_sees_the_public_view_and_nobodys_cards() -> None:
    table = await seated_table("ann", "bob")
    reply = await table.ask("sue", View())
    seen = msgspec.json.decode(reply.result, type=Snapshot)

    assert seen.channel == "public"
    assert seen.view is not None
    assert seen.view.you is None
    assert [seat.cards for seat in seen.view.seats] == ["", ""]
