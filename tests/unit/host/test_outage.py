"""An outage that several tell of counts once."""

from services.table.host.outage import Outage


def test_a_stretch_told_of_twice_counts_once() -> None:
    outage = Outage()

    assert outage.add(1_000, 4_000) == 3_000
    assert outage.add(1_000, 4_000) == 0
    assert outage.add(2_000, 3_000) == 0


def test_what_one_telling_adds_to_another_counts() -> None:
    outage = Outage()

    assert outage.add(1_000, 4_000) == 3_000
    assert outage.add(500, 4_300) == 800
    assert outage.add(4_300, 4_500) == 200


def test_another_outage_counts_in_full() -> None:
    outage = Outage()

    assert outage.add(1_000, 4_000) == 3_000
    assert outage.add(9_000, 11_000) == 2_000


def test_an_outage_that_ended_before_the_clock_began_is_none() -> None:
    assert Outage().add(5_000, 4_000) == 0
