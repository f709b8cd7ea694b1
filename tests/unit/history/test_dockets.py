"""A docket of findings: decisions stand one after the other, each once, behind what others wrote."""

from eventsourcing.persistence import IntegrityError

from riverrun.contracts.review_messages import Verdict
from services.history.docket.docket import Docket, evolve
from services.history.docket.docket_events import FindingDecided
from services.history.docket.dockets import Dockets

PAIR = "pair:p-ann+p-bob"


class KeptInMemory:
    """Dockets as the log keeps them; `first` is written by somebody else right before the next save."""

    def __init__(self) -> None:
        self.dockets: dict[str, Docket] = {}
        self.first: list[FindingDecided] = []

    def docket(self, club: str) -> Docket:
        return self.dockets.get(club, Docket(club))

    def record(self, docket: Docket, events: list[FindingDecided]) -> None:
        others, self.first = self.first, []
        self._take(docket.club, others)
        if self.docket(docket.club).version != docket.version:
            raise IntegrityError
        self._take(docket.club, events)

    def _take(self, club: str, events: list[FindingDecided]) -> None:
        for event in events:
            self.dockets[club] = evolve(self.docket(club), event)


def decided(verdict: Verdict, by: str = "p-eva", note: str = "looked at") -> FindingDecided:
    return FindingDecided(1_000, by, PAIR, verdict, note, 1_500, ("because",), 0, 900)


def test_the_newest_decision_holds_and_older_ones_stay() -> None:
    dockets = Dockets(KeptInMemory())

    dockets.decide("c-1", decided("watched"))
    docket = dockets.decide("c-1", decided("confirmed"))

    newest = docket.newest(PAIR)
    assert newest is not None
    assert newest.verdict == "confirmed"
    assert [one.verdict for one in docket.decided[PAIR]] == ["watched", "confirmed"]


def test_the_same_words_again_are_the_same_decision() -> None:
    dockets = Dockets(KeptInMemory())

    dockets.decide("c-1", decided("cleared"))

    assert dockets.decide("c-1", decided("cleared")).version == 1


def test_a_decision_stands_behind_what_another_wrote_meanwhile() -> None:
    stored = KeptInMemory()
    stored.first = [decided("watched", by="p-dan")]

    docket = Dockets(stored).decide("c-1", decided("cleared"))

    assert [one.by for one in docket.decided[PAIR]] == ["p-dan", "p-eva"]


def test_clubs_have_dockets_of_their_own() -> None:
    dockets = Dockets(KeptInMemory())

    dockets.decide("c-1", decided("cleared"))

    assert dockets.of("c-2").newest(PAIR) is None
