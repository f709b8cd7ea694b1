"""Who is logged in at which server from this machine, in a file that only its owner may read."""

import os
import platform
import secrets
from contextlib import suppress
from pathlib import Path

import msgspec

from console.account.own_folder import own_folder
from riverrun.contracts.account_messages import Account, OwnDevice


class _Kept(msgspec.Struct, frozen=True):
    device_id: str
    accounts: dict[str, Account] = {}


class KeptAccounts:
    """One account a server."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def of(self, url: str) -> Account | None:
        """The account that is logged in there, if one is."""
        return self._read().accounts.get(url)

    def keep(self, url: str, account: Account) -> None:
        """Remember it. Raises `OSError`: not kept, its refresh token would be lost."""
        kept = self._read()
        self._write(msgspec.structs.replace(kept, accounts={**kept.accounts, url: account}))

    def forget(self, url: str) -> None:
        """Be logged in there no more."""
        kept = self._read()
        accounts = {where: account for where, account in kept.accounts.items() if where != url}
        self._write(msgspec.structs.replace(kept, accounts=accounts))

    def device(self) -> OwnDevice:
        """This machine, the same each time."""
        kept = self._read()
        if not self._path.exists():
            # Not kept, the machine is merely another device next time.
            with suppress(OSError):
                self._write(kept)
        return OwnDevice(kept.device_id, f"terminal on {platform.node() or 'this machine'}"[:80])

    def _read(self) -> _Kept:
        with suppress(OSError, msgspec.MsgspecError):
            return msgspec.json.decode(self._path.read_bytes(), type=_Kept)
        return _Kept(f"terminal-{secrets.token_hex(8)}")

    def _write(self, kept: _Kept) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        written = self._path.with_suffix(".new")
        descriptor = os.open(written, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(msgspec.json.encode(kept))
        written.replace(self._path)


def accounts_of_this_person() -> KeptAccounts:
    """Those in the person's own folder."""
    return KeptAccounts(own_folder() / "accounts.json")
