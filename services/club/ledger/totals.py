"""What a member has moved since ever, by kind; the difference of two is a period's."""

import msgspec

from riverrun.kernel.chips import Chips


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
