"""Answers `riverrun.history.v1.Albums`."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import TypeVar

import nats.errors
import structlog
from eventsourcing.persistence import PersistenceError
from grpc import StatusCode

from riverrun.contracts.refusals import UnknownHand
from riverrun.kernel.identifiers import NotAnIdentifier, PlayerId, player_id
from riverrun.pb.history.v1 import history_pb2 as pb
from riverrun.pb.history.v1.history_pb2_grpc import AlbumsServicer
from riverrun.runtime.clock import Clock
from riverrun.runtime.grpc.bad_argument import BadArgument
from riverrun.runtime.nats.answers import ApiRefused
from services.history.albums import deciding, refusals
from services.history.albums.album import Share
from services.history.albums.album_events import HandKept, HandShared
from services.history.albums.albums import Albums, WrittenAllTheTime
from services.history.albums.deleted_people import DeletedPeople
from services.history.albums.links import link_in
from services.history.albums.notes import Notes
from services.history.asking import Asking, Context
from services.history.questions import hand_number_in
from services.history.servicer import told_hand

log = structlog.get_logger(__name__)

T = TypeVar("T")
LOG_AWAY = "log_away: ask again"
LONGEST_NOTE = 200


@dataclass(frozen=True)
class AlbumDesk:
    """What the calls stand on: albums, whose accounts are gone, the threads that block, and the clock."""

    albums: Albums
    deleted: DeletedPeople
    threads: Executor
    clock: Clock


class AlbumsCounter(AlbumsServicer):
    """What it refuses, `Answering` turns into a status."""

    def __init__(self, asking: Asking, notes: Notes) -> None:
        self.desk: AlbumDesk | None = None
        self._asking = asking
        self._notes = notes

    @property
    def _desk(self) -> AlbumDesk:
        assert self.desk is not None, "asked before the service has started"
        return self.desk

    async def KeepHand(self, request: pb.KeepHandRequest, context: Context) -> pb.KeepHandResponse:  # noqa: N802
        player, table, hand = _player_in(request.player), request.table, hand_number_in(request)
        if len(request.note) > LONGEST_NOTE:
            raise BadArgument("bad_note", "note", f"at most {LONGEST_NOTE} characters")
        await self._require_hand(context, table, hand)
        key_id, box = self._notes.sealed(player, table, hand, request.note)
        kept = HandKept(self._desk.clock.now_ms(), table, hand, key_id, box)
        await self._do(
            context, lambda albums: albums.carry_out(player, lambda album: deciding.keep(album, kept))
        )
        return pb.KeepHandResponse()

    async def DropHand(self, request: pb.DropHandRequest, context: Context) -> pb.DropHandResponse:  # noqa: N802
        player, table, hand = _player_in(request.player), request.table, hand_number_in(request)
        now_ms = self._desk.clock.now_ms()
        await self._do(
            context,
            lambda albums: albums.carry_out(player, lambda album: deciding.drop(album, table, hand, now_ms)),
        )
        return pb.DropHandResponse()

    async def Favourites(self, request: pb.FavouritesRequest, context: Context) -> pb.FavouritesResponse:  # noqa: N802
        player = _player_in(request.player)
        album = await self._do(context, lambda albums: albums.of(player))
        kept = sorted(album.favourites.values(), key=lambda one: one.since_ms, reverse=True)
        return pb.FavouritesResponse(
            favourites=[
                pb.Favourite(
                    table=one.table,
                    hand=one.hand,
                    since_ms=one.since_ms,
                    note=self._notes.opened(player, one),
                )
                for one in kept
            ]
        )

    async def ShareHand(self, request: pb.ShareHandRequest, context: Context) -> pb.Share:  # noqa: N802
        player, table, hand = _player_in(request.player), request.table, hand_number_in(request)
        now_ms, until_ms = self._desk.clock.now_ms(), request.until_ms
        if until_ms and until_ms <= now_ms:
            raise BadArgument("bad_time", "until_ms", "later than now, or not at all")
        share = _share_in(request.token, player)
        await self._require_hand(context, table, hand)
        shared = HandShared(now_ms, share, table, hand, not request.hide_cards, until_ms)
        album = await self._do(
            context, lambda albums: albums.carry_out(player, lambda album: deciding.share(album, shared))
        )
        return _told(album.shares[share])

    async def Shares(self, request: pb.SharesRequest, context: Context) -> pb.SharesResponse:  # noqa: N802
        player, now_ms = _player_in(request.player), self._desk.clock.now_ms()
        album = await self._do(context, lambda albums: albums.of(player))
        shown = [one for one in album.shares.values() if one.shows(now_ms)]
        newest_first = sorted(shown, key=lambda one: one.since_ms, reverse=True)
        return pb.SharesResponse(shares=[_told(one) for one in newest_first])

    async def EndShare(self, request: pb.EndShareRequest, context: Context) -> pb.EndShareResponse:  # noqa: N802
        player, now_ms = _player_in(request.player), self._desk.clock.now_ms()
        await self._do(
            context,
            lambda albums: albums.carry_out(
                player, lambda album: deciding.end_share(album, request.share, now_ms)
            ),
        )
        return pb.EndShareResponse()

    async def TellShared(self, request: pb.TellSharedRequest, context: Context) -> pb.TellHandResponse:  # noqa: N802
        now_ms = self._desk.clock.now_ms()
        maker, share = await self._do(context, lambda albums: albums.behind(request.token, now_ms))
        await self._require_account(context, maker)
        viewer = maker if share.own_cards else ""
        hand = await self._asking.hand(context, share.table, share.hand, viewer)
        if hand is None:
            raise refusals.UnknownShare
        return told_hand(hand)

    async def _require_hand(self, context: Context, table: str, hand: int) -> None:
        """Only what is there may be kept or shown. Raises `UnknownHand`."""
        if await self._asking.hand(context, table, hand) is None:
            raise UnknownHand(hand=hand)

    async def _require_account(self, context: Context, maker: PlayerId) -> None:
        """Who is gone shows nothing. Raises `UnknownShare`."""
        try:
            gone = await self._desk.deleted.has(maker)
        except (nats.errors.Error, ApiRefused, TimeoutError, OSError) as away:
            await self._log_away(context, away)
            raise
        if gone:
            raise refusals.UnknownShare

    async def _do(self, context: Context, work: Callable[[Albums], T]) -> T:
        """Run what blocks; a log that is away becomes UNAVAILABLE."""
        desk = self._desk
        try:
            return await asyncio.get_running_loop().run_in_executor(desk.threads, work, desk.albums)
        except (PersistenceError, WrittenAllTheTime) as away:
            await self._log_away(context, away)
            raise

    async def _log_away(self, context: Context, away: Exception) -> None:
        log.warning("log_away", reason=repr(away))
        await context.abort(StatusCode.UNAVAILABLE, LOG_AWAY)


def _player_in(text: str) -> PlayerId:
    try:
        return player_id(text)
    except NotAnIdentifier:
        raise BadArgument("bad_player", "player", "a player's id") from None


def _share_in(token: str, player: PlayerId) -> str:
    """The mark of a link of the player's own."""
    try:
        link = link_in(token)
    except refusals.UnknownShare:
        raise BadArgument("bad_token", "token", "player.secret, the secret of 128 bits and more") from None
    if link.player != player:
        raise BadArgument("bad_token", "token", "begins with the player's own id")
    return link.share


def _told(share: Share) -> pb.Share:
    return pb.Share(
        share=share.share,
        table=share.table,
        hand=share.hand,
        since_ms=share.since_ms,
        hide_cards=not share.own_cards,
        until_ms=share.until_ms,
    )
