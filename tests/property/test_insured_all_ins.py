"""Random all-ins with insurance: chips are conserved after each event, and replay equals what was live."""

import asyncio
from random import Random
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from riverrun.contracts.insurance_options import InsuranceOptions
from riverrun.contracts.table_events import CoverOffer, InsuranceBought
from riverrun.holdem.audit import ChipAudit
from riverrun.holdem.evolve import evolve
from riverrun.holdem.state import Table, chips_due, chips_on
from riverrun.kernel.cards import ALL_CARDS, text_of
from services.table.codec import codec
from tests.support.insured_table import CONFIG, InsuredTable, insured_table

TERMS = st.builds(
    InsuranceOptions,
    offered=st.just(True),
    policy=st.sampled_from(["odds_table", "fair_margin"]),
    margin_bps=st.sampled_from([200, 700]),
    premium_on_hit=st.sampled_from(["returned", "kept"]),
    insure_ties=st.booleans(),
    carry=st.booleans(),
    limit_per_hand=st.sampled_from([0, 50, 400]),
    limit_in_all=st.sampled_from([0, 300]),
)


async def answered(table: InsuredTable, offer: CoverOffer, chance: Random) -> None:
    """The buyer takes anything that is sold, or nothing, or lets the time run out."""
    place = table.hand.seats.index(offer.seat)
    wish = chance.random()
    if wish < 0.15:
        return
    if wish < 0.3:
        await table.refuses(place, offer.pot)
        return
    every = [*offer.outs, *[tie.card for tie in offer.ties]]
    left_out = [] if offer.least else chance.sample(every, chance.randrange(len(every)))
    least, most = max(1, offer.least), offer.prices[len(every) - len(left_out) - 1].most
    reply = await table.buys(place, chance.randint(least, most), offer.pot, text_of(left_out))
    assert not reply.code, reply


async def played(terms: InsuranceOptions, club: str, seed: int) -> InsuredTable:
    """Two to five players with any stacks are all-in, some on the flop."""
    chance = Random(seed)
    players = chance.randint(2, 5)
    deck = chance.sample(ALL_CARDS, 2 * players + 5)
    holes = [text_of(deck[2 * at : 2 * at + 2]) for at in range(players)]
    stacks = [chance.randint(10, 900) for _ in range(players)]
    rake = replace(CONFIG.rake, bps=chance.choice([0, 300]), cap_two=20, cap_three_four=30, cap_five_up=40)
    config = replace(CONFIG, club=club, insurance=terms, rake=rake)
    table = await insured_table(*holes, board=text_of(deck[2 * players :]), stacks=stacks, config=config)
    await table.all_in()
    number = table.hand.hand
    while (hand := table.hosted.table.hand) is not None and hand.hand == number:
        for offer in () if hand.insurance is None else hand.insurance.offers:
            await answered(table, offer, chance)
        if chance.random() < 0.2:
            table.restart()
        await table.passes(chance.choice([1_000, 15_000]))
    return table


def replayed(table: InsuredTable) -> Table:
    """From the log alone, with the books closed after each event."""
    audit, state = ChipAudit(), None
    events: list[Any] = [event for one in table.log.commits for event in codec.decode_all(one)]
    for version, event in enumerate(events, 1):
        assert audit.follow(version, event) is None
        state = evolve(state, event)
        assert chips_on(state) == chips_due(state)
        if isinstance(event, InsuranceBought):
            assert event.cover.premium >= 1
    assert state is not None
    return state


@settings(max_examples=60, deadline=None)
@given(terms=TERMS, club=st.sampled_from(["", "c-rhine"]), seed=st.integers(0, 10**9))
def test_insured_all_ins_conserve_chips_and_replay_without_the_service(
    terms: InsuranceOptions, club: str, seed: int
) -> None:
    table = asyncio.run(played(terms, club, seed))
    asked = len(table.quotes.asked)

    state = replayed(table)

    assert msgspec.msgpack.encode(state) == msgspec.msgpack.encode(table.hosted.table)
    assert len(table.quotes.asked) == asked
    if terms.limit_in_all:
        assert table.hosted.table.insured >= -terms.limit_in_all
        assert table.pool.exposed <= terms.limit_in_all
