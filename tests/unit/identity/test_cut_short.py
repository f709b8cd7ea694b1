"""Cut short at any step, with the log's answer lost: asked again under the same command, it is done once."""

import pytest

from riverrun.contracts.subjects import deleted_at
from riverrun.runtime.nats.answers import StoredMessage
from services.club.identity.journal import LogAway
from services.club.identity.refusals import BadCredentials
from tests.support.people import LAPTOP, PASSWORD, PHONE, House, MemoryJournal


class FailingJournal(MemoryJournal):
    """Its `fail_at`th append answers nothing; `landed` tells whether it was stored all the same."""

    def __init__(self, fail_at: int, landed: bool) -> None:
        super().__init__()
        self._left = fail_at
        self._landed = landed

    async def append(self, subject: str, data: bytes, expected_seq: int) -> int:
        self._left -= 1
        if self._left == 0:
            if self._landed:
                await super().append(subject, data, expected_seq)
            raise LogAway(subject)
        return await super().append(subject, data, expected_seq)


def failing(fail_at: int, landed: bool) -> House:
    house = House()
    house.journal.__class__ = FailingJournal
    FailingJournal.__init__(house.journal, fail_at, landed)  # type: ignore[arg-type]  # it is one by now
    return house


def persons(messages: list[StoredMessage]) -> set[str]:
    return {one.subject for one in messages if one.subject.startswith("people.person.")}


@pytest.mark.parametrize("landed", [False, True])
@pytest.mark.parametrize("fail_at", [1, 2, 3])
async def test_a_registration_cut_short_is_finished_by_asking_again(fail_at: int, landed: bool) -> None:
    house = failing(fail_at, landed)

    with pytest.raises(LogAway):
        await house.accounts.register("reg", "", "ann", "Ann", PASSWORD, PHONE)
    again = await house.accounts.register("reg", "", "ann", "Ann", PASSWORD, PHONE)

    assert (await house.log_in(device=LAPTOP)).player == again.player
    assert persons(house.journal.messages) == {f"people.person.{again.player}"}
    assert len((await house.people.person(again.player)).sessions) == 2


@pytest.mark.parametrize("landed", [False, True])
async def test_a_refresh_cut_short_does_not_lose_the_session(landed: bool) -> None:
    house = failing(4, landed)
    ann = await house.register()

    with pytest.raises(LogAway):
        await house.entrance.refresh("ref", ann.refresh)
    again = await house.entrance.refresh("ref", ann.refresh)

    assert again.session == ann.session
    await house.refresh(again.refresh)


@pytest.mark.parametrize("landed", [False, True])
@pytest.mark.parametrize("fail_at", [4, 5, 6])
async def test_a_deletion_cut_short_is_finished_by_asking_again(fail_at: int, landed: bool) -> None:
    house = failing(fail_at, landed)
    ann = await house.register()

    with pytest.raises(LogAway):
        await house.accounts.delete("del", ann.player, PASSWORD)
    # Noted before anything that cannot be taken back, so that nobody goes on showing what was the person's.
    assert await house.vault.key(ann.player) or await house.journal.last(deleted_at(ann.player))
    await house.accounts.delete("del", ann.player, PASSWORD)

    assert (await house.people.person(ann.player)).deleted
    assert await house.journal.last(deleted_at(ann.player))
    assert ann.session in house.revoked.sessions
    assert await house.vault.key(ann.player) is None
    with pytest.raises(BadCredentials):
        await house.log_in()
