"""Accounts: registered, upgraded from guests, with passwords that change, and deleted for good."""

import asyncio

import pytest

from riverrun.runtime.sealing.key_ring import CannotOpen
from services.club.identity.logins import login_name
from services.club.identity.people import People
from services.club.identity.private import Profile
from services.club.identity.refusals import (
    BadCredentials,
    BadLogin,
    BadPassword,
    HasAccount,
    IdReused,
    LoginIsTaken,
    NoAccount,
    SessionOver,
)
from services.club.identity.vault import PersonKey
from tests.support.people import LAPTOP, PASSWORD, PHONE, House


async def test_who_registers_is_in_and_comes_back_with_the_password() -> None:
    house = House()
    registered = await house.register("Ann")

    back = await house.log_in("ANN ", device=LAPTOP)

    assert registered.name == back.name == "Ann"
    assert registered.player == back.player
    assert registered.session != back.session


async def test_two_who_want_one_name_at_once_do_not_both_get_it() -> None:
    house = House()

    outcomes = await asyncio.gather(
        *(house.register("ann", device=device) for device in (PHONE, LAPTOP)), return_exceptions=True
    )

    assert sorted(type(one).__name__ for one in outcomes) == ["LoginIsTaken", "Pass"]


async def test_a_registration_sent_twice_is_one_account_and_one_session() -> None:
    house = House()

    first = await house.accounts.register("again", "", "ann", "Ann", PASSWORD, PHONE)
    second = await house.accounts.register("again", "", "ann", "Ann", PASSWORD, PHONE)

    assert (first.player, first.session, first.refresh) == (second.player, second.session, second.refresh)


async def test_a_registration_sent_twice_needs_its_password_the_second_time() -> None:
    house = House()
    await house.accounts.register("again", "", "ann", "Ann", PASSWORD, PHONE)

    with pytest.raises(LoginIsTaken):
        await house.accounts.register("again", "", "ann", "Ann", "another password", PHONE)


async def test_a_guest_keeps_his_id_and_loses_his_guest_token() -> None:
    house = House()

    registered = await house.register("ann", guest="g-1")

    assert registered.player == "g-1"
    assert house.revoked.guests == ["g-1"]
    with pytest.raises(HasAccount):
        await house.register("anna", guest="g-1")


async def test_a_name_whose_account_never_came_to_be_is_free_after_a_minute() -> None:
    house = House()
    await house.logins.take(house.logins.mark("ann"), "p-dead", "cut-short")

    with pytest.raises(LoginIsTaken):
        await house.register("ann")
    await house.clock.advance(61)

    assert (await house.register("ann")).player != "p-dead"


@pytest.mark.parametrize("name", ["ab", "a b c", "x" * 65, "ann\u200b", "", "ann\n"])
def test_a_login_name_that_could_be_mistaken_is_refused(name: str) -> None:
    if name == "ann\n":
        assert login_name(name) == "ann"
        return
    with pytest.raises(BadLogin):
        login_name(name)


@pytest.mark.parametrize("password", ["short", "x" * 129, "Password1", "annabelle"])
async def test_a_password_that_would_be_guessed_is_refused(password: str) -> None:
    house = House()

    with pytest.raises(BadPassword):
        await house.accounts.register("c", "", "annabelle", "Ann", password, PHONE)


async def test_a_new_password_ends_every_other_session() -> None:
    house = House()
    phone = await house.register()
    laptop = await house.log_in(device=LAPTOP)

    await house.accounts.change_password("c", phone.player, phone.session, PASSWORD, "battery staple")

    assert laptop.session in house.revoked.sessions
    assert phone.session not in house.revoked.sessions
    await house.refresh(phone.refresh)
    with pytest.raises(SessionOver):
        await house.refresh(laptop.refresh)
    with pytest.raises(BadCredentials):
        await house.log_in()
    await house.log_in(password="battery staple")


