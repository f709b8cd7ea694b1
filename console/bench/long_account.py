"""An account of many entries in a real log, written by the ledger's own code; its folder may be kept."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import islice

import msgspec

from console.bench.club_process import ClubProcess
from console.bench.throwaway_log import ThrowawayServer
from riverrun.pb.club.v1 import club_pb2 as pb
from riverrun.runtime.nats.users import CLUB
from services.club.ledger.accounts import MINT, Account, member
from services.club.ledger.application import LedgerApplication, environment
from services.club.ledger.ledgers import Ledgers
from services.club.ledger.moving import Move

OWNER = "owner"
REGULAR: Account = member("regular")
OTHERS = 5_000
"""Accounts beside it: a ledger starts from all of them."""
ASKING = 32
TOLD_EVERY = 1_000
NOTE = "long_account.json"


class LongAccount(msgspec.Struct, frozen=True):
    """Whose club it is in, and how many entries it had when it was filled."""

    club: str
    entries: int


async def long_account(
    server: ThrowawayServer, entries: int, tell: Callable[[int, int], None]
) -> LongAccount:
    """An account with so many entries; a folder that was filled once is taken as it is."""
    note = server.folder / NOTE
    if note.exists():
        return msgspec.json.decode(note.read_bytes(), type=LongAccount)
    async with ClubProcess.running(server) as process:
        wish = pb.By(player=OWNER, command="found")
        asked = pb.FoundRequest(by=wish, name="Long Account", kind=pb.KIND_PLAY, owner_name="Owner")
        club = (await process.clubs.Found(asked, timeout=ClubProcess.PATIENCE_S)).club
    await asyncio.to_thread(_fill, server, club, entries, tell)
    filled = LongAccount(club, entries)
    note.write_bytes(msgspec.json.encode(filled))
    return filled


def _fill(server: ThrowawayServer, club: str, entries: int, tell: Callable[[int, int], None]) -> None:
    password = server.passwords[CLUB.password_variable]
    application = LedgerApplication(environment(CLUB, password, (server.url,)))
    ledgers, total = Ledgers(application), OTHERS + entries
    numbers = iter(range(total))

    def work(_: int) -> None:
        # One iterator for all threads: its steps are atomic.
        while some := list(islice(numbers, 1)):
            ledgers.move(club, _transfer(some[0]), some[0])
            if some[0] % TOLD_EVERY == 0:
                tell(some[0], total)

    try:
        with ThreadPoolExecutor(ASKING) as pool:
            list(pool.map(work, range(ASKING)))
    finally:
        application.close()


def _transfer(number: int) -> Move:
    """A grant to each of the others, then one to the regular again and again, every third taken back."""
    transfer = f"by.{OWNER}.filled-{number}"
    if number < OTHERS:
        return Move(transfer, MINT, member(f"other-{number}"), 100, "grant", OWNER, "bench")
    if number % 3 == 0 and number > OTHERS + ASKING * 3:
        return Move(transfer, REGULAR, MINT, 100, "take_back", OWNER, "bench")
    return Move(transfer, MINT, REGULAR, 100, "grant", OWNER, "bench")
