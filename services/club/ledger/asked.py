"""A decision that is wanted of a ledger, and what came of it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any

from riverrun.kernel.identifiers import TransferId
from services.club.ledger.books import Books
from services.club.ledger.ledger_events import ChipsMoved

ANSWERED_WITHIN_S = 60.0

Decide = Callable[[Books, ChipsMoved | None], Sequence[Any]]
"""From the books and the transfer that has this id already, if any: the events, none if all is done.

It is called in the ledgers' loop thread, and must not wait for anything.
"""


@dataclass(frozen=True)
class Done:
    """What a decision came to: the ledger's version with it, and its last event if it was a transfer."""

    version: int
    moved: ChipsMoved | None
    repeated: bool


class LedgerAway(RuntimeError):
    """The log does not answer: what was asked may be done or not; asked again by its id, it is done once."""


class Asked:
    """Made by the thread that waits, finished by the one that decides."""

    def __init__(self, decide: Decide, transfer: TransferId | None) -> None:
        self.decide = decide
        self.transfer = transfer
        self.done: Done | Exception | None = None
        self._over = Lock()
        self._over.acquire()

    def finish(self, done: Done | Exception) -> None:
        """This came of it."""
        self.done = done
        self._over.release()

    def answer(self) -> Done:
        """Wait for it. Raises a refusal, `LedgerAway`."""
        if not self._over.acquire(timeout=ANSWERED_WITHIN_S):
            raise LedgerAway(f"no answer within {ANSWERED_WITHIN_S:.0f} s")
        assert self.done is not None, "finished"
        if isinstance(self.done, Done):
            return self.done
        raise self.done
