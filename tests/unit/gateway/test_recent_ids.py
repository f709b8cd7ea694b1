"""One id, one command."""

import pytest

from riverrun.contracts.client_messages import ActMessage, CommandMessage
from services.gateway.recent_ids import IDS_A_PLAYER, RecentIds
from services.gateway.refusals import IdReused


def call(id_: str, turn: int = 1) -> CommandMessage:
    return ActMessage(id=id_, table="s0-test", hand=1, turn=turn, do="call")


def test_a_repeated_command_is_welcome() -> None:
    ids = RecentIds()

    ids.note("ann", call("1"))
    ids.note("ann", call("1"))


def test_another_command_under_the_same_id_is_refused() -> None:
    ids = RecentIds()
    ids.note("ann", call("1"))

    with pytest.raises(IdReused):
        ids.note("ann", call("1", turn=2))


def test_players_do_not_share_ids() -> None:
    ids = RecentIds()

    ids.note("ann", call("1"))
    ids.note("bob", call("1", turn=2))


def test_only_the_last_ids_are_remembered() -> None:
    ids = RecentIds()
    for number in range(IDS_A_PLAYER + 1):
        ids.note("ann", call(str(number)))

    ids.note("ann", call("0", turn=2))
