"""What can happen to a docket of findings; stored names are for ever."""

from typing import Any

from riverrun.contracts.events.event import Event
from riverrun.contracts.review_messages import Verdict


class FindingDecided(Event, frozen=True, array_like=True):
    """Somebody looked at a finding and said what it is; he may say otherwise later.

    `by` is a player's id, or `operator-` and a name. What was found stands here too, as it was then: the
    score in thousandths of the threshold, and the reasons; it is of hands that ended in [since, until).
    """

    at_ms: int
    by: str
    finding: str
    verdict: Verdict
    note: str
    score_milli: int
    reasons: tuple[str, ...]
    since_ms: int
    until_ms: int


TOPICS: dict[str, type[Any]] = {"review.finding_decided": FindingDecided}
