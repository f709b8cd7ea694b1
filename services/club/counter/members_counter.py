"""Answers of `riverrun.club.v1.Clubs` who belongs to a club, and as what."""

from collections.abc import Callable, Sequence
from functools import partial

from riverrun.kernel.identifiers import PlayerId
from riverrun.pb.club.v1 import club_pb2 as pb
from services.club.clubs import banning, deciding
from services.club.clubs.club import Club
from services.club.clubs.clubs import club_in
from services.club.clubs.deciding import By, Events, Held
from services.club.clubs.roles import Role
from services.club.counter import reading
from services.club.counter.clubs_looking import ClubsLooking
from services.club.counter.desk import Context
from services.club.identity.journal import LogAway
from services.club.identity.somebody import IsSomebody, everybody
from services.club.ledger import adjusting, settling
from services.club.ledger.accounts import agent, member
from services.club.ledger.books import Books
from services.club.ledger.ledger_events import ChipsMoved, CreditSet
from services.club.ledger.settling import Agency


class MembersCounter(ClubsLooking):
    """What it refuses, `Answering` turns into a status."""

    def __init__(self) -> None:
        super().__init__()
        self.is_somebody: IsSomebody = everybody

    def _wish(self, request: reading.Wish) -> By:
        return reading.wish(request, self._desk.clock.now_ms())

    async def _carry_out(
        self, context: Context, club: str, by: By, call: str, decide: Callable[[Club], Events]
    ) -> Club:
        name = reading.club(club)
        return await self._desk.do(
            context, lambda: self._desk.clubs.carry_out(name, by, f"Clubs.{call}", decide)
        )

    async def AskToJoin(  # noqa: N802
        self, request: pb.AskToJoinRequest, context: Context
    ) -> pb.Done:
        by = self._wish(request)
        await self._carry_out(
            context,
            club_in(request.code),
            by,
            "AskToJoin",
            lambda club: self._with_room(
                by.player, deciding.ask_to_join(club, by, request.name, request.code)
            ),
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
            lambda club: self._with_room(
                player if request.admit else "", deciding.answer_join(club, by, player, request.admit)
            ),
        )
        return pb.Done()

    def _with_room(self, player: PlayerId, events: Events) -> Events:
        """What lets him in, if he may belong to one more club; an empty `player` is not let in."""
        if player and events:
            self._desk.belonging.require_room_to_join(player)
        return events

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
            lambda club: self._earned_first(
                club, by, by.player, deciding.leave(club, by, self._held(club, by.player))
            ),
        )
        return pb.Done()

    async def Remove(self, request: pb.RemoveRequest, context: Context) -> pb.Done:  # noqa: N802
        by, player = self._wish(request), reading.player(request.player)
        await self._carry_out(
            context,
            request.club,
            by,
            "Remove",
            lambda club: self._earned_first(
                club, by, player, deciding.remove(club, by, player, self._held(club, player))
            ),
        )
        return pb.Done()

    async def Ban(self, request: pb.BanRequest, context: Context) -> pb.Done:  # noqa: N802
        by, player = self._wish(request), reading.player(request.player)
        try:
            exists = await self.is_somebody(player)
        except LogAway:
            await self._desk.away(context)
        await self._carry_out(
            context,
            request.club,
            by,
            "Ban",
            lambda club: self._earned_first(club, by, player, banning.ban(club, by, player, exists=exists)),
        )
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
            context, request.club, by, "GiveRole", lambda club: self._given(club, by, player, role)
        )
        return pb.Done()

    def _given(self, club: Club, by: By, player: PlayerId, role: Role) -> Events:
        events = deciding.give_role(club, by, player, role)
        if events and role == "owner":
            self._desk.belonging.require_room_to_own(player)
        return self._earned_first(club, by, player, events)

    def _earned_first(self, club: Club, by: By, player: PlayerId, events: Events) -> Events:
        """What makes an agent something else, once the ledger knows what he has earned of the open period.

        Should we end in between, he merely goes on earning from there on.
        """
        found = club.members.get(player)
        if events and found is not None and found.role == "agent":
            agency = Agency(player, found.rakeback_bps)
            his = [member for member, agent in club.agents.items() if agent == player]
            self._desk.ledger(club).decide(
                lambda books, _: settling.earn(books, agency, his, by.player, by.now_ms)
            )
        return events

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
