"""Asks accounts for reserved chips beside the game: a hand goes on while an account is away (R8.4)."""

import asyncio
from collections.abc import Callable

import structlog

from riverrun.holdem.state import Transfer
from riverrun.kernel.identifiers import TransferId
from services.table.host import agenda
from services.table.host.hosted import HostedTable
from services.table.host.mailbox import ChipsAnswered
from services.table.ports.bank import Bank, BuyInDenied

log = structlog.get_logger(__name__)

BANK_PATIENCE_S = 10.0
BANK_PAUSE_S = 1.0


class Cashier:
    """One table's errands to the bank; each answer comes back as a letter."""

    def __init__(self, hosted: HostedTable, bank: Bank, tell: Callable[[ChipsAnswered], None]) -> None:
        self._hosted = hosted
        self._bank = bank
        self._tell = tell
        self._errands: dict[TransferId, asyncio.Task[None]] = {}

    def ask_for_what_is_reserved(self) -> None:
        """Start an errand for every transfer that has none."""
        for step in agenda.chips_to_ask(self._hosted.record, self._errands):
            transfer = step.transfer
            errand = asyncio.create_task(self._ask(transfer), name=f"chips {transfer.transfer}")
            self._errands[transfer.transfer] = errand

    def done(self, transfer: Transfer) -> None:
        """The answer is in the log."""
        self._errands.pop(transfer.transfer, None)

    def stop(self) -> None:
        """Break all errands off: whoever hosts the table next asks again by the same ids."""
        for errand in self._errands.values():
            errand.cancel()

    async def _ask(self, transfer: Transfer) -> None:
        self._tell(ChipsAnswered(transfer, await self._denied(transfer), self._hosted.wall_ms()))

    async def _denied(self, transfer: Transfer) -> str:
        while True:
            try:
                async with asyncio.timeout(BANK_PATIENCE_S):
                    await self._bank.pay(transfer, self._hosted.table.config)
                return ""
            except BuyInDenied as no:
                return no.reason
            except TimeoutError:
                log.warning("bank_away", table=self._hosted.id, transfer=transfer.transfer)
            except Exception:
                log.exception("bank_failed", table=self._hosted.id, transfer=transfer.transfer)
            # The same id is asked for again: an account pays a transfer once, however often it is asked.
            await asyncio.sleep(BANK_PAUSE_S)
