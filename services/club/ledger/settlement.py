"""A closed period as it was closed: read from the ledger, whoever asks and whenever."""

from services.club.ledger import refusals
from services.club.ledger.ledger import Ledger
from services.club.ledger.ledger_events import PeriodSettled


def settlement(ledger: Ledger, period: str) -> list[PeriodSettled]:
    """The parts of a period, in order. Raises `UnknownPeriod`."""
    closed = ledger.read(lambda books: books.periods.get(period))
    if closed is None:
        raise refusals.UnknownPeriod(period=period)
    first = _part(ledger, closed.version)
    return [first, *(_part(ledger, closed.version + later) for later in range(1, first.parts))]


def _part(ledger: Ledger, version: int) -> PeriodSettled:
    event = ledger.entry(version)
    assert isinstance(event, PeriodSettled), "the parts of a period stand one behind the other"
    return event
