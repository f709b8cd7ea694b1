"""What tables move is brought into their clubs' books, whatever is wrong with one of them."""

import pytest

from riverrun.contracts.table_events import BuyInRefused
from services.club.ledger.accounts import member
from services.club.tables import following, metrics
from tests.support.followed_house import ASTRAY, House


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch) -> House:
    monkeypatch.setattr(following, "REMEMBERS_EVERY_S", 0.0)
    return House()


async def test_a_club_without_books_keeps_no_chips_of_others_from_coming_home(house: House) -> None:
    # A refused buy-in is looked for in the books first: that there are none ended the club's process.
    refused_before = metrics.REFUSED._value.get()
    house.log.tell(ASTRAY, BuyInRefused("b2", 1, "not_a_member"))
    house.brought_home("home-1", 5, ASTRAY)
    house.seated()
    house.brought_home("home-2", 10)

    await house.followed_by(house.process())

    assert house.balance(member("ann")) == 10
    assert metrics.REFUSED._value.get() == refused_before + 2
