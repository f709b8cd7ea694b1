"""What went over a table's edge, summed by way: as its events tell, and as its club's ledger does."""

from collections import Counter
from collections.abc import Iterable

import msgspec

from riverrun.kernel.chips import Chips
from services.club.ledger.ledger_events import ChipsMoved
from services.club.ledger.moving import Move, buy_in
from services.club.ledger.pairing import RETURNED, TableSide


class MovedTotal(msgspec.Struct, frozen=True, order=True):
    """All transfers of one kind between two accounts."""

    source: str
    target: str
    reason: str
    transfers: int
    chips: Chips


def told_by_table(side: TableSide) -> list[MovedTotal]:
    """Of a table whose events were read to its end."""
    moves: list[Move] = [move for _, move in side.moves.values()]
    for transfer in side.confirmed:
        player, amount = side.reserved[transfer]
        moves.append(buy_in(transfer, player, side.table, amount))
    return _summed(moves)


def told_by_ledger(moved: Iterable[ChipsMoved]) -> list[MovedTotal]:
    """The same of a ledger; what was paid and went back came to nothing, and corrections are no table's."""
    moved = [one for one in moved if one.reason != "adjustment"]
    back = {one.transfer.removesuffix(RETURNED) for one in moved if one.transfer.endswith(RETURNED)}
    return _summed([one for one in moved if one.transfer.removesuffix(RETURNED) not in back])


def _summed(moves: Iterable[Move | ChipsMoved]) -> list[MovedTotal]:
    transfers: Counter[tuple[str, str, str]] = Counter()
    chips: Counter[tuple[str, str, str]] = Counter()
    for one in moves:
        way = (one.source, one.target, one.reason)
        transfers[way] += 1
        chips[way] += one.amount
    return sorted(MovedTotal(*way, count, chips[way]) for way, count in transfers.items())
