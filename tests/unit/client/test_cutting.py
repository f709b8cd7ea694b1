"""A client takes its part in the cut by itself, and notices a cut that is not as committed to (R11.4)."""

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from riverrun.client import Refused
from riverrun.client.cutting import Cutting
from riverrun.contracts.client_messages import CommitCutMessage, CutMessage, TellCutMessage
from riverrun.contracts.views import CutterView, HandView, OwnView, SeatView, TableView
from riverrun.kernel.cut import cut_commitment, cut_places

TABLE = "s0-fake1234"
ROOT = "ab" * 32
ANN = SeatView(seat=1, player="g-ann", name="Ann", stack=100, standing="active")
IDLE = TableView(
    table=TABLE, config={"players_cut": True}, hand_number=7, seats=(ANN,), hand=None, you=OwnView(seat=1)
)
BOBS_NONCE = bytes(range(32))
BOB = CutterView(2, cut_commitment(TABLE, 8, "g-bob", BOBS_NONCE).hex())


class Door:
    """Notes what is sent; refuses what it is told to."""

    def __init__(self) -> None:
        self.sent: list[CutMessage] = []
        self.refuses = False

    async def ask(self, message: CutMessage) -> None:
        self.sent.append(message)
        if self.refuses:
            raise Refused("cut_barred", "no")


@pytest.fixture
def door() -> Door:
    return Door()


@pytest.fixture
def cutting(door: Door) -> Cutting:
    ids = iter(range(100))
    return Cutting(TABLE, lambda: f"id-{next(ids)}", door.ask)


def being_cut(*cutters: CutterView, hand: int = 8) -> TableView:
    dealt = HandView(
        hand=hand,
        phase="cutting",
        street="preflop",
        button=1,
        small_blind=1,
        big_blind=2,
        boards=("",),
        pot=0,
        pots=(),
        current_bet=0,
        commitment=ROOT,
        cutters=cutters,
    )
    return replace(IDLE, hand_number=hand, hand=dealt)


async def committed(cutting: Cutting, door: Door) -> CutterView:
    cutting.look(IDLE)
    await asyncio.sleep(0)
    sent = door.sent[-1]
    assert isinstance(sent, CommitCutMessage)
    return CutterView(1, sent.commitment)


async def told(cutting: Cutting, door: Door) -> tuple[TableView, bytes]:
    own = await committed(cutting, door)
    view = being_cut(own, BOB)
    cutting.look(view)
    await asyncio.sleep(0)
    sent = next(message for message in door.sent if isinstance(message, TellCutMessage))
    return view, bytes.fromhex(sent.nonce)


def deck_cut(view: TableView, places: list[int], **nonces: bytes) -> dict[str, Any]:
    assert view.hand is not None
    cutters = [
        {"seat": one.seat, "commitment": one.commitment, "nonce": nonces.get(f"seat{one.seat}", b"").hex()}
        for one in view.hand.cutters
    ]
    return {"type": "hand.deck_cut", "cutters": cutters, "places": places}


async def test_it_commits_once_for_the_next_hand_and_tells_when_the_deck_and_all_commitments_stand(
    cutting: Cutting, door: Door
) -> None:
    own = await committed(cutting, door)
    cutting.look(IDLE)
    await asyncio.sleep(0)
    assert len(door.sent) == 1

    cutting.look(being_cut(own, BOB))
    await asyncio.sleep(0)

    commit, tell = door.sent[0], next(one for one in door.sent if isinstance(one, TellCutMessage))
    assert isinstance(commit, CommitCutMessage)
    assert (commit.hand, tell.hand) == (8, 8)
    assert cut_commitment(TABLE, 8, "g-ann", bytes.fromhex(tell.nonce)).hex() == commit.commitment
    assert cutting.nonce(8) == tell.nonce


async def test_a_nonce_is_told_once_and_never_where_the_commitment_is_not_its_own(
    cutting: Cutting, door: Door
) -> None:
    own = await committed(cutting, door)

    cutting.look(being_cut(CutterView(1, "00" * 32), BOB))
    cutting.look(being_cut(BOB))
    await asyncio.sleep(0)

    assert not any(isinstance(message, TellCutMessage) for message in door.sent)
    cutting.look(being_cut(own, BOB))
    cutting.look(being_cut(own, BOB))
    await asyncio.sleep(0)
    assert len([message for message in door.sent if isinstance(message, TellCutMessage)]) == 1


async def test_it_takes_no_part_without_the_option_without_a_seat_or_sitting_out(
    cutting: Cutting, door: Door
) -> None:
    cutting.look(replace(IDLE, config={}))
    cutting.look(replace(IDLE, you=None))
    cutting.look(replace(IDLE, seats=(replace(ANN, standing="sitting_out"),)))
    await asyncio.sleep(0)

    assert door.sent == []


async def test_a_refusal_costs_the_part_in_that_cut_and_nothing_else(cutting: Cutting, door: Door) -> None:
    door.refuses = True
    cutting.look(IDLE)
    await asyncio.sleep(0)
    cutting.look(IDLE)
    await asyncio.sleep(0)

    assert len(door.sent) == 1


async def test_a_right_cut_leaves_no_doubt(cutting: Cutting, door: Door) -> None:
    view, nonce = await told(cutting, door)
    places = list(cut_places(TABLE, 8, bytes.fromhex(ROOT), [(1, nonce), (2, BOBS_NONCE)]))

    cutting.look(view, (deck_cut(view, places, seat1=nonce, seat2=BOBS_NONCE),))

    assert cutting.doubts == {}


async def test_it_notices_that_its_part_was_left_out(cutting: Cutting, door: Door) -> None:
    view, _ = await told(cutting, door)
    places = list(cut_places(TABLE, 8, bytes.fromhex(ROOT), [(2, BOBS_NONCE)]))

    cutting.look(view, (deck_cut(view, places, seat2=BOBS_NONCE),))

    assert "left out" in cutting.doubts[8]


async def test_it_notices_a_cutter_who_had_not_committed(cutting: Cutting, door: Door) -> None:
    view, nonce = await told(cutting, door)
    event = deck_cut(view, [], seat1=nonce, seat2=BOBS_NONCE)
    event["cutters"][1]["commitment"] = "11" * 32

    cutting.look(view, (event,))

    assert "others" in cutting.doubts[8]


async def test_it_notices_a_cut_that_is_not_what_the_nonces_give(cutting: Cutting, door: Door) -> None:
    view, nonce = await told(cutting, door)

    cutting.look(view, (deck_cut(view, list(range(52)), seat1=nonce, seat2=BOBS_NONCE),))

    assert "not cut as" in cutting.doubts[8]
