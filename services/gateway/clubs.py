"""The REST part about clubs: founding, joining, members and their roles, templates and tables."""

import msgspec
from aiohttp import web

from riverrun.contracts.club_messages import (
    AgentTerms,
    AskingPlayer,
    BannedPlayer,
    ChosenTemplate,
    ClubBounds,
    ClubList,
    JoinAnswer,
    JoinWish,
    MemberPage,
    NewAgent,
    NewClub,
    NewRole,
)
from riverrun.contracts.rest_messages import NewTable
from riverrun.contracts.table_config import TableConfig
from riverrun.pb.club.v1 import club_pb2 as pb
from services.gateway.bearer import body_of, json_of
from services.gateway.caller import CALLER
from services.gateway.club_desk import ClubDesk, done, size_of, wish_in
from services.gateway.club_words import KINDS, ROLES, shown_club, shown_member, told_bounds


class Clubs:
    """Its routes; each handler answers one."""

    def __init__(self, desk: ClubDesk) -> None:
        self._desk = desk

    def routes(self) -> list[web.RouteDef]:
        """`/v1/clubs` and below, but for chips."""
        member = "/v1/clubs/{club}/members/{player}"
        return [
            web.get("/v1/clubs", self.get_clubs),
            web.post("/v1/clubs", self.post_club),
            web.post("/v1/clubs/joins", self.post_join),
            web.get("/v1/clubs/{club}", self.get_club),
            web.get("/v1/clubs/{club}/members", self.get_members),
            web.post(f"{member}/answer", self.post_answer),
            web.put(f"{member}/role", self.put_role),
            web.put(f"{member}/agent", self.put_agent),
            web.put(f"{member}/terms", self.put_terms),
            web.delete(member, self.delete_member),
            web.put(f"{member}/ban", self.put_ban),
            web.delete(f"{member}/ban", self.delete_ban),
            web.post("/v1/clubs/{club}/code", self.post_code),
            web.put("/v1/clubs/{club}/bounds", self.put_bounds),
            web.put("/v1/clubs/{club}/templates/{template}", self.put_template),
            web.delete("/v1/clubs/{club}/templates/{template}", self.delete_template),
            web.post("/v1/clubs/{club}/tables", self.post_table),
        ]

    async def get_clubs(self, request: web.Request) -> web.Response:
        """The caller's clubs."""
        line, by = self._desk.line, self._desk.by(request)
        mine = await line.ask(line.clubs.Mine, pb.MineRequest(by=by))
        return json_of(ClubList([shown_club(one) for one in mine.clubs]))

    async def post_club(self, request: web.Request) -> web.Response:
        """A new club of the caller's."""
        line, by = self._desk.line, self._desk.by(request)
        wanted = await wish_in(request, NewClub)
        owner = request[CALLER].name
        asked = pb.FoundRequest(by=by, name=wanted.name, kind=KINDS[wanted.kind], owner_name=owner)
        return json_of(shown_club(await line.ask(line.clubs.Found, asked)), status=201)

    async def post_join(self, request: web.Request) -> web.Response:
        """Ask to be let in."""
        line, by = self._desk.line, self._desk.by(request)
        wanted = await wish_in(request, JoinWish, "code")
        asked = pb.AskToJoinRequest(by=by, code=wanted.code, name=request[CALLER].name)
        await line.ask(line.clubs.AskToJoin, asked)
        return done()

    async def get_club(self, request: web.Request) -> web.Response:
        """A club as the caller may see it."""
        line = self._desk.line
        asked = pb.ShowRequest(by=self._desk.by(request), club=request.match_info["club"])
        return json_of(shown_club(await line.ask(line.clubs.Show, asked)))

    async def get_members(self, request: web.Request) -> web.Response:
        """Members, a page at a time."""
        line = self._desk.line
        asked = pb.MembersRequest(
            by=self._desk.by(request),
            club=request.match_info["club"],
            page=request.query.get("cursor", ""),
            size=size_of(request),
        )
        found = await line.ask(line.clubs.Members, asked)
        asking = [AskingPlayer(one.player, one.name) for one in found.asking]
        banned = [BannedPlayer(one.player, one.name) for one in found.banned]
        members = [shown_member(one) for one in found.members]
        return json_of(MemberPage(members, asking, found.next, banned))

    async def post_answer(self, request: web.Request) -> web.Response:
        """Let in who asks, or not."""
        line, by = self._desk.line, self._desk.by(request)
        wanted = await wish_in(request, JoinAnswer)
        club, player = _member(request)
        asked = pb.AnswerJoinRequest(by=by, club=club, player=player, admit=wanted.admit)
        await line.ask(line.clubs.AnswerJoin, asked)
        return done()

    async def put_role(self, request: web.Request) -> web.Response:
        """Make a member something else."""
        line, by = self._desk.line, self._desk.by(request)
        wanted = await wish_in(request, NewRole)
        club, player = _member(request)
        asked = pb.GiveRoleRequest(by=by, club=club, player=player, role=ROLES[wanted.role])
        await line.ask(line.clubs.GiveRole, asked)
        return done()

    async def put_agent(self, request: web.Request) -> web.Response:
        """Say whose member one is."""
        line, by = self._desk.line, self._desk.by(request)
        wanted = await wish_in(request, NewAgent)
        club, player = _member(request)
        asked = pb.AssignAgentRequest(by=by, club=club, player=player, agent=wanted.agent)
        await line.ask(line.clubs.AssignAgent, asked)
        return done()

    async def put_terms(self, request: web.Request) -> web.Response:
        """Say what an agent gets."""
        line, by = self._desk.line, self._desk.by(request)
        wanted = await wish_in(request, AgentTerms)
        club, agent = _member(request)
        asked = pb.SetAgentTermsRequest(by=by, club=club, agent=agent, rakeback_bps=wanted.rakeback_bps)
        await line.ask(line.clubs.SetAgentTerms, asked)
        return done()

    async def delete_member(self, request: web.Request) -> web.Response:
        """Leave, or have somebody go."""
        line, by = self._desk.line, self._desk.by(request)
        club, player = _member(request)
        if player == by.player:
            await line.ask(line.clubs.Leave, pb.LeaveRequest(by=by, club=club))
        else:
            await line.ask(line.clubs.Remove, pb.RemoveRequest(by=by, club=club, player=player))
        return done()

    async def put_ban(self, request: web.Request) -> web.Response:
        """Let somebody in no more."""
        line, by = self._desk.line, self._desk.by(request)
        club, player = _member(request)
        await line.ask(line.clubs.Ban, pb.BanRequest(by=by, club=club, player=player))
        return done()

    async def delete_ban(self, request: web.Request) -> web.Response:
        """Let him ask again."""
        line, by = self._desk.line, self._desk.by(request)
        club, player = _member(request)
        await line.ask(line.clubs.LiftBan, pb.LiftBanRequest(by=by, club=club, player=player))
        return done()

    async def post_code(self, request: web.Request) -> web.Response:
        """A new code to join by."""
        line = self._desk.line
        asked = pb.ChangeCodeRequest(by=self._desk.by(request), club=request.match_info["club"])
        return json_of(shown_club(await line.ask(line.clubs.ChangeCode, asked)))

    async def put_bounds(self, request: web.Request) -> web.Response:
        """Say how large the club and its tables may be."""
        line, by = self._desk.line, self._desk.by(request)
        wanted = await wish_in(request, ClubBounds)
        asked = pb.SetLimitsRequest(by=by, club=request.match_info["club"], limits=told_bounds(wanted))
        await line.ask(line.clubs.SetLimits, asked)
        return done()

    async def put_template(self, request: web.Request) -> web.Response:
        """Keep a set of options; what is left out keeps its default."""
        line, by = self._desk.line, self._desk.by(request)
        options = msgspec.json.encode(await body_of(request, TableConfig))
        template = pb.Template(name=request.match_info["template"], options=options)
        asked = pb.SaveTemplateRequest(by=by, club=request.match_info["club"], template=template)
        await line.ask(line.clubs.SaveTemplate, asked)
        return done()

    async def delete_template(self, request: web.Request) -> web.Response:
        """Keep it no more."""
        line, by = self._desk.line, self._desk.by(request)
        club, template = request.match_info["club"], request.match_info["template"]
        asked = pb.DropTemplateRequest(by=by, club=club, template=template)
        await line.ask(line.clubs.DropTemplate, asked)
        return done()

    async def post_table(self, request: web.Request) -> web.Response:
        """A table from a template."""
        line, by = self._desk.line, self._desk.by(request)
        wanted = await wish_in(request, ChosenTemplate)
        asked = pb.OpenTableRequest(by=by, club=request.match_info["club"], template=wanted.template)
        opened = await line.ask(line.clubs.OpenTable, asked)
        response = json_of(NewTable(opened.table), status=201)
        response.headers["Location"] = f"/v1/tables/{opened.table}"
        return response


def _member(request: web.Request) -> tuple[str, str]:
    return request.match_info["club"], request.match_info["player"]
