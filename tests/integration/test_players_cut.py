"""Clients cut the decks of a real table by themselves, and prove it from the exported hand (R11.4)."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

from msgspec.structs import replace

from riverrun.client import RiverrunClient
from riverrun.holdem.hand_verdict import HandProven, check_hand_proof
from tests.support.gateway import running_gateway
from tests.support.nats_server import NatsServers
from tests.support.patience import LONG_S
from tests.support.regulars import at_play, come_in, open_a_table
from tests.support.table_process import UNHURRIED, TableProcesses

CUT = replace(
    UNHURRIED, players_cut=True, clocks=replace(UNHURRIED.clocks, between_hands_ms=200, cut_ms=10_000)
)
HANDS = 5


async def test_players_clients_cut_every_deck_and_each_proves_its_part(
    one_server: NatsServers, tmp_path: Path
) -> None:
    async with (
        TableProcesses(one_server, tmp_path).hosting(),
        running_gateway(one_server) as gateway,
        AsyncExitStack() as stack,
        asyncio.timeout(LONG_S),
    ):
        table = await open_a_table(stack, gateway.url, CUT)
        regulars = await come_in(stack, gateway.url, table, count=3)

        async with at_play(*regulars) as playing:
            await playing.goes_on(HANDS)

        ann = await stack.enter_async_context(RiverrunClient(gateway.url))
        await ann.login_guest("Ann")
        own = regulars[0].table.cutting
        told = [hand for hand in sorted(regulars[0].hands) if own.nonce(hand)]
        assert len(told) >= 2
        assert all(regular.table.cutting.doubts == {} for regular in regulars)
        file = await ann.hand(table, told[0])
        verdict = check_hand_proof(file)
        assert isinstance(verdict, HandProven), verdict
        assert file["format"] == "riverrun-hand/2"
        assert own.nonce(told[0]) in [one["nonce"] for one in file["cut"]]
