"""Guessing: it gets slower and slower, and neither words nor time tell whether a name exists."""

import asyncio

import pytest

from services.club.identity.attempts import Attempts
from services.club.identity.entrance import WRONG_TAKES_S
from services.club.identity.refusals import BadCredentials, TooManyAttempts
from tests.support.people import PASSWORD, House


async def test_a_wrong_password_and_an_unknown_name_are_refused_in_the_same_words() -> None:
    house = House()
    await house.register("ann")

    refusals = []
    for login in ("ann", "nobody", "no body", "\x00", "x" * 5_000):
        with pytest.raises(BadCredentials) as refused:
            await house.log_in(login, "wrong one")
        refusals.append((str(refused.value), refused.value.details))

    assert len({str(one) for one in refusals}) == 1


async def test_a_wrong_password_is_answered_at_the_same_moment_as_an_unknown_name() -> None:
    house = House(wrong_takes_s=WRONG_TAKES_S)
    await house.register("ann")

    answered_s = []
    for login in ("ann", "nobody"):
        began_s = house.clock.monotonic_s()
        guess = asyncio.create_task(house.log_in(login, "wrong one"))
        while not guess.done():
            await asyncio.sleep(0.002)
            await house.clock.advance(0.05)
        assert isinstance(guess.exception(), BadCredentials)
        answered_s.append(house.clock.monotonic_s() - began_s)

    assert min(answered_s) >= WRONG_TAKES_S


async def test_after_five_wrong_guesses_even_the_right_password_must_wait() -> None:
    house = House()
    await house.register()
    for number in range(5):
        with pytest.raises(BadCredentials):
            await house.log_in(password="wrong one", address=f"198.51.100.{number}")

    with pytest.raises(TooManyAttempts) as refused:
        await house.log_in(address="203.0.113.5")
    retry_ms = refused.value.details["retry_ms"]
    assert isinstance(retry_ms, int)
    await house.clock.advance(retry_ms / 1_000)

    await house.log_in()


async def test_a_name_that_does_not_exist_is_slowed_down_alike() -> None:
    house = House()
    for _ in range(5):
        with pytest.raises(BadCredentials):
            await house.log_in("nobody")

    with pytest.raises(TooManyAttempts):
        await house.log_in("nobody")


async def test_an_address_that_tries_many_names_is_slowed_down_and_its_own_account_does_not_help() -> None:
    house = House()
    await house.register("mallory")
    for number in range(30):
        with pytest.raises(BadCredentials):
            await house.log_in(f"victim{number}", "wrong one")
        if number % 10 == 9 and number < 29:
            await house.log_in("mallory", PASSWORD)

    with pytest.raises(TooManyAttempts):
        await house.log_in("victim99", "wrong one")


async def test_many_guesses_at_once_are_counted_before_they_are_judged() -> None:
    house = House()
    await house.register()

    guesses = await asyncio.gather(
        *(house.log_in(password=f"wrong {number}") for number in range(20)), return_exceptions=True
    )

    assert sum(isinstance(one, BadCredentials) for one in guesses) == 5


def test_the_wait_doubles_up_to_a_quarter_of_an_hour_and_is_forgiven_after_an_hour() -> None:
    attempts, now_s, waits = Attempts(), 0.0, []
    for _ in range(20):
        attempts.begin("ann", now_s)
        try:
            attempts.begin("ann", now_s)
        except TooManyAttempts as refused:
            wait_ms = refused.details["retry_ms"]
            assert isinstance(wait_ms, int)
            waits.append(wait_ms // 1_000)
            now_s += wait_ms / 1_000

    assert waits[:4] == [1, 2, 4, 8]
    assert waits[-1] == 900
    attempts.begin("ann", now_s + 3_601)
    attempts.begin("ann", now_s + 3_602)
