"""A club's table sells what its club holds for it below the one limit of all the club's tables (R9.12)."""

from typing import Any

from msgspec.structs import replace

from riverrun.contracts.table_events import (
    BoardDealt,
    InsuranceBought,
    InsuranceNotOffered,
    InsuranceOffered,
    InsuranceSettled,
    UninsuredPot,
)
from riverrun.holdem.audit import ChipAudit
from services.club.ledger.exposure import Exposure
from tests.support.insured_table import (
    ACES,
    BLANK,
    CONFIG,
    KING_ON_RIVER,
    KING_ON_TURN,
    KINGS,
    InsuredTable,
    insured_table,
    play_out,
)

CLUBS = replace(CONFIG, club="c-rhine")


async def clubs_table(board: str = BLANK, limit: int = 1_500, **options: Any) -> InsuredTable:
    """All-in before the flop for 500 each at a club's table; `first` leads with aces."""
    config = replace(CLUBS, insurance=replace(CLUBS.insurance, limit_in_all=limit, **options))
    table = await insured_table(ACES, KINGS, board=board, config=config)
    await table.all_in()
    return table


def held(table: InsuredTable) -> list[int]:
    """What each offer says that the club holds."""
    return [event.held for event in table.of(InsuranceOffered)]


async def test_what_is_offered_is_held_first() -> None:
    table = await clubs_table()

    await table.to_offer()

    (asked,) = table.pool.asked
    assert (asked.hand, asked.board, asked.limit, asked.owed, asked.covers) == (1, 3, 1_500, 0, 1_000)
    assert held(table) == [1_000]
    assert not table.offer.capped


async def test_less_room_caps_the_offer() -> None:
    table = await clubs_table(limit=120)

    await table.to_offer()

    assert table.offer.prices[-1].most == 120
    assert table.offer.capped
    assert (await table.buys(0, 121)).code == "cover_too_large"
    assert held(table) == [120]


async def test_without_room_nothing_is_offered() -> None:
    table = await clubs_table(limit=1_000)
    table.pool.ledger.books.exposures["s0-other"] = Exposure(3, 4, 1_000, 1_000)

    for _ in range(5):
        await table.next_street()

    none = (UninsuredPot(0, "limit_reached"),)
    assert table.of(InsuranceNotOffered) == [
        InsuranceNotOffered("flop", none),
        InsuranceNotOffered("turn", none),
    ]


async def test_what_the_flop_costs_by_then_is_part_of_what_is_held_on_the_turn() -> None:
    # A king comes on the turn; then the kings are ahead and one ace is left to fear on the river.
    table = await clubs_table(KING_ON_TURN, limit=1_600)
    await table.to_offer()
    assert not (await table.buys(0, 1_000)).code

    await table.to_offer()

    assert [(one.owed, one.covers) for one in table.pool.asked] == [(0, 1_000), (1_000, 1_000)]
    assert held(table) == [1_000, 1_600]
    assert table.offer.prices[-1].most == 600


async def test_a_club_that_does_not_answer_has_nothing_offered_and_the_hand_goes_on() -> None:
    table = await clubs_table()
    table.pool.away = True

    for _ in range(5):
        await table.next_street()

    none = (UninsuredPot(0, "club_away"),)
    assert table.of(InsuranceNotOffered) == [
        InsuranceNotOffered("flop", none),
        InsuranceNotOffered("turn", none),
    ]
    assert len(table.of(BoardDealt)) == 3


async def test_pots_that_cannot_be_insured_keep_their_reason_while_the_club_is_away() -> None:
    config = replace(CLUBS, insurance=replace(CLUBS.insurance, limit_in_all=1_500))
    # The short stack's deuces lead the main pot; the same cards tie for the side pot.
    holes = ("2h2s", "AhKd", "AsKc")
    table = await insured_table(*holes, board="7d9hJs3c4s", stacks=(500, 200, 500), config=config)
    table.pool.away = True
    await table.all_in()

    await table.to_offer()

    (none,) = table.of(InsuranceNotOffered)
    assert [(pot.pot, pot.reason) for pot in none.without] == [(0, "club_away"), (1, "no_favourite")]


async def test_a_club_that_comes_back_by_the_turn_insures_it() -> None:
    table = await clubs_table()
    table.pool.away = True
    await table.to_offer()
    table.pool.away = False

    await table.to_offer()

    assert table.offer.street == "turn"
    assert held(table) == [1_000]


