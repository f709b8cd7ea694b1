"""`riverrun club`: what people type, what they are told, and that what was lost on the way is asked again."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import aiohttp
import click
import msgspec
import pytest
from click.testing import CliRunner

from console.__main__ import main
from console.account import errand
from console.account.errand import Errand
from console.account.kept_accounts import KeptAccounts
from console.club import COMMANDS
from console.club_desk.amounts import AMOUNT, CHIPS, PER_CENT
from console.club_desk.named import account_named
from console.club_desk.options import options_of
from console.club_desk.words import club_words
from riverrun.client import Refused, RiverrunClient
from riverrun.contracts.account_messages import Account
from riverrun.contracts.table_config import TableConfig
from services.club.clubs import refusals as of_clubs
from services.club.ledger import refusals as of_ledgers

URL = "http://127.0.0.1:1"
NEVER_TOLD = {"refused", "ledger_exists", "unknown_ledger", "exposure_over", "exposure_open"}


def codes() -> set[str]:
    kinds = [*vars(of_clubs).values(), *vars(of_ledgers).values()]
    return {kind.code for kind in kinds if isinstance(kind, type) and hasattr(kind, "code")} - NEVER_TOLD


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_tells_how_it_is_used(command: str) -> None:
    shown = CliRunner().invoke(main, ["club", command, "--help"])

    assert shown.exit_code == 0, shown.output
    assert f"main club {command}" in shown.output


@pytest.mark.parametrize("code", sorted(codes()))
def test_every_refusal_is_told_with_its_code_and_a_sentence(code: str) -> None:
    numbers: dict[str, Any] = dict.fromkeys(("balance", "limit", "most"), 7)
    words = dict.fromkeys(("account", "player", "table", "template", "option", "why", "field"), "it")

    told = club_words(Refused(code, "the developers' own words", {**numbers, **words}))

    assert told.startswith(f"{code}: ")
    assert "developers" not in told
    assert told.endswith(".")


def test_a_refusal_of_another_release_is_told_in_its_own_words() -> None:
    assert club_words(Refused("chips_left", "chips are left")) == "chips_left: chips are left"


@pytest.mark.parametrize(("typed", "chips"), [("0", 0), ("10000", 10_000), ("1,234,567", 1_234_567)])
def test_amounts_are_read_as_people_write_them(typed: str, chips: int) -> None:
    assert CHIPS.convert(typed, None, None) == chips


@pytest.mark.parametrize("typed", ["", "0", "-3", "1.5", "1,00", "12k", "1,000_000x", str(10**15 + 1)])
def test_what_is_no_amount_is_not_guessed_at(typed: str) -> None:
    with pytest.raises(click.BadParameter):
        AMOUNT.convert(typed, None, None)


@pytest.mark.parametrize(("typed", "bps"), [("25%", 2_500), ("12.5 %", 1_250), ("0.01", 1), ("100", 10_000)])
def test_shares_are_per_cents(typed: str, bps: int) -> None:
    assert PER_CENT.convert(typed, None, None) == bps


@pytest.mark.parametrize("typed", ["101%", "1/4", "12.345", "-1", ""])
def test_what_is_no_share_is_refused(typed: str) -> None:
    with pytest.raises(click.BadParameter):
        PER_CENT.convert(typed, None, None)


def test_options_are_set_one_by_one_and_in_their_parts() -> None:
    options = options_of(TableConfig(seats=9), None, ["big_blind=200", "rake.bps=500", "name=High Tide"])

    assert (options.seats, options.big_blind, options.rake.bps, options.name) == (9, 200, 500, "High Tide")


def test_options_of_a_file_are_all_there_is(tmp_path: Path) -> None:
    file = tmp_path / "options.json"
    file.write_text(json.dumps({"seats": 2, "rake": {"cap_two": 3}}))

    options = options_of(TableConfig(big_blind=400), file, ["rake.bps=100"])

    assert (options.seats, options.big_blind, options.rake.bps, options.rake.cap_two) == (2, 100, 100, 3)


@pytest.mark.parametrize("wanted", ["big_blind", "big_blind=lots", "name.first=x", "no_such_option=1"])
def test_an_option_that_there_is_not_is_a_usage_error(wanted: str) -> None:
    with pytest.raises(click.UsageError):
        options_of(TableConfig(), None, [wanted])


@pytest.mark.parametrize("word", ["", "revenue", "table:s0-rhine", "agent:p-1"])
async def test_an_account_is_named_as_the_books_name_it(word: str) -> None:
    nobody: Any = None

    assert await account_named(nobody, "c1", word) == word


def test_what_is_wrong_with_a_word_is_told_with_the_word() -> None:
    # `settle "2026 11"` was told that the period is not as it must be, and an app that it is no player id.
    wrong = Refused("bad_message", "a name of 1 to 64 letters", {"field": "period"})
    assert club_words(wrong) == "bad_message: period is not as it must be: a name of 1 to 64 letters."


# -- what gets lost on the way


@pytest.fixture
def logged_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = KeptAccounts(tmp_path / "accounts.json")
    kept.keep(URL, Account("p-ann", "Ann", "s", "d", "token", 2**53, "refresh", 2**53))
    monkeypatch.setattr(errand, "accounts_of_this_person", lambda: kept)
    monkeypatch.setattr(errand, "PAUSE_S", 0.0)


def failing(*failures: Exception) -> tuple[list[str], Callable[[Errand], Any]]:
    """Does a grant, after these failures; and under which keys it was asked."""
    keys: list[str] = []
    left = list(failures)

    def run(asking: Errand) -> str:
        async def grant(client: RiverrunClient) -> str:
            keys.append(asking.key)
            if left:
                raise left.pop(0)
            return client.player

        return asking.do(grant)

    return keys, run


@pytest.mark.usefixtures("logged_in")
def test_what_was_lost_is_asked_again_under_the_same_key() -> None:
    lost = aiohttp.ServerDisconnectedError()
    busy = Refused("accounts_unavailable", "away", {"retry_ms": 1})
    keys, run = failing(lost, TimeoutError(), busy)

    assert run(Errand(URL, club_words)) == "p-ann"
    assert len(keys) == 4
    assert len(set(keys)) == 1


@pytest.mark.usefixtures("logged_in")
def test_who_hears_nothing_in_the_end_is_given_the_key() -> None:
    _, run = failing(*[aiohttp.ServerDisconnectedError()] * 3)

    with pytest.raises(click.ClickException) as told:
        run(Errand(URL, club_words, "the-same-key", within_s=0))

    assert "--key the-same-key" in told.value.message


@pytest.mark.usefixtures("logged_in")
def test_a_gateway_that_is_not_there_is_told_at_once() -> None:
    nobody: Any = None
    refused = aiohttp.ClientConnectorError(nobody, ConnectionRefusedError())
    keys, run = failing(refused)

    with pytest.raises(click.ClickException, match="Nobody answers"):
        run(Errand(URL, club_words))

    assert len(keys) == 1


@pytest.mark.usefixtures("logged_in")
def test_a_refusal_is_told_and_not_asked_again() -> None:
    keys, run = failing(Refused("owner_stays", "a club has an owner"))

    with pytest.raises(click.ClickException, match="owner_stays: Give the club to another first"):
        run(Errand(URL, club_words))

    assert len(keys) == 1


@pytest.mark.usefixtures("logged_in")
def test_who_is_not_logged_in_is_told_to() -> None:
    _, run = failing()

    with pytest.raises(click.ClickException, match="riverrun login"):
        run(Errand("http://127.0.0.1:2", club_words))


def test_no_template_needs_more_than_its_defaults() -> None:
    assert options_of(TableConfig(), None, []) == msgspec.convert({}, TableConfig)
