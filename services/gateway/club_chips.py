"""The REST part about a club's chips: balances, statements, grants, corrections."""

from aiohttp import web

from riverrun.contracts.club_messages import (
    AccountBalance,
    AccountPage,
    AdjustmentList,
    NewAdjustment,
    NewCollection,
    NewCredit,
    NewGrant,
    ProposedAdjustment,
    StatementPage,
    WaitingAdjustment,
)
from riverrun.pb.club.v1 import club_pb2 as pb
from services.gateway.bearer import json_of
from services.gateway.club_desk import ClubDesk, done, size_of, wish_in
from services.gateway.club_words import shown_entry


class ClubChips:
    """Its routes; each handler answers one."""

    def __init__(self, desk: ClubDesk) -> None:
        self._desk = desk

    def routes(self) -> list[web.RouteDef]:
        """Below `/v1/clubs/{club}`."""
        adjustments = "/v1/clubs/{club}/adjustments"
        return [
            web.get("/v1/clubs/{club}/balance", self.get_balance),
            web.get("/v1/clubs/{club}/accounts", self.get_accounts),
            web.get("/v1/clubs/{club}/statement", self.get_statement),
            web.post("/v1/clubs/{club}/grants", self.post_grant),
            web.post("/v1/clubs/{club}/take_backs", self.post_take_back),
            web.post("/v1/clubs/{club}/collections", self.post_collection),
            web.put("/v1/clubs/{club}/members/{player}/credit", self.put_credit),
            web.get(adjustments, self.get_adjustments),
            web.post(adjustments, self.post_adjustment),
            web.post(f"{adjustments}/{{adjustment}}/approval", self.post_approval),
            web.delete(f"{adjustments}/{{adjustment}}", self.delete_adjustment),
        ]

    async def get_balance(self, request: web.Request) -> web.Response:
        """What an account holds; the caller's own, or `?account=`."""
        line = self._desk.line
        asked = pb.BalanceRequest(
            by=self._desk.by(request),
            club=request.match_info["club"],
            account=request.query.get("account", ""),
        )
        found = await line.ask(line.ledger.Balance, asked)
        return json_of(AccountBalance(found.account, found.balance, found.limit))

    async def get_accounts(self, request: web.Request) -> web.Response:
        """All accounts, a page at a time."""
        line = self._desk.line
        asked = pb.AccountsRequest(
            by=self._desk.by(request),
            club=request.match_info["club"],
            page=request.query.get("cursor", ""),
            size=size_of(request),
        )
        found = await line.ask(line.ledger.Accounts, asked)
        accounts = [AccountBalance(one.account, one.balance, one.limit) for one in found.accounts]
        return json_of(AccountPage(accounts, found.next))

    async def get_statement(self, request: web.Request) -> web.Response:
        """An account's entries, a page at a time."""
        line = self._desk.line
        asked = pb.StatementRequest(
            by=self._desk.by(request),
            club=request.match_info["club"],
            account=request.query.get("account", ""),
            page=request.query.get("cursor", ""),
            size=size_of(request),
        )
        found = await line.ask(line.ledger.Statement, asked)
        entries = [shown_entry(one) for one in found.entries]
        return json_of(StatementPage(found.account, entries, found.next))

    async def post_grant(self, request: web.Request) -> web.Response:
        """Make chips for a member of a play club."""
        line, by = self._desk.line, self._desk.by(request)
        wanted = await wish_in(request, NewGrant)
        asked = pb.GrantRequest(
            by=by,
            club=request.match_info["club"],
            transfer=by.command,
            player=wanted.player,
            amount=wanted.amount,
            note=wanted.note,
        )
        return json_of(shown_entry(await line.ask(line.ledger.Grant, asked)), status=201)

    async def post_take_back(self, request: web.Request) -> web.Response:
        """Unmake chips of a member of a play club."""
        line, by = self._desk.line, self._desk.by(request)
        wanted = await wish_in(request, NewGrant)
        asked = pb.TakeBackRequest(
            by=by,
            club=request.match_info["club"],
            transfer=by.command,
            player=wanted.player,
            amount=wanted.amount,
            note=wanted.note,
        )
        return json_of(shown_entry(await line.ask(line.ledger.TakeBack, asked)), status=201)

    async def post_collection(self, request: web.Request) -> web.Response:
        """Move an agent's earnings to the agent's own account."""
        line, by = self._desk.line, self._desk.by(request)
        wanted = await wish_in(request, NewCollection)
        club = request.match_info["club"]
        asked = pb.CollectRequest(by=by, club=club, transfer=by.command, amount=wanted.amount)
        return json_of(shown_entry(await line.ask(line.ledger.Collect, asked)), status=201)

    async def put_credit(self, request: web.Request) -> web.Response:
        """Let a member's account go below zero."""
        line, by = self._desk.line, self._desk.by(request)
        wanted = await wish_in(request, NewCredit)
        asked = pb.SetCreditRequest(
            by=by,
            club=request.match_info["club"],
            player=request.match_info["player"],
            limit=wanted.limit,
            note=wanted.note,
        )
        await line.ask(line.ledger.SetCredit, asked)
        return done()

    async def get_adjustments(self, request: web.Request) -> web.Response:
        """Corrections that wait for a second person."""
        line = self._desk.line
        asked = pb.AdjustmentsRequest(by=self._desk.by(request), club=request.match_info["club"])
        found = await line.ask(line.ledger.Adjustments, asked)
        waiting = [
            WaitingAdjustment(one.transfer, one.source, one.target, one.amount, one.by, one.at_ms, one.note)
            for one in found.adjustments
        ]
        return json_of(AdjustmentList(waiting))

    async def post_adjustment(self, request: web.Request) -> web.Response:
        """Propose a correction."""
        line, by = self._desk.line, self._desk.by(request)
        wanted = await wish_in(request, NewAdjustment)
        asked = pb.ProposeAdjustmentRequest(
            by=by,
            club=request.match_info["club"],
            transfer=by.command,
            source=wanted.source,
            target=wanted.target,
            amount=wanted.amount,
            note=wanted.note,
        )
        await line.ask(line.ledger.ProposeAdjustment, asked)
        return json_of(ProposedAdjustment(by.command), status=201)

    async def post_approval(self, request: web.Request) -> web.Response:
        """Approve a correction that another proposed."""
        line = self._desk.line
        club, adjustment = request.match_info["club"], request.match_info["adjustment"]
        asked = pb.ApproveAdjustmentRequest(by=self._desk.by(request), club=club, transfer=adjustment)
        return json_of(shown_entry(await line.ask(line.ledger.ApproveAdjustment, asked)), status=201)

    async def delete_adjustment(self, request: web.Request) -> web.Response:
        """Give a correction up."""
        line = self._desk.line
        club, adjustment = request.match_info["club"], request.match_info["adjustment"]
        asked = pb.DropAdjustmentRequest(by=self._desk.by(request), club=club, transfer=adjustment)
        await line.ask(line.ledger.DropAdjustment, asked)
        return done()
