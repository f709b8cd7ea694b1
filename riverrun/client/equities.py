"""What an open hand is worth while cards are to come, as people read it (R10.3)."""

from riverrun.contracts.table_events import EQUITY_OF_A_WIN
from riverrun.contracts.views import HandView
from riverrun.kernel.identifiers import SeatNo


def percent(share: int, ways: int) -> str:
    """`73.5`, rounded half up."""
    whole = EQUITY_OF_A_WIN * ways
    tenths = (2 * 1_000 * share + whole) // (2 * whole)
    return f"{tenths // 10}.{tenths % 10}"


def equity_in_words(hand: HandView | None, seat: SeatNo) -> str:
    """`73.5 %` of the main pot, `73.5 / 12.0 %` on two boards; empty where nobody knows it."""
    told = [
        percent(share.share, one.ways)
        for one in (() if hand is None else hand.equities)
        for share in one.shares
        if one.pot == 0 and share.seat == seat
    ]
    return f"{' / '.join(told)} %" if told else ""
