"""Holds every operation of a storm against the log, and the books against a model of what was acknowledged.

The model is reckoned from the operations and the tables' own histories; it believes the ledger in nothing but
whether something of unknown outcome was made.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import TableId, TransferId
from services.club.ledger.accounts import REVENUE, Account, at_table, member, pending
from services.club.ledger.ledger_events import ChipsMoved
from tests.chaos.storm.clubs import StormClub
from tests.chaos.storm.operations import AT_THE_CLUB, Came, Legs, Operation, legs_of, transfer_of
from tests.chaos.storm.stored import StoredClub

MAY_STAND: dict[Came, tuple[int, ...]] = {"done": (1,), "refused": (0,), "unknown": (0, 1), "asked": ()}
"""How often an operation may stand in the log, by what came of it."""


def judge(
    club: StormClub, operations: Iterable[Operation], stored: StoredClub, told: dict[Account, Chips]
) -> list[str]:
    """What is wrong with one club; `told` are the balances as the service itself has them."""
    mine = [one for one in operations if one.club == club.club]
    wanted = {**_of_the_club(club, mine, stored), **_of_the_tables(stored)}
    modelled = model(wanted.values(), stored.raked())
    return [
        *_how_often(club, mine, stored),
        *_as_wanted(wanted, stored.moved),
        *_unlike("in the log", modelled, balances(stored.moved)),
        *_unlike("as the club says", modelled, told),
        *_at_rest(stored),
    ]


def model(moved: Iterable[Legs], raked: dict[TableId, Chips]) -> dict[Account, Chips]:
    """What each account must hold; empty ones are left out. Rake leaves a table hand by hand."""
    held: Counter[Account] = Counter()
    for one in moved:
        held[one.source] -= one.amount
        held[one.target] += one.amount
    for table, amount in raked.items():
        held[at_table(table)] -= amount
        held[REVENUE] += amount
    return {account: balance for account, balance in held.items() if balance}


def balances(moved: Iterable[ChipsMoved]) -> dict[Account, Chips]:
    """What the ledger's own transfers come to."""
    held: Counter[Account] = Counter()
    for one in moved:
        held[one.source] -= one.amount
        held[one.target] += one.amount
    return {account: balance for account, balance in held.items() if balance}


def _how_often(club: StormClub, mine: Iterable[Operation], stored: StoredClub) -> Iterator[str]:
    transfers = Counter(one.transfer for one in stored.moved)
    commands = Counter(
        (table, one.commit.actor, one.commit.command)
        for table, history in stored.histories.items()
        for one in history.commits
    )
    for one in mine:
        transfer, command = transfer_of(one, club.owner), (one.table, one.player, one.id)
        times = transfers[transfer] if one.kind in AT_THE_CLUB else commands[command]
        if times not in MAY_STAND[one.came]:
            yield f"{one.came}, and {times} times in the log: {one}"


def _of_the_club(club: StormClub, mine: Iterable[Operation], stored: StoredClub) -> dict[TransferId, Legs]:
    """Acknowledged transfers, and those of unknown outcome that were made."""
    made = {one.transfer for one in stored.moved}
    at_the_club = {transfer_of(one, club.owner): one for one in mine if one.kind in AT_THE_CLUB}
    return {
        transfer: legs_of(one)
        for transfer, one in at_the_club.items()
        if one.came == "done" or (one.came == "unknown" and transfer in made)
    }


def _of_the_tables(stored: StoredClub) -> dict[TransferId, Legs]:
    """What tables' events mean for the ledger, rake left aside."""
    wanted: dict[TransferId, Legs] = {}
    confirmed, paid = stored.confirmed(), {one.transfer for one in stored.moved}
    for transfer, one in stored.reserved().items():
        table, account = transfer.partition(".")[0], member(one.player)
        if transfer not in confirmed and transfer not in paid:
            continue
        wanted[transfer] = Legs(account, pending(table), one.amount, "buy_in")
        if transfer in confirmed:
            wanted[f"{transfer}.seated"] = Legs(pending(table), at_table(table), one.amount, "seated")
        else:
            back = Legs(pending(table), account, one.amount, "buy_in_returned")
            wanted[f"{transfer}.returned"] = back
    for left in stored.left():
        table = left.transfer.partition(".")[0]
        wanted[left.transfer] = Legs(at_table(table), member(left.player), left.amount, "cash_out")
    return wanted


def _as_wanted(wanted: dict[TransferId, Legs], moved: Iterable[ChipsMoved]) -> Iterator[str]:
    """Each once and as asked; nothing else but rake."""
    missing = dict(wanted)
    for one in moved:
        found = Legs(one.source, one.target, one.amount, one.reason)
        if one.reason != "rake" and missing.pop(one.transfer, None) != found:
            yield f"twice, or nobody's: {one.transfer} {found}, wanted {wanted.get(one.transfer)}"
    for transfer, legs in missing.items():
        yield f"missing: {transfer} {legs}"


def _unlike(where: str, wanted: dict[Account, Chips], held: dict[Account, Chips]) -> Iterator[str]:
    for account in sorted({*wanted, *held}):
        if wanted.get(account, 0) != held.get(account, 0):
            yield f"{account} holds {held.get(account, 0)} {where}, {wanted.get(account, 0)} by the model"


def _at_rest(stored: StoredClub) -> Iterator[str]:
    """All have left, so every reservation has come to something."""
    open_ = stored.reserved().keys() - stored.confirmed() - stored.turned_down()
    if open_:
        yield f"reserved, and neither confirmed nor refused: {sorted(open_)}"
