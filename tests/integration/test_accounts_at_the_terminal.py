"""Accounts at a terminal: registered, kept on this machine alone, always with a fresh token."""

import asyncio
import os
import stat
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import msgspec
import pytest
import pytest_asyncio

from console.account.kept_accounts import KeptAccounts, accounts_of_this_person
from riverrun.client import RiverrunClient
from riverrun.contracts.account_messages import Account
from tests.support.club import running_identity
from tests.support.gateway import running_gateway
from tests.support.nats_server import NatsServers
from tests.support.patience import LONG_S

PASSWORD = "correct horse"
_numbers = iter(range(10_000))


@dataclass
class Terminal:
    """A person's home, and where the gateway is."""

    url: str
    home: Path

    @property
    def kept(self) -> Path:
        return self.home / ".config" / "riverrun" / "accounts.json"

    async def run(self, *words: str) -> tuple[int, str]:
        home = {"HOME": str(self.home), "XDG_CONFIG_HOME": str(self.home / ".config")}
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "console",
            words[0],
            "--url",
            self.url,
            *words[1:],
            env={**os.environ, **home},
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        async with asyncio.timeout(LONG_S):
            said, _ = await process.communicate()
        return process.returncode or 0, said.decode()


@pytest_asyncio.fixture
async def terminal(one_server: NatsServers, tmp_path: Path) -> AsyncIterator[Terminal]:
    async with (
        running_identity(one_server, tmp_path / "keys", access_s=61) as identity,
        running_gateway(one_server, club_target=identity.target) as gateway,
    ):
        yield Terminal(gateway.url, tmp_path)


def new_login() -> str:
    return f"terminal{next(_numbers)}@example.org"


@pytest.mark.slow
async def test_who_registers_is_logged_in_until_he_logs_out(terminal: Terminal) -> None:
    login = new_login()

    code, said = await terminal.run("register", "--login", login, "--name", "Ann", "--password", PASSWORD)
    assert (code, said.strip()) == (0, "Registered as Ann; you are logged in.")
    assert stat.S_IMODE(terminal.kept.stat().st_mode) == 0o600
    assert PASSWORD not in terminal.kept.read_text()

    assert (await terminal.run("logout"))[0] == 0
    code, said = await terminal.run("login", "--login", login, "--password", "wrong one")
    assert (code, "do not belong together" in said) == (1, True)
    assert await terminal.run("login", "--login", login, "--password", PASSWORD) == (0, "You are Ann.\n")


async def test_a_client_fetches_a_fresh_token_before_the_old_one_ends(terminal: Terminal) -> None:
    """Tokens live for 61 s here, and one with less than 60 s left is replaced."""
    kept = KeptAccounts(terminal.home / "accounts.json")
    async with RiverrunClient(terminal.url) as client:
        account = await client.register(new_login(), "Ann", PASSWORD, kept.device())
        stale = msgspec.structs.replace(account, expires_ms=0)
        fresh: list[Account] = []
        client.login_account(stale, fresh.append)

        assert (await client.accounts.me()).player == account.player

    assert [one.session for one in fresh] == [account.session]
    assert fresh[0].refresh_token != account.refresh_token


async def test_a_guest_at_the_terminal_becomes_an_account(terminal: Terminal) -> None:
    async with RiverrunClient(terminal.url) as client:
        guest = await client.login_guest("Ann")
        account = await client.register(
            new_login(), "Ann", PASSWORD, KeptAccounts(terminal.home / "a.json").device(), guest.token
        )

        assert (await client.accounts.me()).player == guest.player == account.player


def test_a_machine_stays_the_same_device(tmp_path: Path) -> None:
    first, second = (KeptAccounts(tmp_path / "accounts.json").device() for _ in range(2))

    assert first == second


@pytest.mark.parametrize("unset", ["", "elsewhere"])
def test_accounts_are_kept_at_home_whatever_lies_in_the_environment(
    unset: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", unset)
    monkeypatch.chdir(tmp_path)

    accounts_of_this_person().device()

    assert [path.relative_to(tmp_path) for path in tmp_path.rglob("accounts.json")] == [
        Path(".config/riverrun/accounts.json")
    ]
