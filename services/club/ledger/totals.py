"""What a member has moved since ever, by kind; the difference of two is a period's."""

import msgspec

from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import PlayerId
from services.club.ledger.accounts import Account, holder, is_member
from services.club.ledger.ledger_events import ChipsMoved


class MemberTotals(msgspec.Struct, array_like=True, gc=False):
    """Sums that only grow; changed in place, for a ledger counts each transfer once."""

    bought: Chips = 0
    cashed_out: Chips = 0
    granted: Chips = 0
    taken_back: Chips = 0
    rake: Chips = 0
    fees: Chips = 0

    def copy(self) -> "MemberTotals":
        """The same sums, to be kept."""
        return MemberTotals(self.bought, self.cashed_out, self.granted, self.taken_back, self.rake, self.fees)

    def since(self, before: "MemberTotals") -> "MemberTotals":
        """What was moved after `before`."""
        return MemberTotals(
            self.bought - before.bought,
            self.cashed_out - before.cashed_out,
            self.granted - before.granted,
            self.taken_back - before.taken_back,
            self.rake - before.rake,
            self.fees - before.fees,
        )


def count(totals: dict[PlayerId, MemberTotals], event: ChipsMoved) -> None:
    """Add a transfer to the sums of whom it concerns."""
    match event.reason:
        case "buy_in":
            _whose(totals, event.source).bought += event.amount
        case "buy_in_returned":
            _whose(totals, event.target).bought -= event.amount
        case "cash_out":
            _whose(totals, event.target).cashed_out += event.amount
        case "grant":
            _whose(totals, event.target).granted += event.amount
        case "take_back":
            _whose(totals, event.source).taken_back += event.amount
        case "rake":
            for player, part in event.parts:
                _of(totals, player).rake += part
        case "fee":
            for player, part in event.parts:
                _of(totals, player).fees += part
        case _:
            pass


def _whose(totals: dict[PlayerId, MemberTotals], account: Account) -> MemberTotals:
    assert is_member(account), f"{account} is no member's"
    return _of(totals, holder(account))


def _of(totals: dict[PlayerId, MemberTotals], player: PlayerId) -> MemberTotals:
    found = totals.get(player)
    if found is None:
        found = totals[player] = MemberTotals()
    return found
