"""The REST part about favourites and share links."""

from aiohttp import web

from riverrun.contracts.history_messages import (
    Favourite,
    FavouriteList,
    HandNote,
    MadeShare,
    NewShare,
    Share,
    ShareList,
)
from riverrun.kernel.identifiers import PlayerId, TableId
from riverrun.pb.history.v1 import history_pb2 as pb
from services.gateway.bearer import body_of, caller_of, json_of
from services.gateway.caller import Caller
from services.gateway.club_desk import done
from services.gateway.club_sight import ClubSight
from services.gateway.credentials import Credentials
from services.gateway.hand_sight import HAND, HandSight
from services.gateway.history_line import HistoryLine
from services.gateway.history_pages import hand_in
from services.gateway.link_secrets import LinkSecrets
from services.gateway.refusals import AccountNeeded, IdReused
from services.gateway.request_limits import RequestLimits

NOT_KEPT = {
    # What a link shows ends with the link: nobody in between keeps it, and no search engine lists it.
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex",
}


class AlbumPages:
    """Its routes. Albums are for people with accounts; a link opens to anybody who has it."""

    def __init__(
        self,
        line: HistoryLine,
        sight: ClubSight,
        secrets: LinkSecrets,
        credentials: Credentials,
        limits: RequestLimits,
    ) -> None:
        self._line = line
        self._secrets = secrets
        self._hands = HandSight(line, sight)
        self._credentials = credentials
        self._limits = limits

    def routes(self) -> list[web.RouteDef]:
        """Favourites and shares."""
        return [
            web.get("/v1/favourites", self.get_favourites),
            web.put(f"{HAND}/favourite", self.put_favourite),
            web.delete(f"{HAND}/favourite", self.delete_favourite),
            web.get("/v1/shares", self.get_shares),
            web.post(f"{HAND}/shares", self.post_share),
            web.delete("/v1/shares/{share}", self.delete_share),
            web.get("/v1/shared/{token}", self.get_shared),
        ]

    async def get_favourites(self, request: web.Request) -> web.Response:
        """The caller's."""
        asked = pb.FavouritesRequest(player=self._owner(request).player)
        found = await self._line.ask(self._line.albums.Favourites, asked)
        return json_of(
            FavouriteList(
                [Favourite(one.table, one.hand, one.since_ms, one.note) for one in found.favourites]
            )
        )

    async def put_favourite(self, request: web.Request) -> web.Response:
        """Keep a hand, with a note or without."""
        player, table, hand = await self._looked_into(request)
        note = (await body_of(request, HandNote)).note if request.can_read_body else ""
        asked = pb.KeepHandRequest(player=player, table=table, hand=hand, note=note)
        await self._line.ask(self._line.albums.KeepHand, asked)
        return done()

    async def delete_favourite(self, request: web.Request) -> web.Response:
        """Keep it no more."""
        player, (table, hand) = self._owner(request).player, hand_in(request)
        asked = pb.DropHandRequest(player=player, table=table, hand=hand)
        await self._line.ask(self._line.albums.DropHand, asked)
        return done()

    async def get_shares(self, request: web.Request) -> web.Response:
        """The caller's links."""
        asked = pb.SharesRequest(player=self._owner(request).player)
        found = await self._line.ask(self._line.albums.Shares, asked)
        return json_of(ShareList([_shown(one) for one in found.shares]))

    async def post_share(self, request: web.Request) -> web.Response:
        """A link to a hand, the same under the same key; its secret is stored nowhere."""
        player, table, hand = await self._looked_into(request)
        wanted = await body_of(request, NewShare) if request.can_read_body else NewShare()
        token = self._secrets.token(request, player, table, hand)
        asked = pb.ShareHandRequest(
            player=player,
            table=table,
            hand=hand,
            token=token,
            hide_cards=wanted.hide_cards,
            until_ms=wanted.until_ms,
        )
        made = await self._line.ask(self._line.albums.ShareHand, asked)
        if made.hide_cards != wanted.hide_cards:
            # Asked for before, and to show the other: nobody may take one for the other.
            raise IdReused
        path = f"/v1/shared/{token}"
        response = json_of(MadeShare(made.share, path), status=201)
        response.headers["Location"] = path
        return response

    async def delete_share(self, request: web.Request) -> web.Response:
        """The link shows nothing any more."""
        asked = pb.EndShareRequest(player=self._owner(request).player, share=request.match_info["share"])
        await self._line.ask(self._line.albums.EndShare, asked)
        return done()

    async def get_shared(self, request: web.Request) -> web.Response:
        """The hand behind a link, for anybody."""
        self._limits.check(request)
        asked = pb.TellSharedRequest(token=request.match_info["token"])
        found = await self._line.ask(self._line.albums.TellShared, asked)
        return web.Response(body=found.told, content_type="application/json", headers=NOT_KEPT)

    async def _looked_into(self, request: web.Request) -> tuple[PlayerId, TableId, int]:
        """Who keeps or shows which hand: one that he may look into. Raises `UnknownHand`, `NotAllowed`."""
        caller, (table, hand) = self._owner(request), hand_in(request)
        await self._hands.require(caller, table, hand)
        return caller.player, table, hand

    def _owner(self, request: web.Request) -> Caller:
        """Whose album it is. Raises `NotAuthenticated`, `AccountNeeded`."""
        self._limits.check(request)
        caller = caller_of(request, self._credentials)
        if not caller.session:
            raise AccountNeeded
        return caller


def _shown(share: pb.Share) -> Share:
    return Share(share.share, share.table, share.hand, share.since_ms, share.hide_cards, share.until_ms)
