"""All clubs' ledgers in this process, and what is asked of them."""

from functools import partial
from threading import Lock

from eventsourcing.persistence import IntegrityError, PersistenceError

from services.club.ledger import moving, refusals
from services.club.ledger.application import LedgerApplication
from services.club.ledger.asked import Done, LedgerAway
from services.club.ledger.exposure import ReleaseAsked, release
from services.club.ledger.ledger import Ledger
from services.club.ledger.ledger_events import LedgerKind, LedgerOpened
from services.club.ledger.moving import Move


class Ledgers:
    """Opens and finds ledgers. Blocks; raises refusals and `LedgerAway`."""

    def __init__(self, application: LedgerApplication) -> None:
        self._application = application
        self._lock = Lock()
        self._known: dict[str, Ledger] = {}

    def open(self, club: str, kind: LedgerKind, now_ms: int) -> None:
        """Begin a club's books, if it has none. Raises `LedgerExists` for books of another kind."""
        try:
            self._application.loop.call(self._application.record(club, 0, [LedgerOpened(club, kind, now_ms)]))
        except IntegrityError:
            if self.of(club).read(lambda books: books.kind) != kind:
                raise refusals.LedgerExists from None
        except (PersistenceError, TimeoutError) as error:
            raise LedgerAway(str(error)) from error

    def of(self, club: str) -> Ledger:
        """A club's ledger."""
        with self._lock:
            found = self._known.get(club)
            if found is None:
                found = self._known[club] = Ledger(club, self._application)
            return found

    def move(self, club: str, asked: Move, now_ms: int) -> Done:
        """Make a transfer, once."""
        return self.of(club).decide(partial(moving.decided, asked, now_ms), asked.transfer)

    def release(self, club: str, asked: ReleaseAsked, now_ms: int) -> None:
        """Let go what is held for a hand that is over, once."""
        self.of(club).decide(lambda books, _: release(asked, books.exposures, now_ms))
