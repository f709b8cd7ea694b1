"""Whatever a viewer asks of history, he is told no card that he was not shown: every call, every viewer."""

import asyncio
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass

import msgspec
import pytest

from riverrun.kernel.cards import TEXTS
from riverrun.pb.history.v1 import history_pb2 as pb
from services.history.database import Database
from services.history.settings import ClickHouseSettings
from tests.support.clickhouse import RunningClickHouse
from tests.support.history import PlayedLog
from tests.support.history_service import Answering, answering
from tests.support.patience import LONG_S

CARD = re.compile(r"(?<![A-Za-z0-9])(?:[2-9TJQKA][cdhs])+(?![A-Za-z0-9])")
FORMATS = (pb.FORMAT_PHH, pb.FORMAT_OPEN_HAND_HISTORY, pb.FORMAT_POKER_STARS)
VIEWERS = ("", "player-0", "player-1", "stranger")
TABLE = "s0-bench0000"


def cards_in(text: str) -> set[str]:
    """All cards that a text names, written apart or together."""
    found = CARD.findall(text)
    return {one[at : at + 2] for one in found for at in range(0, len(one), 2)}


@dataclass
class Truth:
    """What the log says of a hand: what all saw, and what each viewer was dealt."""

    public: set[str]
    own: dict[str, set[str]]

    def allowed(self, viewer: str) -> set[str]:
        return self.public | self.own.get(viewer, set())


@pytest.fixture
async def service(
    history: Database, played: PlayedLog, clickhouse_server: RunningClickHouse
) -> AsyncIterator[Answering]:
    settings = ClickHouseSettings(url=clickhouse_server.url, database=history.placement.database)
    async with answering(settings, played) as found:
        yield found


async def truths(service: Answering, played: PlayedLog) -> dict[int, Truth]:
    """Of the table's newest hands. Own cards are told to their owners, and known by nobody else."""
    shown = await asyncio.to_thread(played.shown)
    found = await service.history.FindHands(pb.FindHandsRequest(table=TABLE, most=6), timeout=LONG_S)
    hands: dict[int, Truth] = {}
    for one in found.hands:
        truth = hands[one.hand] = Truth(cards_in(" ".join([one.board, *shown[TABLE, one.hand].values()])), {})
        for viewer in VIEWERS[1:3]:
            asked = pb.TellHandRequest(table=TABLE, hand=one.hand, viewer=viewer)
            told = msgspec.json.decode((await service.history.TellHand(asked, timeout=LONG_S)).told)
            mine = [player["cards"] for player in told["hand"]["players"] if player["own"]]
            truth.own[viewer] = cards_in(" ".join(mine))
            assert len(truth.own[viewer]) == 2
        # Another's cards are told to nobody as one's own.
        assert truth.own["player-0"].isdisjoint(truth.own["player-1"])
    return hands


async def test_replays_and_files_tell_no_hidden_card(service: Answering, played: PlayedLog) -> None:
    for hand, truth in (await truths(service, played)).items():
        for viewer in VIEWERS:
            asked = pb.TellHandRequest(table=TABLE, hand=hand, viewer=viewer)
            texts = [(await service.history.TellHand(asked, timeout=LONG_S)).told.decode()]
            for form in FORMATS:
                file = pb.ExportHandRequest(table=TABLE, hand=hand, viewer=viewer, format=form)
                texts.append((await service.history.ExportHand(file, timeout=LONG_S)).file)
            for text in texts:
                assert cards_in(text) <= truth.allowed(viewer), (hand, viewer)


async def test_frames_tell_others_cards_only_from_when_they_were_shown(
    service: Answering, played: PlayedLog
) -> None:
    for hand, truth in (await truths(service, played)).items():
        asked = pb.TellHandRequest(table=TABLE, hand=hand, viewer="player-0")
        told = msgspec.json.decode((await service.history.TellHand(asked, timeout=LONG_S)).told)
        known = set(truth.own["player-0"])
        for frame in told["frames"]:
            step = frame["step"] or {"cards": ""}
            known |= cards_in(" ".join([step["cards"], *frame["boards"]]))
            assert cards_in(" ".join(seat["cards"] for seat in frame["seats"])) <= known


async def test_searching_for_a_card_finds_only_hands_in_which_it_was_seen(
    service: Answering, played: PlayedLog
) -> None:
    hands = await truths(service, played)
    for player in ("", "player-0"):
        found: dict[int, set[str]] = {hand: set() for hand in hands}
        for card in TEXTS:
            asked = pb.FindHandsRequest(player=player, table=TABLE, cards=card, most=500)
            for one in (await service.history.FindHands(asked, timeout=LONG_S)).hands:
                found.setdefault(one.hand, set()).add(card)
        for hand, truth in hands.items():
            assert found[hand] <= truth.public, (hand, player)


async def test_lists_and_figures_tell_no_hidden_card(service: Answering, played: PlayedLog) -> None:
    hands = await truths(service, played)
    for player in VIEWERS:
        listed = await service.history.FindHands(
            pb.FindHandsRequest(player=player, table=TABLE, most=6), timeout=LONG_S
        )
        for one in listed.hands:
            assert cards_in(str(one)) <= hands[one.hand].public
        figures = await service.history.Figures(pb.FiguresRequest(players=VIEWERS[1:]), timeout=LONG_S)
        names = {statistic.name for one in figures.players for statistic in one.statistics}
        assert not cards_in(" ".join(names))


async def test_a_link_tells_what_its_maker_was_told_or_less(service: Answering, played: PlayedLog) -> None:
    for hand, truth in list((await truths(service, played)).items())[:2]:
        for maker in VIEWERS[1:]:
            for hides in (False, True):
                token = f"{maker}.{'s' * 31}{hand % 10}{int(hides)}"
                wanted = pb.ShareHandRequest(
                    player=maker, table=TABLE, hand=hand, token=token, hide_cards=hides
                )
                made = await service.albums.ShareHand(wanted, timeout=LONG_S)
                told = await service.albums.TellShared(pb.TellSharedRequest(token=token), timeout=LONG_S)
                shown = cards_in(told.told.decode())
                assert shown <= (truth.public if hides else truth.allowed(maker))
                assert hides or truth.own.get(maker, set()) <= shown
                assert not cards_in(str(made))


async def test_albums_tell_no_hidden_card(service: Answering, played: PlayedLog) -> None:
    for hand in await truths(service, played):
        for player in VIEWERS[1:]:
            kept = pb.KeepHandRequest(player=player, table=TABLE, hand=hand)
            await service.albums.KeepHand(kept, timeout=LONG_S)
    for player in VIEWERS[1:]:
        kept_hands = await service.albums.Favourites(pb.FavouritesRequest(player=player), timeout=LONG_S)
        shares = await service.albums.Shares(pb.SharesRequest(player=player), timeout=LONG_S)
        assert not cards_in(f"{kept_hands} {shares}")
