"""What a club may still have to pay for covers is held below its insurance account's limit, by table."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from services.club.ledger import refusals
from services.club.ledger.exposure import Exposure
from services.club.ledger.exposure_pairing import exposure_finding
from services.club.ledger.ledger_audit import LedgerAudit
from services.club.ledger.pairing import TableSide
from services.club.tables.money import insurance
from tests.support.insuring_club import RHINE, RHONE, InsuringClub


@pytest.fixture
def club() -> InsuringClub:
    return InsuringClub(limit=1_000)


def test_all_tables_of_a_club_share_one_limit(club: InsuringClub) -> None:
    assert club.hold(RHINE, covers=700) == 700
    assert club.hold(RHONE, covers=700) == 300


def test_what_the_account_gained_or_lost_counts(club: InsuringClub) -> None:
    club.move(insurance(RHINE, 5, -400))
    assert club.hold(RHONE, covers=5_000) == 600
    club.move(insurance(RHINE, 6, 250))
    assert club.hold(RHINE, covers=5_000) == 250


def test_asked_again_the_answer_is_the_same_and_nothing_more_is_held(club: InsuringClub) -> None:
    club.hold(RHONE, covers=900)
    assert [club.hold(RHINE, covers=500) for _ in range(3)] == [100, 100, 100]
    assert club.exposed == 1_000
    assert len(club.events) == 3


def test_on_the_turn_what_is_owed_takes_the_place_of_what_was_offered_on_the_flop(club: InsuringClub) -> None:
    club.hold(RHINE, covers=700)
    assert club.hold(RHINE, board=4, owed=200, covers=900) == 800
    assert club.books.exposures[RHINE].amount == 1_000
    assert club.hold(RHONE, covers=1) == 0


def test_what_is_paid_comes_out_of_what_was_held_and_the_rest_is_let_go(club: InsuringClub) -> None:
    club.hold(RHINE, covers=700)
    club.move(insurance(RHINE, 9, -500))
    assert club.exposed == 200
    assert club.hold(RHONE, covers=1_000) == 300
    club.release(RHINE)
    club.release(RHONE)
    assert club.hold(RHONE, hand=2, covers=1_000) == 500


def test_a_hand_is_released_once_and_an_unheld_one_leaves_no_trace(club: InsuringClub) -> None:
    club.release(RHINE)
    assert RHINE not in club.books.exposures
    club.hold(RHINE, covers=700)
    for _ in range(3):
        club.release(RHINE)
    assert [type(event).__name__ for event in club.events[1:]] == ["ExposureHeld", "ExposureReleased"]


def test_a_wish_that_comes_after_the_hand_is_over_is_refused(club: InsuringClub) -> None:
    club.release(RHINE, doubtful=True)
    with pytest.raises(refusals.ExposureOver):
        club.hold(RHINE, covers=700)
    assert club.exposed == 0


def test_a_wish_of_a_street_that_is_past_is_refused(club: InsuringClub) -> None:
    club.hold(RHINE, board=4, covers=700)
    with pytest.raises(refusals.ExposureOver):
        club.hold(RHINE, board=3, covers=700)


def test_while_an_earlier_hand_is_not_in_the_books_nothing_is_held_for_the_next(club: InsuringClub) -> None:
    club.hold(RHINE, covers=700)
    with pytest.raises(refusals.ExposureOpen):
        club.hold(RHINE, hand=2, covers=300)
    club.release(RHINE, hand=2, doubtful=True)
    assert club.hold(RHINE, hand=3, covers=300) == 300


def test_without_a_limit_all_may_be_sold_and_nothing_is_held() -> None:
    club = InsuringClub(limit=0)
    assert club.hold(RHINE, covers=700) is None
    assert len(club.events) == 1


def test_a_limit_that_is_set_binds_from_the_next_street_on_with_what_the_hand_owes_by_then() -> None:
    club = InsuringClub(limit=0)
    club.hold(RHINE, covers=5_000)
    club.limit = 1_000
    assert club.hold(RHINE, board=4, owed=400, covers=5_000) == 600
    assert club.hold(RHONE, covers=5_000) == 0


def test_what_is_owed_from_before_the_limit_is_held_though_it_leaves_no_room() -> None:
    club = InsuringClub(limit=0)
    club.hold(RHINE, covers=5_000)
    club.limit = 1_000
    assert club.hold(RHINE, board=4, owed=3_000, covers=5_000) == 0
    assert club.exposed == 3_000
    assert club.hold(RHONE, covers=5_000) == 0
    club.move(insurance(RHINE, 9, -3_000))
    club.release(RHINE)
    assert club.exposed == 0
    assert audited(club.events)[1] == ""


def test_a_limit_that_is_taken_away_within_a_hand_holds_its_payouts_no_more() -> None:
    club = InsuringClub(limit=1_000)
    club.hold(RHINE, covers=700)
    club.limit = 0
    assert club.hold(RHINE, board=4, owed=200, covers=5_000) is None
    assert club.exposed == 0
    club.move(insurance(RHINE, 9, -5_200))
    club.release(RHINE)
    club.limit = 6_000
    assert club.hold(RHINE, hand=2, covers=5_000) == 800
    assert audited(club.events)[1] == ""


def test_asked_again_for_a_street_that_is_held_the_answer_is_the_same_whatever_the_limit_is_by_then(
    club: InsuringClub,
) -> None:
    club.hold(RHINE, covers=700)
    for limit in (0, 100, 9_000):
        club.limit = limit
        assert club.hold(RHINE, covers=700) == 700
    assert club.exposed == 700


def test_a_table_without_a_limit_leaves_alone_what_is_held_for_its_hand_before(club: InsuringClub) -> None:
    club.hold(RHINE, covers=700)
    club.limit = 0
    assert club.hold(RHINE, hand=2, covers=900) is None
    assert club.exposed == 700


def test_books_made_anew_from_their_events_hold_the_same(club: InsuringClub) -> None:
    club.hold(RHINE, covers=700)
    club.hold(RHONE, covers=100)
    club.move(insurance(RHINE, 9, -500))
    club.release(RHONE)
    assert (
        club.replayed().books.exposures
        == club.books.exposures
        == {
            RHINE: Exposure(1, 3, 200, 700),
            RHONE: Exposure(1),
        }
    )
    kept = msgspec.msgpack.encode(club.state.shelved())
    assert (
        msgspec.msgpack.decode(kept, type=type(club.state.shelved())).books.exposures == club.books.exposures
    )


# -- the audit


def insured() -> InsuringClub:
    """Two tables; one pays."""
    club = InsuringClub(limit=1_000)
    club.hold(RHINE, covers=700)
    club.hold(RHONE, covers=300)
    club.move(insurance(RHINE, 9, -500))
    club.release(RHINE)
    club.release(RHONE)
    return club


def audited(events: list[Any]) -> tuple[LedgerAudit, str]:
    audit = LedgerAudit()
    findings = [audit.follow(version, event) for version, event in enumerate(events, 1)]
    return audit, next((one.check for one in findings if one is not None), "")


def test_an_honest_club_is_clean_and_nothing_is_left_over() -> None:
    audit, check = audited(insured().events)
    assert check == ""
    assert audit.exposure.exposed == 0


@pytest.mark.parametrize(
    ("at", "changes", "check"),
    [
        (2, {"covers": 301}, "the insurance account stays at its limit"),
        (2, {"covers": 0}, "exposure is held for covers"),
        (2, {"covers": -1, "owed": 2}, "exposure is held for covers"),
        (2, {"limit": 0}, "exposure is held for covers"),
        (1, {"covers": 499}, "insurance pays no more than was held for the hand"),
        (2, {"table": RHINE}, "exposure is held once for a street, hand after hand"),
        (5, {"table": RHINE}, "exposure is released once"),
    ],
)
def test_a_forged_event_is_found(at: int, changes: dict[str, Any], check: str) -> None:
    events = insured().events
    events[at] = replace(events[at], **changes)
    assert audited(events)[1] == check


def test_an_offer_that_nothing_is_held_for_is_found() -> None:
    audit, _ = audited(insured().events)
    side = TableSide(RHINE, held={(1, 3): (12, 700)}, over={1: 20})
    assert exposure_finding(audit, side, 30) is None
    finding = exposure_finding(audit, TableSide(RHINE, held={(2, 3): (25, 10)}), 30)
    assert finding is not None
    assert finding.check == "what s0-rhine offers in hand 2 is held in the ledger"


def test_what_is_held_for_a_hand_that_is_over_is_left_over_unless_the_club_is_on_its_way() -> None:
    audit, _ = audited(insured().events[:3])
    side = TableSide(RHINE, over={1: 20})
    assert exposure_finding(audit, side, 19) is None
    finding = exposure_finding(audit, side, 20)
    assert finding is not None
    assert finding.check == "nothing is held for a hand of s0-rhine that is over"
