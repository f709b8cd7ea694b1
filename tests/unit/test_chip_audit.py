"""The audit follows whole lives of tables, and finds every chip that a forged event makes or loses."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from riverrun.contracts.table_events import (
    BettingClosed,
    BlindPosted,
    BuyInConfirmed,
    BuyInReserved,
    HandEnded,
    HandStarted,
    HandVoided,
    InsuranceBought,
    InsuranceSettled,
    PlayerBet,
    PlayerCalled,
    PlayerRaised,
    PlayerStoodUp,
    PotAwarded,
    TableEvent,
    TurnStarted,
    UncalledBetReturned,
)
from riverrun.holdem.audit import ChipAudit, Finding
from riverrun.holdem.evolve import replay
from riverrun.kernel.chips import MAX_CHIPS
from services.table.codec import codec
from tests.support.table_life import TableLife

HANDS = 30


@pytest.fixture(scope="module")
def life() -> list[TableEvent]:
    """All events of a table with joins, leaves, all-ins and restarts."""
    wanted = {kind for kind, _ in FORGERIES}
    for seed in range(3, 40):
        lived = TableLife(seed)
        asyncio.run(lived.play(HANDS))
        events = [event for commit in lived.live.log.commits for event in codec.decode_all(commit)]
        if wanted <= {type(event) for event in events}:
            return events
    raise AssertionError("no life in which everything happens that can be forged")


def audited(events: list[TableEvent], first_version: int = 1) -> tuple[ChipAudit, Finding | None]:
    audit = ChipAudit()
    for version, event in enumerate(events, first_version):
        finding = audit.follow(version, event)
        if finding is not None:
            return audit, finding
    return audit, None


@pytest.mark.parametrize("seed", range(10))
def test_the_books_of_an_honest_table_close_at_every_event(seed: int) -> None:
    lived = TableLife(seed)
    asyncio.run(lived.play(HANDS))
    events = [event for commit in lived.live.log.commits for event in codec.decode_all(commit)]

    audit, finding = audited(events)

    assert finding is None
    assert (audit.totals.hands, audit.totals.events) == (HANDS, len(events))
    left = audit.totals.cashed_out + audit.totals.raked + audit.totals.insured
    assert audit.totals.bought == audit.totals.in_play + left
    assert audit.totals.bought > 0


Forge = Callable[[Any], Any]


def one_more(event: Any) -> Any:
    return replace(event, amount=event.amount + 1)


def richer_at_the_end(event: HandEnded) -> HandEnded:
    (seat, stack), *others = event.stacks
    return replace(event, stacks=((seat, stack + 1), *others))


def richer_at_the_start(event: HandStarted) -> HandStarted:
    first, *others = event.players
    return replace(event, players=(replace(first, stack=first.stack + 1), *others))


def larger_pot(event: BettingClosed) -> BettingClosed:
    main, *sides = event.pots
    return replace(event, pots=(replace(main, amount=main.amount + 1), *sides))


def covered_by_more(event: InsuranceBought) -> InsuranceBought:
    """A cover that no premium is taken for afterwards."""
    return replace(event, cover=replace(event.cover, premium=0))


def paid_too_much(event: InsuranceSettled) -> InsuranceSettled:
    return replace(event, paid=event.paid + MAX_CHIPS)


def taken_too_little(event: InsuranceSettled) -> InsuranceSettled:
    return replace(event, taken=event.taken - 1)


FORGERIES: list[tuple[type[Any], Forge]] = [
    (BuyInConfirmed, one_more),
    (BuyInReserved, one_more),
    (BlindPosted, one_more),
    (PlayerCalled, one_more),
    (PlayerBet, one_more),
    (PlayerRaised, one_more),
    (UncalledBetReturned, one_more),
    (PotAwarded, one_more),
    (PlayerStoodUp, one_more),
    (HandStarted, richer_at_the_start),
    (HandEnded, richer_at_the_end),
    (BettingClosed, larger_pot),
    (InsuranceBought, covered_by_more),
    (InsuranceSettled, paid_too_much),
    (InsuranceSettled, taken_too_little),
]


@pytest.mark.parametrize(("kind", "forge"), FORGERIES, ids=[kind.__name__ for kind, _ in FORGERIES])
def test_a_forged_amount_is_found_before_the_hand_is_over(
    life: list[TableEvent], kind: type[Any], forge: Forge
) -> None:
    at = next(place for place, event in enumerate(life) if type(event) is kind)
    forged = [*life[:at], forge(life[at]), *life[at + 1 :]]

    _, finding = audited(forged)

    assert finding is not None
    end = next(
        (place for place, event in enumerate(life) if place >= at and type(event) is HandEnded), len(life)
    )
    assert at + 1 <= finding.version <= end + 1


def test_a_finding_names_the_event_and_what_was_expected(life: list[TableEvent]) -> None:
    at = next(place for place, event in enumerate(life) if type(event) is PotAwarded)
    award = life[at]
    assert isinstance(award, PotAwarded)

    _, finding = audited([*life[:at], replace(award, amount=award.amount + 500)])

    assert finding is not None
    assert (finding.version, finding.event) == (at + 1, "hand.pot_awarded")
    assert finding.check == f"pot {award.pot} pays no more than it holds"
    assert int(finding.got) > int(finding.expected)


@pytest.mark.parametrize("stolen", [0, 5])
def test_a_void_hand_gives_everyone_back_what_was_put_in(life: list[TableEvent], stolen: int) -> None:
    at = next(place for place, event in enumerate(life) if type(event) is TurnStarted) + 1
    table = replay(None, life[:at])
    assert table is not None
    assert table.hand is not None
    put_in = [(player.seat, player.contribution + player.dead) for player in table.hand.players]
    (first, one), (second, two), *others = put_in
    stacks = tuple(
        (player.seat, player.stack + player.contribution + player.dead) for player in table.hand.players
    )
    void = HandVoided(((first, one + stolen), (second, two - stolen), *others))

    _, finding = audited([*life[:at], void, HandEnded("void", stacks, 0, 0)])

    assert (finding is None) == (stolen == 0)
    assert finding is None or finding.check == "a void hand gives everyone back what was put in"


def test_a_left_out_event_is_a_gap(life: list[TableEvent]) -> None:
    audit = ChipAudit()
    for version, event in enumerate(life[:10], 1):
        assert audit.follow(version, event) is None

    finding = audit.follow(12, life[11])

    assert finding is not None
    assert (finding.check, finding.expected, finding.got) == ("versions run without gaps", "11", "12")


def test_a_transfer_cannot_be_made_twice(life: list[TableEvent]) -> None:
    reserved = next(event for event in life if type(event) is BuyInReserved)
    at = life.index(reserved)

    _, finding = audited([*life[: at + 1], reserved])

    assert finding is not None
    assert finding.check == "a transfer is made once"


def test_an_event_that_cannot_follow_is_a_finding_and_no_crash(life: list[TableEvent]) -> None:
    _, finding = audited([life[0], PotAwarded(0, 1, 100)])

    assert finding is not None
    assert finding.check == "the event fits the table as it stands"
