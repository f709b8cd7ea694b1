"""Answers `riverrun.club.v1.Clubs`."""

from collections.abc import Callable, Sequence
from functools import partial

from riverrun.kernel.identifiers import PlayerId
from riverrun.pb.club.v1 import club_pb2 as pb
from services.club.clubs import banning, deciding
from services.club.clubs.club import Club
from services.club.clubs.clubs import club_in, table_of
from services.club.clubs.deciding import By, Events, Held
from services.club.clubs.roles import MANAGERS
from services.club.counter import reading
from services.club.counter.clubs_looking import ClubsLooking
from services.club.counter.desk import Context
from services.club.counter.telling import told_club, told_member
from services.club.ledger import adjusting
from services.club.ledger.accounts import agent, member
from services.club.ledger.books import Books
from services.club.ledger.ledger_events import ChipsMoved, CreditSet


class ClubsCounter(ClubsLooking):
    """What it refuses, `Answering` turns into a status."""

    def _wish(self, request: reading.Wish) -> By:
        return reading.wish(request, self._desk.clock.now_ms())

    async def _carry_out(
        self, context: Context, club: str, by: By, call: str, decide: Callable[[Club], Events]
    ) -> Club:
        name = reading.club(club)
        return await self._desk.do(
            context, lambda: self._desk.clubs.carry_out(name, by, f"Clubs.{call}", decide)
        )

    # -- what clubs there are

    async def Found(self, request: pb.FoundRequest, context: Context) -> pb.Club:  # noqa: N802
        by, kind, desk = self._wish(request), reading.kind(request.kind), self._desk

        def found() -> Club:
            club = desk.clubs.found(by, request.name, kind, request.owner_name)
            desk.ledger(club)
            return club

        return told_club(await desk.do(context, found), by.player)

    async def Mine(self, request: pb.MineRequest, context: Context) -> pb.MineResponse:  # noqa: N802
        player, desk = reading.who(request.by), self._desk

        def mine() -> list[Club]:
            return [desk.clubs.show(club) for club in desk.directory.clubs_of(player)]

        return pb.MineResponse(clubs=[told_club(one, player) for one in await desk.do(context, mine)])

    async def Show(self, request: pb.ShowRequest, context: Context) -> pb.Club:  # noqa: N802
        player, club = reading.who(request.by), reading.club(request.club)
        return told_club(
            await self._desk.do(context, lambda: self._desk.allowed(club, player, "Clubs.Show")), player
        )

    async def Members(  # noqa: N802
        self, request: pb.MembersRequest, context: Context
    ) -> pb.MembersResponse:
        player, club = reading.who(request.by), reading.club(request.club)
        size, desk = reading.size(request.size), self._desk

        def page() -> pb.MembersResponse:
            found = desk.allowed(club, player, "Clubs.Members")
            manages = found.standing(player) in MANAGERS
            names = [
                name
                for name, one in sorted(found.members.items())
                if name > request.page and (manages or one.agent == player)
            ]
            shown = names[:size]
            ledger = desk.ledger(found)
            balances = ledger.read(lambda books: [books.balance(member(name)) for name in shown])
            told = [
                told_member(found.members[name], balance)
                for name, balance in zip(shown, balances, strict=True)
            ]
            shows_all = manages and not request.page
            asking = sorted(found.asking.items()) if shows_all else []
            banned = sorted(found.banned.items()) if shows_all else []
            return pb.MembersResponse(
                members=told,
                asking=[pb.Asking(player=who, name=name) for who, name in asking],
                banned=[pb.Banned(player=who, name=name) for who, name in banned],
                next=shown[-1] if len(names) > size else "",
            )

        return await desk.do(context, page)

    # -- who belongs to them

    async def AskToJoin(  # noqa: N802
        self, request: pb.AskToJoinRequest, context: Context
    ) -> pb.Done:
        by = self._wish(request)
        await self._carry_out(
            context,
            club_in(request.code),
            by,
            "AskToJoin",
            lambda club: deciding.ask_to_join(club, by, request.name, request.code),
        )
        return pb.Done()

    async def AnswerJoin(  # noqa: N802
        self, request: pb.AnswerJoinRequest, context: Context
    ) -> pb.Done:
        by, player = self._wish(request), reading.player(request.player)
        if request.admit:
            await self._desk.do(context, lambda: self._end_credit(reading.club(request.club), by, player))
        await self._carry_out(
            context,
            request.club,
            by,
            "AnswerJoin",
            lambda club: deciding.answer_join(club, by, player, request.admit),
        )
        return pb.Done()

    def _end_credit(self, club: str, by: By, player: PlayerId) -> None:
        found = self._desk.allowed(club, by.player, "Clubs.AnswerJoin")
        if player not in found.asking:
            return

        def decide(books: Books, _earlier: ChipsMoved | None) -> Sequence[CreditSet]:
            event = adjusting.end_credit(books, player, by.player, by.now_ms)
            return [] if event is None else [event]

        self._desk.ledger(found).decide(decide)

    async def Leave(self, request: pb.LeaveRequest, context: Context) -> pb.Done:  # noqa: N802
        by, name = self._wish(request), reading.club(request.club)
        seats = self._desk.seats
        tables = await self._desk.do(context, lambda: seats.tables_with_chips(name, by.player))
        await seats.require_away(by.player, tables)
        await self._carry_out(
            context,
            request.club,
            by,
            "Leave",
            lambda club: deciding.leave(club, by, self._held(club, by.player)),
        )
        return pb.Done()

    async def Remove(self, request: pb.RemoveRequest, context: Context) -> pb.Done:  # noqa: N802
        by, player = self._wish(request), reading.player(request.player)
        await self._carry_out(
            context,
            request.club,
            by,
            "Remove",
            lambda club: deciding.remove(club, by, player, self._held(club, player)),
        )
        return pb.Done()

    async def Ban(self, request: pb.BanRequest, context: Context) -> pb.Done:  # noqa: N802
        by, player = self._wish(request), reading.player(request.player)
        decide = partial(banning.ban, by=by, player=player)
        await self._carry_out(context, request.club, by, "Ban", decide)
        return pb.Done()

    async def LiftBan(self, request: pb.LiftBanRequest, context: Context) -> pb.Done:  # noqa: N802
        by, player = self._wish(request), reading.player(request.player)
        decide = partial(banning.lift_ban, by=by, player=player)
        await self._carry_out(context, request.club, by, "LiftBan", decide)
        return pb.Done()

    def _held(self, club: Club, player: PlayerId) -> Held:
        accounts = (member(player), agent(player))
        return self._desk.ledger(club).read(lambda books: {name: books.balance(name) for name in accounts})

    async def GiveRole(self, request: pb.GiveRoleRequest, context: Context) -> pb.Done:  # noqa: N802
        by, player, role = (
            self._wish(request),
            reading.player(request.player),
            reading.role(request.role),
        )
        await self._carry_out(
            context, request.club, by, "GiveRole", lambda club: deciding.give_role(club, by, player, role)
        )
        return pb.Done()

    async def AssignAgent(  # noqa: N802
        self, request: pb.AssignAgentRequest, context: Context
    ) -> pb.Done:
        by, player = self._wish(request), reading.player(request.player)
        agent = reading.player(request.agent, "agent") if request.agent else ""
        await self._carry_out(
            context,
            request.club,
            by,
            "AssignAgent",
            lambda club: deciding.assign_agent(club, by, player, agent),
        )
        return pb.Done()

    async def SetAgentTerms(  # noqa: N802
        self, request: pb.SetAgentTermsRequest, context: Context
    ) -> pb.Done:
        by, agent = self._wish(request), reading.player(request.agent, "agent")
        await self._carry_out(
            context,
            request.club,
            by,
            "SetAgentTerms",
            lambda club: deciding.set_agent_terms(club, by, agent, request.rakeback_bps),
        )
        return pb.Done()

    # -- how they are

    async def ChangeCode(self, request: pb.ChangeCodeRequest, context: Context) -> pb.Club:  # noqa: N802
        by = self._wish(request)
        code = self._desk.clubs.new_code(reading.club(request.club))
        changed = await self._carry_out(
            context,
            request.club,
            by,
            "ChangeCode",
            lambda club: deciding.change_code(club, by, code),
        )
        return told_club(changed, by.player)

    async def SetLimits(self, request: pb.SetLimitsRequest, context: Context) -> pb.Done:  # noqa: N802
        by, limits = self._wish(request), reading.limits(request.limits)
        await self._carry_out(
            context, request.club, by, "SetLimits", lambda club: deciding.set_limits(club, by, limits)
        )
        return pb.Done()

    async def SaveTemplate(  # noqa: N802
        self, request: pb.SaveTemplateRequest, context: Context
    ) -> pb.Done:
        by, name = self._wish(request), request.template.name
        options = reading.options(request.template.options)
        await self._carry_out(
            context,
            request.club,
            by,
            "SaveTemplate",
            lambda club: deciding.save_template(club, by, name, options),
        )
        return pb.Done()

    async def DropTemplate(  # noqa: N802
        self, request: pb.DropTemplateRequest, context: Context
    ) -> pb.Done:
        by = self._wish(request)
        await self._carry_out(
            context,
            request.club,
            by,
            "DropTemplate",
            lambda club: deciding.drop_template(club, by, request.template),
        )
        return pb.Done()

    async def OpenTable(  # noqa: N802
        self, request: pb.OpenTableRequest, context: Context
    ) -> pb.OpenTableResponse:
        by = self._wish(request)
        table = table_of(reading.club(request.club), by.player, by.cause)
        opened = await self._carry_out(
            context,
            request.club,
            by,
            "OpenTable",
            lambda club: deciding.open_table(club, by, request.template, table),
        )
        await self._desk.opener.open(table, opened.tables[table].config, by.player, by.cause)
        return pb.OpenTableResponse(table=table)

    async def RuleTable(self, request: pb.RuleTableRequest, context: Context) -> pb.Done:  # noqa: N802
        player, club, desk = reading.who(request.by), reading.club(request.club), self._desk
        options = reading.options(request.options) if request.options else None

        def rules() -> None:
            deciding.rule_table(desk.allowed(club, player, "Clubs.RuleTable"), request.table, options)

        await desk.do(context, rules)
        return pb.Done()

    async def ReviewPlay(  # noqa: N802
        self, request: pb.ReviewPlayRequest, context: Context
    ) -> pb.ReviewPlayResponse:
        player, club, desk = reading.who(request.by), reading.club(request.club), self._desk
        allowed = await desk.do(context, lambda: desk.allowed(club, player, "Clubs.ReviewPlay"))
        return pb.ReviewPlayResponse(tables=list(allowed.tables))
