"""Blocking somebody: he has to be somebody, for whoever mistypes an id would go on hearing him."""

import pytest

from services.club.identity.own_rules import OwnRules
from services.club.identity.refusals import UnknownPlayer
from tests.support.people import PASSWORD, House


class NobodyNoted:
    """Stands for `Restrained`."""

    async def note(self, _player: str) -> None:
        """Not asked here."""


@pytest.fixture
def house() -> House:
    return House()


async def block(house: House, player: str, other: str, *, unblock: bool = False) -> tuple[str, ...]:
    rules = OwnRules(house.people, NobodyNoted(), house.clock, 1)
    return (await rules.block(house.command(), player, other, unblock=unblock)).blocked


async def test_who_has_an_account_and_any_guest_is_blocked_and_heard_again(house: House) -> None:
    ann, bob = await house.register("ann"), await house.register("bob")
    guest = "g-0123456789abcdef"

    assert await block(house, ann.player, bob.player) == (bob.player,)
    assert await block(house, ann.player, guest) == (bob.player, guest)
    assert await block(house, ann.player, bob.player, unblock=True) == (guest,)


async def test_nobody_is_blocked_who_is_nobody(house: House) -> None:
    ann, bob = await house.register("ann"), await house.register("bob")
    await block(house, ann.player, bob.player)
    await house.accounts.delete(house.command(), bob.player, PASSWORD)

    with pytest.raises(UnknownPlayer):
        await block(house, ann.player, "p-nobody")
    assert await block(house, ann.player, bob.player) == (bob.player,), "it was done before"
    assert await block(house, ann.player, bob.player, unblock=True) == ()
    with pytest.raises(UnknownPlayer):
        await block(house, ann.player, bob.player)
