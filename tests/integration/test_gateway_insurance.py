"""Insurance as people get it, with gateway, table, insurer and evaluator as they run (R9)."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from riverrun.client import Refused
from riverrun.contracts.insurance_views import OfferView
from tests.support.gateway import running_gateway
from tests.support.insured_people import BUY_IN, AllIn, Eye, all_in
from tests.support.insurer import insured_by, running_insurer
from tests.support.nats_server import NatsServers
from tests.support.table_process import TableProcesses

TRIES = 40


@pytest_asyncio.fixture
async def url(one_server: NatsServers, tmp_path: Path) -> AsyncIterator[str]:
    async with AsyncExitStack() as stack:
        insurer = await stack.enter_async_context(running_insurer())
        await stack.enter_async_context(TableProcesses(one_server, tmp_path).hosting(**insured_by(insurer)))
        yield (await stack.enter_async_context(running_gateway(one_server))).url


async def until_it_happens(url: str, scene: Callable[[AllIn], Awaitable[bool]]) -> None:
    """All-ins until the cards give what the scene needs."""
    for _ in range(TRIES):
        async with all_in(url) as hand:
            if await scene(hand):
                return
    raise AssertionError(f"{TRIES} all-ins and never the cards for it")


async def test_favourites_insure_parts_are_asked_again_and_are_paid_before_all_eyes(url: str) -> None:
    await until_it_happens(url, a_part_is_bought_on_the_flop)
    await until_it_happens(url, who_refused_on_the_flop_buys_on_the_turn)


async def a_part_is_bought_on_the_flop(hand: AllIn) -> bool:
    """Two fifths of the pot. Not without an offer on the flop."""
    offer = await hand.to_offer()
    if offer is None or offer.street != "flop" or offer.full is None:
        return False
    await nobody_else_may_answer(hand, offer)
    coverage = offer.full.coverage * 2 // 5
    await hand.buyer(offer).buy_insurance(1, "flop", 0, coverage)
    await hand.to_end()

    bought = hand.watcher.of("insurance_bought")[0]["cover"]
    whole = offer.prices[-1]
    assert (bought["seat"], bought["street"]) == (offer.seat, "flop")
    assert (bought["coverage"], bought["outs"]) == (coverage, offer.outs)
    assert bought["premium"] == -(-coverage * whole.per // whole.paid)
    all_is_settled(hand)
    return True


async def who_refused_on_the_flop_buys_on_the_turn(hand: AllIn) -> bool:
    """One chip's worth. Not without an offer on either street."""
    first = await hand.to_offer()
    if first is None or first.street != "flop":
        return False
    await hand.buyer(first).refuse_insurance(1, "flop", 0)
    await hand.watcher.until(lambda _: hand.offer is None)
    second = await hand.to_offer()
    if second is None:
        return False
    assert second.street == "turn"
    with pytest.raises(Refused) as late:
        await hand.buyer(first).buy_insurance(1, "flop", 0, 1)
    assert late.value.code == "not_asked"
    await hand.buyer(second).buy_insurance(1, "turn", 0, 1)
    await hand.to_end()

    (refused,), (bought,) = hand.watcher.of("insurance_refused"), hand.watcher.of("insurance_bought")
    assert (refused["seat"], refused["street"], refused["cause"]) == (first.seat, "flop", "player")
    assert (bought["cover"]["coverage"], bought["cover"]["premium"]) == (1, 1)
    all_is_settled(hand)
    return True


# -- what is promised of every such hand


async def nobody_else_may_answer(hand: AllIn, offer: OfferView) -> None:
    """Neither the other player nor who looks on."""
    buyer = hand.buyer(offer)
    for eye in hand.eyes:
        if eye.table is not buyer:
            with pytest.raises(Refused) as refused:
                await eye.table.buy_insurance(1, offer.street, offer.pot, 1)
            assert refused.value.code == "not_asked"


def all_is_settled(hand: AllIn) -> None:
    """Everybody was told the same, and it adds up to the chip."""
    told = [insurance_events(eye) for eye in hand.eyes]
    assert told[0] == told[1] == told[2]
    board = [event["cards"] for event in hand.watcher.of("board_dealt")]
    covers = [event["cover"] for event in hand.watcher.of("insurance_bought")]
    (settled,) = hand.watcher.of("insurance_settled")
    hits = [cover for cover in covers if board[{"flop": 1, "turn": 2}[cover["street"]]] in cover["outs"]]
    assert settled["paid"] == sum(cover["coverage"] for cover in hits)
    assert settled["due"] == sum(cover["premium"] for cover in covers if cover not in hits)
    assert 0 <= settled["taken"] <= settled["due"]
    for eye in hand.eyes:
        stacks = sum(seat["stack"] for seat in eye.of("ended")[0]["stacks"])
        assert stacks == 2 * BUY_IN + settled["paid"] - settled["taken"]
        sees_only_what_he_may(eye)


def insurance_events(eye: Eye) -> list[dict[str, Any]]:
    """What a client was told of insurance, in its order."""
    return [event for event in eye.events if event["type"].startswith("hand.insurance")]


def sees_only_what_he_may(eye: Eye) -> None:
    """No cards of others before all are turned up; of the offer nothing of the club's books."""
    for view in eye.views:
        if view.hand is not None and view.hand.phase == "betting":
            assert not any(seat.cards for seat in view.seats)
    for event in eye.of("insurance_offered"):
        assert event.keys() == {"type", "street", "offers", "deadline_ms", "without"}
