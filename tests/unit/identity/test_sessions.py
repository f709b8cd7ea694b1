"""Sessions and devices: refreshed, revoked, taken by somebody else, one at a time where a house wants it."""

import pytest

from services.club.identity.decide import DAY_MS, MOST_DEVICES, HousePolicy
from services.club.identity.entrance import Device
from services.club.identity.refusals import (
    IdReused,
    OtherDeviceActive,
    SessionOver,
    TooManyDevices,
    UnknownDevice,
    UnknownSession,
)
from tests.support.people import LAPTOP, PHONE, House


async def test_a_refresh_token_counts_once_and_brings_the_next() -> None:
    house = House()
    first = await house.register()

    second = await house.refresh(first.refresh)
    third = await house.refresh(second.refresh)

    assert first.session == second.session == third.session
    assert len({first.refresh, second.refresh, third.refresh}) == 3


async def test_a_refresh_token_in_two_hands_ends_the_session() -> None:
    house = House()
    first = await house.register()
    second = await house.refresh(first.refresh)
    await house.clock.advance(11)

    with pytest.raises(SessionOver):
        await house.refresh(first.refresh)

    assert house.revoked.sessions == [first.session]
    with pytest.raises(SessionOver):
        await house.refresh(second.refresh)


async def test_a_client_that_never_heard_the_answer_may_ask_again_within_a_moment() -> None:
    house = House()
    first = await house.register()
    lost = await house.refresh(first.refresh)
    await house.clock.advance(2)

    again = await house.refresh(first.refresh)

    assert again.refresh == lost.refresh
    await house.refresh(again.refresh)


async def test_a_token_two_generations_old_ends_the_session_at_once() -> None:
    house = House()
    first = await house.register()
    second = await house.refresh(first.refresh)
    await house.refresh(second.refresh)

    with pytest.raises(SessionOver):
        await house.refresh(first.refresh)

    assert house.revoked.sessions == [first.session]


async def test_a_refresh_asked_again_under_its_key_has_its_answer_while_that_is_the_last_one() -> None:
    house = House()
    first = await house.register()
    lost = await house.entrance.refresh("k", first.refresh)
    await house.clock.advance(3_600)

    again = await house.entrance.refresh("k", first.refresh)

    assert again.refresh == lost.refresh
    assert house.revoked.sessions == []


async def test_a_refresh_replayed_after_its_answer_was_used_ends_the_session() -> None:
    house = House()
    first = await house.register()
    second = await house.entrance.refresh("k", first.refresh)
    await house.clock.advance(3_600)
    third = await house.refresh(second.refresh)

    for _ in range(2):
        with pytest.raises(SessionOver):
            await house.entrance.refresh("k", first.refresh)

    assert house.revoked.sessions == [first.session]
    with pytest.raises(SessionOver):
        await house.refresh(third.refresh)


async def test_a_refresh_replayed_after_logging_out_is_told_that_the_session_is_over() -> None:
    house = House()
    first = await house.register()
    await house.entrance.refresh("k", first.refresh)
    await house.accounts.log_out("out", first.player, first.session)

    with pytest.raises(SessionOver):
        await house.entrance.refresh("k", first.refresh)


async def test_a_key_refreshes_one_token_only() -> None:
    house = House()
    first = await house.register()
    second = await house.entrance.refresh("k", first.refresh)

    with pytest.raises(IdReused):
        await house.entrance.refresh("k", second.refresh)

    await house.refresh(second.refresh)


@pytest.mark.parametrize(
    "forge",
    [
        lambda token: token[:-4] + "AAAA",
        lambda token: token.replace(".0.", ".7."),
        lambda token: token + ".x",
        lambda token: "",
        lambda token: "a.b.c.d",
        lambda token: "p-nobody." + token.split(".", 1)[1],
        lambda token: "../x." + token.split(".", 1)[1],
        lambda token: "x" * 10_000,
    ],
)
async def test_a_forged_refresh_token_is_refused_and_ends_nothing(forge: object) -> None:
    house = House()
    ann = await house.register()
    assert callable(forge)

    with pytest.raises(SessionOver):
        await house.refresh(forge(ann.refresh))

    assert house.revoked.sessions == []
    await house.refresh(ann.refresh)


async def test_a_session_left_alone_for_a_month_is_over() -> None:
    house = House()
    ann = await house.register()
    await house.clock.advance(30 * DAY_MS / 1_000 + 1)

    with pytest.raises(SessionOver):
        await house.refresh(ann.refresh)


async def test_no_session_outlives_half_a_year_however_often_it_is_refreshed() -> None:
    house = House(HousePolicy(idle_ms=100 * DAY_MS, latest_ms=150 * DAY_MS))
    ann = await house.register()
    await house.clock.advance(90 * DAY_MS / 1_000)
    ann = await house.refresh(ann.refresh)
    await house.clock.advance(60 * DAY_MS / 1_000 + 1)

    with pytest.raises(SessionOver):
        await house.refresh(ann.refresh)


async def test_who_logs_out_is_out() -> None:
    house = House()
    ann = await house.register()

    await house.accounts.log_out("c", ann.player, ann.session)

    assert house.revoked.sessions == [ann.session]
    with pytest.raises(SessionOver):
        await house.refresh(ann.refresh)
    with pytest.raises(UnknownSession):
        await house.accounts.log_out("d", ann.player, ann.session)


async def test_devices_are_listed_by_the_names_their_owner_gave_them() -> None:
    house = House()
    ann = await house.register(device=PHONE)
    await house.clock.advance(60)
    await house.log_in(device=LAPTOP)

    listed = await house.accounts.devices(ann.player)

    assert [(one.name, bool(one.session)) for one in listed] == [(LAPTOP.name, True), (PHONE.name, True)]


async def test_a_revoked_device_is_gone_with_its_session() -> None:
    house = House()
    ann = await house.register()
    laptop = await house.log_in(device=LAPTOP)

    await house.accounts.revoke_device("c", ann.player, laptop.device)

    assert laptop.session in house.revoked.sessions
    assert [one.id for one in await house.accounts.devices(ann.player)] == [ann.device]
    with pytest.raises(UnknownDevice):
        await house.accounts.revoke_device("d", ann.player, laptop.device)


async def test_logging_in_again_on_a_device_replaces_what_was_there() -> None:
    house = House()
    first = await house.register()

    second = await house.log_in()

    assert house.revoked.sessions == [first.session]
    assert second.device == first.device


async def test_where_one_device_at_a_time_is_the_rule_the_second_replaces_the_first() -> None:
    house = House(HousePolicy(second_device="replace"))
    phone = await house.register(device=PHONE)

    await house.log_in(device=LAPTOP)

    assert house.revoked.sessions == [phone.session]
    with pytest.raises(SessionOver):
        await house.refresh(phone.refresh)


async def test_where_the_first_device_stays_the_second_is_refused_until_it_logs_out() -> None:
    house = House(HousePolicy(second_device="refuse"))
    phone = await house.register(device=PHONE)

    with pytest.raises(OtherDeviceActive):
        await house.log_in(device=LAPTOP)
    await house.accounts.log_out("c", phone.player, phone.session)

    await house.log_in(device=LAPTOP)


async def test_a_person_has_ten_devices_at_most() -> None:
    house = House()
    await house.register()
    for number in range(MOST_DEVICES - 1):
        await house.log_in(device=Device(f"d{number}", "one more"))

    with pytest.raises(TooManyDevices):
        await house.log_in(device=Device("beyond", "one too many"))
