"""A docket: what was decided about the findings of one club's tables, or of the house's."""

import msgspec

from services.history.docket.docket_events import FindingDecided

HOUSE = "house"
"""The docket of those who run the house: they review all tables."""


class Docket(msgspec.Struct, frozen=True):
    """`decided`: finding -> all decisions about it, the newest last. Nothing happened at version 0."""

    club: str
    version: int = 0
    decided: dict[str, tuple[FindingDecided, ...]] = {}

    def newest(self, finding: str) -> FindingDecided | None:
        """What holds now."""
        decisions = self.decided.get(finding, ())
        return decisions[-1] if decisions else None


def evolve(docket: Docket, event: FindingDecided) -> Docket:
    """The docket after an event."""
    decisions = (*docket.decided.get(event.finding, ()), event)
    return Docket(docket.club, docket.version + 1, {**docket.decided, event.finding: decisions})
