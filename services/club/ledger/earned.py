"""Shares of the open period's rake that belong to agents who are none any more (R13.4)."""

import msgspec

from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import PlayerId
from services.club.ledger.ledger_events import SharesEarned


class Earned(msgspec.Struct, array_like=True, gc=False):
    """Of one member's rake: so much is shared already, and who gets what of it when the period is closed."""

    rake: Chips = 0
    shares: dict[PlayerId, Chips] = {}

    def told(self) -> tuple[tuple[PlayerId, Chips], ...]:
        """The shares as a period tells them."""
        return tuple(sorted(self.shares.items()))


def count_earned(found: dict[PlayerId, Earned], event: SharesEarned) -> None:
    """Add what an agent has earned to the sums of whom he earned it by."""
    for line in event.lines:
        earned = found.get(line.player)
        if earned is None:
            earned = found[line.player] = Earned()
        earned.rake += line.rake
        earned.shares[event.agent] = earned.shares.get(event.agent, 0) + line.share
