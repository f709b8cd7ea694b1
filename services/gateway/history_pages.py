"""The REST part about finished hands: figures, the caller's hands, replays, files."""

from aiohttp import web

from riverrun.contracts import refusals
from riverrun.contracts.history_messages import (
    CountedStatistic,
    FigureList,
    HandList,
    ListedHand,
    ShownFigures,
)
from riverrun.kernel.identifiers import NotAnIdentifier, PlayerId, player_id, table_id
from riverrun.pb.history.v1 import history_pb2 as pb
from services.gateway.bearer import caller_of, json_of
from services.gateway.caller import Caller
from services.gateway.club_sight import ClubSight
from services.gateway.credentials import Credentials
from services.gateway.hand_sight import HAND, HandSight
from services.gateway.history_line import HistoryLine
from services.gateway.refusals import BadMessage
from services.gateway.request_limits import RequestLimits

FORMATS = {
    "phh": pb.FORMAT_PHH,
    "ohh": pb.FORMAT_OPEN_HAND_HISTORY,
    "stars": pb.FORMAT_POKER_STARS,
}
MOST_DIGITS = 16
MOST_PLAYERS = 9


class HistoryPages:
    """Its routes; each handler answers one. Who asks sees what he may see, and nobody else's cards."""

    def __init__(
        self, line: HistoryLine, sight: ClubSight, credentials: Credentials, limits: RequestLimits
    ) -> None:
        self._line = line
        self._sight = sight
        self._hands = HandSight(line, sight)
        self._credentials = credentials
        self._limits = limits

    def routes(self) -> list[web.RouteDef]:
        """Figures and hands."""
        return [
            web.get("/v1/figures", self.get_figures),
            web.get("/v1/hands", self.get_hands),
            web.get(HAND, self.get_hand),
            web.get(f"{HAND}/file", self.get_file),
        ]

    async def get_figures(self, request: web.Request) -> web.Response:
        """A HUD: the figures of up to nine players, as far as the caller may see them, or from elsewhere."""
        caller, named, imported = self._asker(request), _players(request), _flag(request, "imported")
        players = named if imported else await self._sight.known_to(caller, named)
        if named and not players:
            return json_of(FigureList([]))
        asked = pb.FiguresRequest(
            players=players,
            hands=pb.HandFilter(
                big_blind=_number(request, "big_blind"),
                position=request.query.get("position", ""),
                currency=request.query.get("currency", ""),
                since_ms=_number(request, "since_ms"),
                until_ms=_number(request, "until_ms"),
                players_from=min(_number(request, "players_from"), 9),
                players_to=min(_number(request, "players_to"), 9),
                imported=imported,
            ),
        )
        found = await self._line.ask(self._line.stub.Figures, asked)
        return json_of(FigureList([_shown(one) for one in found.players]))

    async def get_hands(self, request: web.Request) -> web.Response:
        """The caller's finished hands, or hands from elsewhere, the newest first."""
        caller, imported = self._asker(request).player, _flag(request, "imported")
        asked = pb.FindHandsRequest(
            player=request.query.get("player", "") if imported else caller,
            imported=imported,
            table=request.query.get("table", ""),
            big_blind=_number(request, "big_blind"),
            cards=request.query.get("cards", ""),
            pot_from=_number(request, "pot_from"),
            all_in=_flag(request, "all_in"),
            insured=_flag(request, "insured"),
            showdown=_flag(request, "showdown"),
            since_ms=_number(request, "since_ms"),
            before_ms=_number(request, "before_ms"),
            most=min(_number(request, "limit"), 500),
        )
        found = await self._line.ask(self._line.stub.FindHands, asked)
        names = ListedHand.__struct_fields__
        return json_of(
            HandList([ListedHand(**{name: getattr(one, name) for name in names}) for one in found.hands])
        )

    async def get_hand(self, request: web.Request) -> web.Response:
        """A finished hand, step by step."""
        viewer, table, hand = await self._looked_into(request)
        imported = _flag(request, "imported")
        asked = pb.TellHandRequest(table=table, hand=hand, viewer=viewer, imported=imported)
        try:
            found = await self._line.ask(self._line.stub.TellHand, asked)
        except LookupError:
            raise refusals.UnknownHand(hand=hand) from None
        return web.Response(body=found.told, content_type="application/json")

    async def get_file(self, request: web.Request) -> web.Response:
        """A finished hand as a file: `?format=` phh, ohh or stars."""
        viewer, table, hand = await self._looked_into(request)
        form = FORMATS.get(request.query.get("format", "phh"))
        if form is None:
            raise BadMessage("format", "phh, ohh or stars")
        imported = _flag(request, "imported")
        asked = pb.ExportHandRequest(table=table, hand=hand, viewer=viewer, format=form, imported=imported)
        try:
            found = await self._line.ask(self._line.stub.ExportHand, asked)
        except LookupError:
            raise refusals.UnknownHand(hand=hand) from None
        return web.Response(text=found.file, content_type="text/plain")

    async def _looked_into(self, request: web.Request) -> tuple[str, str, int]:
        """Who looks into which hand. Raises `NotAuthenticated`, `UnknownHand`, `NotAllowed`."""
        caller = self._asker(request)
        table, hand = hand_in(request)
        if not _flag(request, "imported"):
            await self._hands.require(caller, table, hand)
        return caller.player, table, hand

    def _asker(self, request: web.Request) -> Caller:
        """Who asks. Raises `NotAuthenticated`."""
        self._limits.check(request)
        return caller_of(request, self._credentials)


def _players(request: web.Request) -> list[PlayerId]:
    """Whom the query names. Raises `BadMessage`."""
    named = [one for one in request.query.get("players", "").split(",") if one]
    if len(named) > MOST_PLAYERS:
        raise BadMessage("players", f"at most {MOST_PLAYERS}")
    try:
        return [player_id(one) for one in named]
    except NotAnIdentifier:
        raise BadMessage("players", "ids of players, with commas between") from None


def hand_in(request: web.Request) -> tuple[str, int]:
    """The hand that the path names. Raises `UnknownHand`."""
    hand = int(request.match_info["hand"])
    try:
        table = table_id(request.match_info["table"])
    except NotAnIdentifier:
        raise refusals.UnknownHand(hand=hand) from None
    if not 0 < hand < 2**32:
        raise refusals.UnknownHand(hand=hand)
    return table, hand


def _number(request: web.Request, name: str) -> int:
    """A whole number of the query, 0 where it is not there. Raises `BadMessage`."""
    text = request.query.get(name, "0")
    if not (text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS):
        raise BadMessage(name, "a whole number")
    return int(text)


def _flag(request: web.Request, name: str) -> bool:
    return request.query.get(name, "") in ("1", "true")


def _shown(figures: pb.PlayerFigures) -> ShownFigures:
    statistics = {one.name: CountedStatistic(one.counted, one.out_of) for one in figures.statistics}
    return ShownFigures(
        figures.player,
        figures.hands,
        figures.net,
        figures.bb_per_100,
        figures.ev_bb_per_100,
        statistics,
    )
