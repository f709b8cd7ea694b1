"""Answers what is only looked at in `riverrun.club.v1.Ledger`: balances, statements, closed periods."""

from riverrun.kernel.identifiers import PlayerId
from riverrun.pb.club.v1 import club_pb2 as pb
from riverrun.pb.club.v1.club_pb2_grpc import LedgerServicer
from services.club.clubs.club import Club
from services.club.clubs.roles import MANAGERS
from services.club.clubs.sight import require_sight
from services.club.counter import reading
from services.club.counter.desk import Context, Desk
from services.club.counter.telling import told_entry, told_period
from services.club.ledger import refusals
from services.club.ledger.accounts import Account, NoSuchAccount, account, member
from services.club.ledger.settlement import settlement
from services.club.ledger.statement import statement


class LedgerLooking(LedgerServicer):
    """What it refuses, `Answering` turns into a status."""

    def __init__(self) -> None:
        self.desk: Desk | None = None

    @property
    def _desk(self) -> Desk:
        assert self.desk is not None, "asked before the service has started"
        return self.desk

    async def Balance(  # noqa: N802
        self, request: pb.BalanceRequest, context: Context
    ) -> pb.BalanceResponse:
        player, club = reading.who(request.by), reading.club(request.club)

        def look() -> pb.BalanceResponse:
            found, name = self._seen(club, player, request.account, "Ledger.Balance")
            held = self._desk.ledger(found).read(lambda books: books.holding(name))
            return pb.BalanceResponse(account=name, balance=held.balance, limit=held.limit)

        return await self._desk.do(context, look)

    async def Accounts(  # noqa: N802
        self, request: pb.AccountsRequest, context: Context
    ) -> pb.AccountsResponse:
        player, club = reading.who(request.by), reading.club(request.club)
        size = reading.size(request.size)

        def look() -> pb.AccountsResponse:
            found = self._desk.allowed(club, player, "Ledger.Accounts")
            accounts = self._desk.ledger(found).read(lambda books: sorted(books.accounts.items()))
            after = [(name, held) for name, held in accounts if name > request.page]
            shown = [
                pb.BalanceResponse(account=name, balance=held.balance, limit=held.limit)
                for name, held in after[:size]
            ]
            more = shown[-1].account if len(after) > size else ""
            return pb.AccountsResponse(accounts=shown, next=more)

        return await self._desk.do(context, look)

    async def Statement(  # noqa: N802
        self, request: pb.StatementRequest, context: Context
    ) -> pb.StatementResponse:
        player, club = reading.who(request.by), reading.club(request.club)
        size, begins = reading.size(request.size), reading.entry(request.page)

        def look() -> pb.StatementResponse:
            found, name = self._seen(club, player, request.account, "Ledger.Statement")
            page = statement(self._desk.ledger(found), name, begins, size)
            told = [told_entry(version, name, moved) for version, moved in page.entries]
            return pb.StatementResponse(account=name, entries=told, next=str(page.next or ""))

        return await self._desk.do(context, look)

    async def Settlements(  # noqa: N802
        self, request: pb.SettlementsRequest, context: Context
    ) -> pb.SettlementsResponse:
        player, club = reading.who(request.by), reading.club(request.club)

        def look() -> pb.SettlementsResponse:
            found = self._desk.allowed(club, player, "Ledger.Settlements")
            closed = self._desk.ledger(found).read(lambda books: list(books.periods.items()))
            return pb.SettlementsResponse(
                periods=[
                    pb.ClosedPeriod(period=name, from_ms=one.from_ms, to_ms=one.to_ms)
                    for name, one in reversed(closed)
                ]
            )

        return await self._desk.do(context, look)

    async def Settlement(  # noqa: N802
        self, request: pb.SettlementRequest, context: Context
    ) -> pb.SettleResponse:
        player, club = reading.who(request.by), reading.club(request.club)
        period = reading.period(request.period)

        def look() -> pb.SettleResponse:
            found = self._desk.allowed(club, player, "Ledger.Settlement")
            parts = settlement(self._desk.ledger(found), period)
            return told_period(parts, "" if found.standing(player) in MANAGERS else player)

        return await self._desk.do(context, look)

    def _seen(self, club: str, player: PlayerId, asked: str, call: str) -> tuple[Club, Account]:
        found = self._desk.allowed(club, player, call)
        try:
            name = account(asked) if asked else member(player)
        except NoSuchAccount:
            raise refusals.UnknownAccount(account=asked) from None
        require_sight(found, player, name, call)
        return found, name
