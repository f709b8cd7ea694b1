"""A club whose tables are followed by one process after the other; all logs are in memory."""

from collections.abc import Callable
from typing import Any

from eventsourcing.persistence import IntegrityError, StoredEvent, Tracking

from riverrun.contracts.table_events import BuyInConfirmed, PlayerStoodUp
from riverrun.kernel.identifiers import TableId
from services.club.ledger import moving
from services.club.tables import metrics
from services.club.tables.following import TableFollower
from services.club.tables.landmarks import Landmarks
from services.club.tables.places import Places
from services.club.tables.tables_log import LogCutShort, TablesLog
from tests.support.cut_log import CutLog
from tests.support.shared_log import SharedLog

CLUB, TABLE = "c1", "s0-rhine"
NO_BOOKS, ASTRAY = "c-without-books", "s0-astray"
"""A club whose ledger the log does not hold, and its table."""


class Kept:
    """Stands for the recorders of places and of landmarks."""

    def __init__(self) -> None:
        self.places: dict[str, int] = {}
        self.landmarks: list[StoredEvent] = []

    def max_tracking_id(self, name: str) -> int | None:
        return self.places.get(name)

    def insert_tracking(self, tracking: Tracking) -> None:
        if self.places.get(tracking.application_name, -1) >= tracking.notification_id:
            raise IntegrityError
        self.places[tracking.application_name] = tracking.notification_id

    def insert_events(self, events: list[StoredEvent]) -> None:
        self.landmarks = events

    def select_events(self, _name: str, **_: Any) -> list[StoredEvent]:
        return self.landmarks


class Directory:
    """All tables are one club's, but for one."""

    def catch_up(self) -> None:
        """Nothing is behind."""

    def club_of(self, table: TableId) -> str:
        return NO_BOOKS if table == ASTRAY else CLUB


async def at_once(work: Callable[[], Any]) -> Any:
    return work()


class House:
    """Ann has 500 on their way to the table; processes follow it one after the other."""

    def __init__(self) -> None:
        self.log, self.kept, self.chips = CutLog(), Kept(), SharedLog()
        self.ledgers = self.chips.process()
        self.ledgers.open(CLUB, "play", 0)
        granted = moving.grant(self.chips.ledger(CLUB).books, "g1", "ann", 500, "own", "welcome")
        for move in (granted, moving.buy_in("b1", "ann", TABLE, 500)):
            self.ledgers.move(CLUB, move, 0)
        self.told_before = metrics.CUT_SHORT._value.get()

    def process(self) -> TableFollower:
        api: Any = self.log
        kept: Any = self.kept
        nothing: Any = Directory()
        in_thread: Any = at_once
        return TableFollower(
            TablesLog(api),
            nothing,
            nothing,
            self.chips.process(),
            Places(kept),
            Landmarks(kept),
            in_thread,
            lambda: 60_000 * len(self.log.messages),
        )

    async def followed_by(self, process: TableFollower) -> None:
        """As `run` does, until there is nothing more."""
        for _ in range(3):
            try:
                if process.place < 0:
                    await process._begin()
                while await process.step():
                    pass
            except LogCutShort:
                metrics.CUT_SHORT.inc()
                process._forget()

    def seated(self) -> None:
        self.log.tell(TABLE, BuyInConfirmed("b1", 1, 500))

    def brought_home(self, transfer: str, amount: int, table: TableId = TABLE) -> None:
        self.log.tell(table, PlayerStoodUp(1, "ann", transfer, amount))

    def balance(self, account: str) -> int:
        return self.ledgers.of(CLUB).read(lambda books: books.balance(account))

    @property
    def told(self) -> int:
        return int(metrics.CUT_SHORT._value.get() - self.told_before)

    @property
    def place(self) -> int:
        return Places(self.kept).stored()  # type: ignore[arg-type]
