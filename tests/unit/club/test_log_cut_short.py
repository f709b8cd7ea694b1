"""The tables' log has lost its end, the club's place has not: that is noticed, told, and gone on from."""

import pytest

from services.club.ledger.accounts import at_table, member
from services.club.tables import following
from services.club.tables.places import name_of
from tests.support.followed_house import TABLE, House


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch) -> House:
    monkeypatch.setattr(following, "REMEMBERS_EVERY_S", 0.0)
    return House()


@pytest.mark.parametrize("lives_on", [True, False])
@pytest.mark.parametrize("grown", [0, 1, 9])
async def test_what_is_written_in_place_of_a_lost_end_is_brought_over(
    house: House, grown: int, lives_on: bool
) -> None:
    process = house.process()
    house.seated()
    await house.followed_by(process)
    house.brought_home("lost-1", 10)
    house.brought_home("lost-2", 10)
    await house.followed_by(process)
    assert (house.place, house.told) == (3, 0)

    house.log.lose_behind(1)
    for number in range(grown):
        house.brought_home(f"home-{number}", 1)
    process = process if lives_on else house.process()
    await house.followed_by(process)

    assert house.told >= 1
    assert house.balance(member("ann")) == 20 + grown
    assert house.balance(at_table(TABLE)) == 480 - grown
    assert process.place == house.place == 1 + grown
    told = house.told
    await house.followed_by(house.process())
    house.brought_home("later", 1)
    await house.followed_by(process)
    assert (house.told, house.balance(member("ann"))) == (told, 21 + grown)


async def test_a_process_that_begins_as_ever_tells_nothing(house: House) -> None:
    house.seated()
    await house.followed_by(house.process())
    house.brought_home("home", 10)
    await house.followed_by(house.process())

    assert (house.told, house.place, house.balance(member("ann"))) == (0, 2, 10)
    assert list(house.kept.places) == [name_of(1)]


async def test_a_place_of_an_older_release_beyond_the_end_is_noticed_too(house: House) -> None:
    house.seated()
    house.kept.places[name_of(1)] = 7
    await house.followed_by(house.process())

    assert (house.told, house.place, house.balance(at_table(TABLE))) == (1, 1, 500)


async def test_a_ledgers_log_that_lost_its_end_is_given_again_what_it_lost(house: House) -> None:
    process = house.process()
    house.seated()
    await house.followed_by(process)
    house.brought_home("home-1", 10)
    await house.followed_by(process)

    del house.chips.events[-1]
    house.kept.places[name_of(1)] = 1
    house.ledgers = house.chips.process()
    process._ledgers = house.chips.process()  # whose books are read anew once their fence breaks
    house.brought_home("home-2", 10)
    await house.followed_by(process)

    assert house.told == 1
    assert house.balance(member("ann")) == 20
