"""The public client: one player's door to the tables."""

from collections.abc import Callable
from types import TracebackType
from typing import Any, Self

import aiohttp

from riverrun.client.accounts import Accounts
from riverrun.client.clock import ServerClock
from riverrun.client.club_chips import ClubChips
from riverrun.client.clubs import Clubs
from riverrun.client.credential import AccountTokens, FixedToken
from riverrun.client.finished_hands import FinishedHands
from riverrun.client.own_rules import OwnRules
from riverrun.client.rest import Rest
from riverrun.client.session import Session
from riverrun.client.watched_lobby import WatchedLobby
from riverrun.client.watched_table import WatchedTable
from riverrun.contracts.account_messages import Account, OwnDevice
from riverrun.contracts.rest_messages import Guest
from riverrun.contracts.table_config import TableConfig
from riverrun.contracts.views import LobbyEntry, Snapshot
from riverrun.kernel.identifiers import PlayerId, TableId

REST_TIMEOUT_S = 15


class RiverrunClient:
    """One player, one WebSocket for up to four tables.

    async with RiverrunClient("http://127.0.0.1:7300") as client:
        await client.login_guest("Ann")
        async with await client.watch((await client.tables())[0].table) as table:
            await table.sit_down(buy_in=10_000)
            async for update in table:
                if table.my_turn:
                    await table.call() if table.my_turn.call_amount else await table.check()

    Lost connections are made anew by themselves, tables resumed, and commands not yet answered sent again
    under the same id, so that nothing is lost and nothing applied twice.
    """

    def __init__(self, url: str, token: str = "", device: str = "") -> None:
        """`device`: an id drawn once and kept, for tables that keep people of one device apart."""
        self._url = url
        self._device = device
        self._token = token

    async def __aenter__(self) -> Self:
        timeout = aiohttp.ClientTimeout(total=REST_TIMEOUT_S)
        self._http = aiohttp.ClientSession(timeout=timeout)
        self._rest = Rest(self._http, self._url)
        self._session = Session(self._http, self._url)
        self._session.device = self._device
        self.accounts = Accounts(self._rest.ask)
        self.finished = FinishedHands(self._rest.ask)
        self.clubs = Clubs(self._rest.ask)
        self.chips = ClubChips(self._rest.ask)
        self.own_rules = OwnRules(self._rest.ask)
        if self._token:
            self.login(self._token)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._session.close()
        await self._http.close()

    # -- who I am

    async def login_guest(self, name: str) -> Guest:
        """Play as a new guest. Its token may be kept and given to a later client."""
        guest = await self._rest.new_guest(name)
        self.login(guest.token)
        self._session.player = guest.player
        return guest

    def login(self, token: str) -> None:
        """Play as whom the token proves."""
        self._rest.credential = self._session.credential = FixedToken(token)

    async def register(
        self, login: str, name: str, password: str, device: OwnDevice, guest_token: str = ""
    ) -> Account:
        """Register, and play as that account; `guest_token` makes the account that guest's."""
        account = await self.accounts.register(login, name, password, device, guest_token)
        self.login_account(account)
        return account

    async def log_in(self, login: str, password: str, device: OwnDevice) -> Account:
        """Log in, and play as that account."""
        account = await self.accounts.log_in(login, password, device)
        self.login_account(account)
        return account

    def login_account(self, account: Account, keep: Callable[[Account], None] | None = None) -> None:
        """Play as an account that is logged in; `keep` is given each new pair of tokens."""
        tokens = AccountTokens(account, self.accounts.refresh, keep)
        self._rest.credential = self._session.credential = tokens
        self._session.player = account.player

    @property
    def player(self) -> PlayerId:
        """The player's id; empty before the first connection."""
        return self._session.player

    @property
    def clock(self) -> ServerClock:
        """The server's clock as seen from here."""
        return self._session.clock

    # -- tables

    async def tables(self) -> list[LobbyEntry]:
        """The lobby."""
        return await self._rest.tables()

    async def watch_lobby(self) -> WatchedLobby:
        """The lobby as it changes: `async for tables in await client.watch_lobby()`."""
        return await self._session.watch_lobby()

    async def create_table(self, config: TableConfig | None = None) -> TableId:
        """Open a table and say its id. Raises `Refused` (`bad_config`) where an option is out of bounds."""
        return await self._rest.open_table(config or TableConfig())

    async def watch(self, table: TableId) -> WatchedTable:
        """Watch a table, from a first snapshot on. Raises `Refused` (`unknown_table`, `too_many_tables`)."""
        return await self._session.watch(table)

    async def snapshot(self, table: TableId) -> Snapshot:
        """The table as this player may see it now, without watching it."""
        return await self._rest.snapshot(table)

    async def hand(self, table: TableId, hand: int) -> dict[str, Any]:
        """A finished hand, with the proofs of the cards that this player may see."""
        return await self._rest.hand(table, hand)
