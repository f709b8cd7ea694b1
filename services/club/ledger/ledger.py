"""One club's ledger for threads that block; its books are kept in the loop thread (`bookkeeper`)."""

from collections.abc import Callable, Coroutine
from concurrent.futures import CancelledError
from typing import Any, TypeVar

from riverrun.kernel.identifiers import TransferId
from services.club.ledger.application import LedgerApplication
from services.club.ledger.asked import Asked, Decide, Done, LedgerAway
from services.club.ledger.bookkeeper import Bookkeeper
from services.club.ledger.books import Books
from services.club.ledger.ledger_events import ChipsMoved

T = TypeVar("T")


class Ledger:
    """A club's ledger. Blocks; raises refusals and `LedgerAway`."""

    def __init__(self, club: str, application: LedgerApplication) -> None:
        self._loop = application.loop
        self._bookkeeper = Bookkeeper(club, application)
        self._is_open = False

    def decide(self, decide: Decide, transfer: TransferId | None = None) -> Done:
        """Make a decision, once for a transfer's id, and record what follows from it."""
        asked = Asked(decide, transfer)
        self._bookkeeper.ask(asked)
        return asked.answer()

    def read(self, look: Callable[[Books], T]) -> T:
        """Look at the books, with what others wrote."""
        return self._answer(self._bookkeeper.read(look))

    def require_open(self) -> None:
        """Raises `UnknownLedger`."""
        if not self._is_open:
            self._answer(self._bookkeeper.require_open())
            self._is_open = True

    def transfer(self, transfer: TransferId) -> ChipsMoved | None:
        """The transfer that has this id."""
        return self._answer(self._bookkeeper.transfer(transfer))

    def entry(self, version: int) -> Any:
        """The event of a version."""
        return self._answer(self._bookkeeper.entry(version))

    def _answer(self, question: Coroutine[Any, Any, T]) -> T:
        try:
            return self._loop.call(question)
        except (TimeoutError, CancelledError) as error:
            raise LedgerAway(repr(error)) from error
