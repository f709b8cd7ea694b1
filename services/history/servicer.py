"""The calls of the history service: read, ask ClickHouse, answer."""

from collections.abc import Callable

import msgspec
from grpc import StatusCode

from riverrun.pb.history.v1 import history_pb2 as pb
from riverrun.pb.history.v1.history_pb2_grpc import HistoryServicer
from riverrun.runtime.grpc.bad_argument import BadArgument
from services.history.asking import Asking, Context
from services.history.exports.open_hand_history import open_hand_history
from services.history.exports.phh import phh
from services.history.exports.poker_stars import poker_stars
from services.history.hands.frames import frames
from services.history.hands.search import HandSearch
from services.history.hands.told_hand import ToldHand
from services.history.questions import hand_number_in, hands_in, players_in, wanted_in
from services.history.statistics.figures import Figures
from services.history.statistics.hud import Hud

_WRITERS: dict[int, Callable[[ToldHand], str]] = {
    pb.FORMAT_PHH: phh,
    pb.FORMAT_OPEN_HAND_HISTORY: open_hand_history,
    pb.FORMAT_POKER_STARS: poker_stars,
}


class History(HistoryServicer):
    """Answers `riverrun.history.v1.History`. What it refuses, `Answering` turns into a status."""

    def __init__(self, ours: Asking, imported: Asking) -> None:
        self._ours = ours
        self._imported = imported

    async def Figures(self, request: pb.FiguresRequest, context: Context) -> pb.FiguresResponse:  # noqa: N802
        players, hands = players_in(request), hands_in(request.hands)
        asking = self._asking(request.hands.imported)
        found = await asking.ask(context, lambda database: Hud(database).of(players, hands))
        return pb.FiguresResponse(players=[_figures(who, found[who]) for who in players if who in found])

    async def FindHands(self, request: pb.FindHandsRequest, context: Context) -> pb.FindHandsResponse:  # noqa: N802
        wanted = wanted_in(request)
        asking = self._asking(request.imported)
        found = await asking.ask(context, lambda database: HandSearch(database).find(wanted))
        return pb.FindHandsResponse(hands=[pb.FoundHand(**msgspec.structs.asdict(one)) for one in found])

    async def TellHand(self, request: pb.TellHandRequest, context: Context) -> pb.TellHandResponse:  # noqa: N802
        hand = await self._told(request, context)
        return told_hand(hand)

    async def ExportHand(self, request: pb.ExportHandRequest, context: Context) -> pb.ExportHandResponse:  # noqa: N802
        write = _WRITERS.get(request.format)
        if write is None:
            raise BadArgument("unknown_format", "format", "PHH, Open Hand History or PokerStars")
        return pb.ExportHandResponse(file=write(await self._told(request, context)))

    def _asking(self, imported: bool) -> Asking:
        return self._imported if imported else self._ours

    async def _told(self, request: pb.TellHandRequest | pb.ExportHandRequest, context: Context) -> ToldHand:
        asking = self._asking(request.imported)
        hand = await asking.hand(context, request.table, hand_number_in(request), request.viewer)
        if hand is None:
            await context.abort(StatusCode.NOT_FOUND, "no finished hand of that number")
        assert hand is not None, "the call was aborted"
        return hand


def told_hand(hand: ToldHand) -> pb.TellHandResponse:
    """A hand with its frames, as JSON that is passed on as it is."""
    return pb.TellHandResponse(told=msgspec.json.encode({"hand": hand, "frames": list(frames(hand))}))


def _figures(player: str, figures: Figures) -> pb.PlayerFigures:
    return pb.PlayerFigures(
        player=player,
        hands=figures.hands,
        statistics=[
            pb.Statistic(name=name, counted=ratio.counted, out_of=ratio.out_of)
            for name, ratio in figures.ratios.items()
        ],
        net=figures.net,
        bb_per_100=figures.bb_per_100 or 0.0,
        ev_bb_per_100=figures.ev_bb_per_100 or 0.0,
    )