async def test_a_new_password_needs_the_old_one() -> None:
    house = House()
    phone = await house.register()

    with pytest.raises(BadCredentials):
        await house.accounts.change_password("c", phone.player, phone.session, "wrong one", "battery staple")


async def test_a_password_is_changed_once_for_a_key_and_to_no_other() -> None:
    house = House()
    phone = await house.register()
    me = (phone.player, phone.session)
    await house.accounts.change_password("c", *me, PASSWORD, "battery staple")

    await house.accounts.change_password("c", *me, PASSWORD, "battery staple")
    with pytest.raises(IdReused):
        await house.accounts.change_password("c", *me, "battery staple", "another password")

    await house.log_in(password="battery staple")


async def test_a_deleted_account_opens_never_again_and_its_name_is_free() -> None:
    house = House()
    ann = await house.register()
    secret = house.vault.secrets[ann.player]
    boxed = (await house.people.person(ann.player)).profile

    await house.accounts.delete("c", ann.player, PASSWORD)

    assert PersonKey(ann.player, secret).open(boxed, Profile).name == "Ann"
    assert await house.vault.key(ann.player) is None
    assert (await house.people.person(ann.player)).deleted
    assert ann.session in house.revoked.sessions
    with pytest.raises(BadCredentials):
        await house.log_in()
    with pytest.raises(SessionOver):
        await house.refresh(ann.refresh)
    assert (await house.register()).player != ann.player


async def test_a_deletion_cut_short_before_its_event_is_finished_by_asking_again() -> None:
    house = House()
    ann = await house.register()
    await house.vault.destroy(ann.player)

    await house.accounts.delete("c", ann.player, "")

    assert (await house.people.person(ann.player)).deleted


async def test_a_deletion_needs_the_password() -> None:
    house = House()
    ann = await house.register()

    with pytest.raises(BadCredentials):
        await house.accounts.delete("c", ann.player, "wrong one")
    with pytest.raises(NoAccount):
        await house.accounts.delete("c", "g-unknown", PASSWORD)


async def test_the_log_holds_no_name_no_password_and_no_device_in_the_clear() -> None:
    house = House()
    ann = await house.accounts.register("c", "", "ann@example.org", "Annabelle", PASSWORD, PHONE)
    await house.accounts.change_password("d", ann.player, ann.session, PASSWORD, "battery staple")

    stored = b"".join(one.subject.encode() + one.data for one in house.journal.messages)

    for private in ("ann@example.org", "Annabelle", PASSWORD, "battery", PHONE.name, PHONE.id, "argon2"):
        assert private.encode() not in stored


async def test_a_box_of_one_kind_or_person_does_not_pass_for_another() -> None:
    house = House()
    ann, bob = await house.register("ann"), await house.register("bob")
    person = await house.people.person(ann.player)
    anns, bobs = await house.vault.draw(ann.player), await house.vault.draw(bob.player)

    with pytest.raises(CannotOpen):
        anns.open(person.password, Profile)
    with pytest.raises(CannotOpen):
        bobs.open(person.profile, Profile)


async def test_a_command_sent_twice_is_carried_out_once() -> None:
    house = House()
    ann = await house.register()
    laptop = await house.log_in(device=LAPTOP)

    for _ in range(2):
        await house.accounts.change_password("p", ann.player, ann.session, PASSWORD, "battery staple")
    for _ in range(2):
        await house.accounts.revoke_device("r", ann.player, laptop.device)
    for _ in range(2):
        await house.accounts.log_out("o", ann.player, ann.session)
    for _ in range(2):
        await house.accounts.delete("d", ann.player, "battery staple")


async def test_whoever_reads_the_log_anew_finds_the_same_people() -> None:
    house = House()
    ann = await house.register()
    await house.log_in(device=LAPTOP)
    await house.refresh(ann.refresh)
    await house.accounts.change_password("p", ann.player, ann.session, PASSWORD, "battery staple")

    anew = People(house.journal, house.clock)

    assert await anew.person(ann.player) == await house.people.person(ann.player)
    assert await anew.did(ann.player, "p")