async def test_a_host_that_dies_before_the_offer_is_written_asks_again_for_the_same() -> None:
    table = await clubs_table(limit=700)
    await table.next_street()
    first = table.offer
    table.log.commits.pop()
    table.restart()

    await table.settle()

    assert table.offer == first
    assert len(table.pool.asked) == 2
    assert table.pool.exposed == 700


async def test_what_is_bought_and_paid_stays_within_what_is_held() -> None:
    table = await clubs_table(KING_ON_RIVER, limit=800)
    await table.to_offer()
    await table.refuses(0)
    await table.to_offer()
    assert not (await table.buys(0, 800)).code

    await play_out(table)

    assert [event.cover.coverage for event in table.of(InsuranceBought)] == [800]
    assert [event.paid for event in table.of(InsuranceSettled)] == [800]
    assert held(table) == [800, 800]


async def test_an_audit_finds_a_table_that_pays_more_than_its_club_holds() -> None:
    table = await clubs_table(KING_ON_RIVER, limit=800)
    await table.to_offer()
    await table.refuses(0)
    await table.to_offer()
    await table.buys(0, 800)
    await play_out(table)

    assert audited(table) == ""
    assert audited(table, held=799) == "insurance pays no more than the club holds for the hand"


def audited(table: InsuredTable, held: int | None = None) -> str:
    """What an audit finds, where each offer says that so much was held; empty: nothing."""
    audit = ChipAudit()
    for version, event in enumerate(table.events_since(0), 1):
        forged = held is not None and isinstance(event, InsuranceOffered)
        told = replace(event, held=held) if forged else event
        finding = audit.follow(version, told)
        if finding is not None:
            return finding.check
    return ""


async def test_a_club_without_a_limit_is_asked_too_and_holds_nothing() -> None:
    table = await clubs_table(limit=0)
    await table.to_offer()
    assert [one.limit for one in table.pool.asked] == [0]
    assert (held(table), table.offer.capped, table.pool.exposed) == ([0], False, 0)


async def test_the_clubs_first_limit_binds_a_table_that_was_opened_before_it() -> None:
    table = await clubs_table(limit=0)
    table.pool.bound = 300
    await table.to_offer()
    assert (table.offer.prices[-1].most, table.offer.capped, held(table)) == (300, True, [300])


async def test_a_limit_that_is_set_between_flop_and_turn_counts_what_the_flop_costs() -> None:
    table = await clubs_table(KING_ON_TURN, limit=0)
    await table.to_offer()
    await table.buys(0, 1_000)
    table.pool.bound = 1_250

    await table.to_offer()

    assert held(table) == [0, 1_250]
    assert table.offer.prices[-1].most == 250
    await play_out(table)
    assert audited(table) == ""


async def test_a_limit_that_the_flops_covers_broke_before_it_was_set_leaves_no_offer_on_the_turn() -> None:
    table = await clubs_table(KING_ON_TURN, limit=0)
    await table.to_offer()
    await table.buys(0, 1_000)
    table.pool.bound = 400

    for _ in range(2):
        await table.next_street()

    assert table.of(InsuranceNotOffered) == [InsuranceNotOffered("turn", (UninsuredPot(0, "limit_reached"),))]
    assert table.pool.exposed == 1_000


async def test_a_limit_that_is_taken_away_after_the_flop_binds_the_turn_no_more() -> None:
    table = await clubs_table(KING_ON_RIVER, limit=0)
    table.pool.bound = 300
    await table.to_offer()
    await table.refuses(0)
    table.pool.bound = 0
    await table.to_offer()
    assert not (await table.buys(0, 1_000)).code

    await play_out(table)

    assert (held(table), table.pool.exposed) == ([300, 0], 0)
    assert [event.paid for event in table.of(InsuranceSettled)] == [1_000]
    assert audited(table) == ""


async def test_nobody_asks_the_club_where_no_pot_can_be_insured() -> None:
    table = await insured_table("AhKd", "AsKc", board=BLANK, config=CLUBS, limit_in_all=1_000)
    await table.all_in()
    await table.to_offer()
    assert table.pool.asked == []


async def test_outside_clubs_the_limit_is_the_tables_own() -> None:
    table = await insured_table(ACES, KINGS, board=BLANK, limit_in_all=120)
    await table.all_in()

    await table.to_offer()

    assert (table.offer.prices[-1].most, table.pool.asked, held(table)) == (120, [], [0])
