"""From which accounts to which a transfer of each kind goes, and in which clubs: chips know no other way."""

from typing import NamedTuple

from services.club.ledger.accounts import Account, Kind, NoSuchAccount, account, holder
from services.club.ledger.ledger_events import LedgerKind, Reason

ANY_CLUB: frozenset[LedgerKind] = frozenset({"play", "real"})
PLAY_CLUB: frozenset[LedgerKind] = frozenset({"play"})


class Way(NamedTuple):
    """`same`: both accounts are held for the same player or table."""

    source: Kind
    target: Kind
    clubs: frozenset[LedgerKind] = ANY_CLUB
    same: bool = False


WAYS: dict[Reason, Way] = {
    "grant": Way("mint", "member", PLAY_CLUB),
    "take_back": Way("member", "mint", PLAY_CLUB),
    "buy_in": Way("member", "pending"),
    "seated": Way("pending", "table", same=True),
    "buy_in_returned": Way("pending", "member"),
    "cash_out": Way("table", "member"),
    "carried": Way("table", "table"),
    "rake": Way("table", "revenue"),
    "fee": Way("table", "fees"),
    "insurance_premium": Way("table", "insurance"),
    "insurance_payout": Way("insurance", "table"),
    "rakeback": Way("revenue", "agent"),
    "agent_paid": Way("agent", "member", same=True),
}
"""All but `adjustment`, which goes where two persons say; it alone makes chips in a club for real money."""


def goes(reason: Reason, source: Account, target: Account) -> bool:
    """Whether a transfer of this kind goes from the one account to the other."""
    try:
        account(source)
        account(target)
    except NoSuchAccount:
        return False
    way = WAYS.get(reason)
    if way is None:
        return reason == "adjustment"
    kinds = (source.partition(":")[0], target.partition(":")[0])
    return kinds == (way.source, way.target) and (not way.same or holder(source) == holder(target))
