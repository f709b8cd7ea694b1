"""How much of a limit of one's own is used up."""

from dataclasses import dataclass

from services.club.identity.person_events import OwnLimit


@dataclass(frozen=True, slots=True)
class Counted:
    """`used` of `value` by now; it counts anew from `until_ms` on. `kind` of chips; empty for time."""

    limit: OwnLimit
    value: int
    used: int
    until_ms: int
    kind: str = ""

    @property
    def reached(self) -> bool:
        """Whether nothing is left of it."""
        return self.used >= self.value
