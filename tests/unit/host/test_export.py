"""A finished hand is exported as it was dealt, whatever the table's options are by then (R11.4)."""

from dataclasses import dataclass
from typing import Any

import pytest
from msgspec.structs import replace

from riverrun.contracts.commits import Commit
from riverrun.contracts.table_commands import ChangeOptions, PauseTable
from riverrun.holdem.hand_verdict import HandProven, check_hand_proof
from riverrun.holdem.state import Betting
from riverrun.kernel.identifiers import TableId
from services.table.codec import codec
from services.table.host.export import HandExport
from tests.support.live_table import MemoryLog
from tests.support.seated_table import SMALL, SeatedTable, seated_table


@dataclass(frozen=True)
class Logged:
    seq: int
    commit: Commit


class ReadFromMemory:
    """Reads the commits that a table's log keeps."""

    def __init__(self, log: MemoryLog) -> None:
        self._log = log

    async def first_of_hand(self, table: TableId, hand: int) -> Logged | None:
        return next(
            (Logged(at, one) for at, one in enumerate(self._log.commits, 1) if one.hand == hand), None
        )

    async def next_from(self, table: TableId, seq: int) -> Logged | None:
        return Logged(seq, self._log.commits[seq - 1]) if seq <= len(self._log.commits) else None


async def exported(table: SeatedTable, hand: int) -> dict[str, Any]:
    hosted = table.hosted.table
    export = HandExport(ReadFromMemory(table.log), codec, table.ring)  # type: ignore[arg-type] # reads the same
    return await export.export(hosted.table, hosted.seats, hand, "ann")


async def a_hand_to_the_river(burn_cards: bool) -> tuple[SeatedTable, int]:
    """The table is paused once the hand is over."""
    table = await seated_table("ann", "bob", "cat", config=replace(SMALL, burn_cards=burn_cards))
    hand = table.hand.hand
    await table.ask("owner", PauseTable())
    while table.hosted.table.hand is not None:
        if isinstance(table.hand.phase, Betting):
            await table.acts()
        await table.settle()
    return table, hand


@pytest.mark.parametrize("burned", [False, True])
async def test_a_hand_stays_proven_when_the_owner_burns_cards_from_now_on_or_no_more(burned: bool) -> None:
    table, hand = await a_hand_to_the_river(burn_cards=burned)

    changed = await table.ask(
        "owner", ChangeOptions(replace(table.hosted.table.config, burn_cards=not burned))
    )

    assert not changed.code
    file = await exported(table, hand)
    verdict = check_hand_proof(file)
    assert isinstance(verdict, HandProven), verdict
    assert file["burn_cards"] is burned
    assert len([card for card in verdict.cards if card.where in ("flop", "turn", "river")]) == 5


async def test_where_all_fold_before_the_flop_no_card_was_burned() -> None:
    table = await seated_table("ann", "bob", "cat", config=replace(SMALL, burn_cards=True))
    hand = table.hand.hand
    await table.next_hand()

    file = await exported(table, hand)

    assert isinstance(check_hand_proof(file), HandProven)
    assert file["burn_cards"] is False
