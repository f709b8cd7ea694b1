"""Answers `riverrun.club.v1.Clubs`."""

from riverrun.pb.club.v1 import club_pb2 as pb
from services.club.clubs import deciding
from services.club.clubs.club import Club
from services.club.clubs.clubs import table_of
from services.club.clubs.roles import MANAGERS
from services.club.counter import reading
from services.club.counter.desk import Context
from services.club.counter.members_counter import MembersCounter
from services.club.counter.telling import told_club, told_member
from services.club.ledger.accounts import member


class ClubsCounter(MembersCounter):
    """What it refuses, `Answering` turns into a status."""

    # -- what clubs there are

    async def Found(self, request: pb.FoundRequest, context: Context) -> pb.Club:  # noqa: N802
        by, kind, desk = self._wish(request), reading.kind(request.kind), self._desk

        def found() -> Club:
            if not desk.clubs.was_founded(by):
                desk.belonging.require_room_to_own(by.player)
                desk.belonging.require_room_to_join(by.player)
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
