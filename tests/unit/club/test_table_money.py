"""What a table's events move in its club's ledger: each transfer under an id that follows from the event."""

from typing import Any

from riverrun.contracts.commits import COMMIT_FORMAT, Commit
from riverrun.contracts.events.dealing import DealtIn
from riverrun.contracts.kept import CarriedTable, Seat
from riverrun.contracts.table_events import (
    BuyInConfirmed,
    BuyInRefused,
    HandEnded,
    HandSealed,
    HandStarted,
    HandVoided,
    InsuranceNotOffered,
    InsuranceOffered,
    InsuranceSettled,
    PlayerStoodUp,
    PotAwarded,
    RabbitHunted,
    RakeTaken,
    TableCarriedOn,
    TableClosed,
    TableRolled,
    UninsuredPot,
)
from scripts.record_golden_events import example_of
from services.club.ledger.accounts import FEES, INSURANCE, REVENUE, at_table, member, pending
from services.club.ledger.exposure import ReleaseAsked
from services.club.ledger.moving import Move
from services.club.tables.followed_table import FollowedTable, codec
from services.club.tables.money import Moved, Return, TableMoney

TABLE = "s0-rhine"
STARTED = HandStarted(7, 1, 1, 2, (DealtIn(1, "ann", 500), DealtIn(2, "bob", 500)), b"", b"", "key")
ENDED = HandEnded("showdown", ((1, 510), (2, 480)), 1, 2)
SEALED = example_of(HandSealed)


def moved(*events: Any) -> list[Moved]:
    money = TableMoney(TABLE)
    found = [money.take(version, event) for version, event in enumerate(events, 1)]
    return [one for one in found if one is not None]


def legs(*events: Any) -> list[tuple[str, str, str, int]]:
    return [
        (one.transfer, one.source, one.target, one.amount) for one in moved(*events) if isinstance(one, Move)
    ]


def test_a_confirmed_buy_in_arrives_at_the_table() -> None:
    assert legs(BuyInConfirmed("s0-rhine.b1", 1, 500)) == [
        ("s0-rhine.b1.seated", pending(TABLE), at_table(TABLE), 500)
    ]


def test_a_refused_buy_in_goes_back_if_it_was_paid() -> None:
    assert moved(BuyInRefused("s0-rhine.b1", 1, "not_enough_chips")) == [Return("s0-rhine.b1")]


def test_a_stack_goes_back_to_its_player_and_an_empty_one_moves_nothing() -> None:
    assert legs(PlayerStoodUp(1, "ann", "s0-rhine.u1", 510), PlayerStoodUp(2, "bob", "s0-rhine.u2", 0)) == [
        ("s0-rhine.u1", at_table(TABLE), member("ann"), 510)
    ]


def test_a_hands_rake_is_one_transfer_with_each_winners_part() -> None:
    (rake,) = moved(
        STARTED,
        RakeTaken(1, 4),
        PotAwarded(1, 2, 96, rake=4),
        RakeTaken(0, 7),
        PotAwarded(0, 1, 90, rake=4),
        PotAwarded(0, 2, 89, rake=3),
        ENDED,
        SEALED,
    )
    assert isinstance(rake, Move)
    assert (rake.transfer, rake.source, rake.target, rake.amount) == (
        "s0-rhine.rake.7",
        at_table(TABLE),
        REVENUE,
        11,
    )
    assert rake.parts == (("ann", 4), ("bob", 7))


def test_a_hand_without_rake_moves_nothing() -> None:
    assert legs(STARTED, PotAwarded(0, 1, 90), ENDED, SEALED, STARTED, HandVoided(()), ENDED, SEALED) == []


def test_a_look_at_the_cards_is_paid_to_the_club() -> None:
    (fee,) = moved(STARTED, ENDED, RabbitHunted(2, (9,), 25), SEALED)
    assert isinstance(fee, Move)
    assert (fee.transfer, fee.target, fee.amount, fee.parts) == (
        "s0-rhine.fee.3",
        FEES,
        25,
        (("bob", 25),),
    )


def test_insurance_is_paid_by_the_table_or_to_it() -> None:
    events = (STARTED, InsuranceSettled(0, 1, 0, 30, 30), InsuranceSettled(0, 2, 80, 0, 0), ENDED, SEALED)
    assert legs(*events) == [
        ("s0-rhine.insurance.2", at_table(TABLE), INSURANCE, 30),
        ("s0-rhine.insurance.3", INSURANCE, at_table(TABLE), 80),
    ]


def test_what_is_held_for_a_hand_is_let_go_when_it_is_over() -> None:
    offered = InsuranceOffered("flop", (), 0, held=900)
    assert moved(STARTED, offered, ENDED, SEALED) == [ReleaseAsked(TABLE, 7)]
    assert moved(STARTED, offered, HandVoided(())) == [ReleaseAsked(TABLE, 7)]


def test_a_table_that_did_not_hear_its_clubs_answer_leaves_it_open_whether_something_is_held() -> None:
    away = InsuranceNotOffered("flop", (UninsuredPot(0, "club_away"),))
    unpriced = InsuranceNotOffered("turn", (UninsuredPot(0, "no_answer"),))
    assert moved(STARTED, away, unpriced, ENDED, SEALED) == [ReleaseAsked(TABLE, 7, doubtful=True)]
    assert moved(STARTED, unpriced, ENDED, SEALED) == [ReleaseAsked(TABLE, 7)]


def test_where_no_limit_of_the_club_counts_nothing_has_to_be_let_go() -> None:
    nothing = InsuranceNotOffered("turn", (UninsuredPot(0, "too_many_outs"), UninsuredPot(1, "no_outs")))
    assert moved(STARTED, InsuranceOffered("flop", (), 0), nothing, ENDED, SEALED) == []


def test_where_no_room_is_left_what_the_hand_owes_may_be_held_and_is_let_go() -> None:
    nothing = InsuranceNotOffered("turn", (UninsuredPot(0, "limit_reached"),))
    assert moved(STARTED, InsuranceOffered("flop", (), 0), nothing, ENDED, SEALED) == [ReleaseAsked(TABLE, 7)]


def test_players_come_and_go_while_a_hand_is_played() -> None:
    between = (BuyInConfirmed("s0-rhine.b1", 3, 500), PlayerStoodUp(3, "cid", "s0-rhine.u1", 500))
    assert [transfer for transfer, *_ in legs(STARTED, *between, ENDED, SEALED)] == [
        "s0-rhine.b1.seated",
        "s0-rhine.u1",
    ]


def commit(first: int, *events: Any) -> Commit:
    return Commit(COMMIT_FORMAT, TABLE, first, "c", "table", 1, "", 7, codec.encode_all(events))


def test_following_can_begin_anew_at_the_start_of_the_hand_in_progress() -> None:
    table = FollowedTable(TABLE, "c-1")
    places = []
    for seq, one in ((10, commit(1, STARTED)), (14, commit(2, RakeTaken(0, 5))), (19, commit(3, ENDED))):
        list(table.take(seq, one))
        places.append(table.hand_from_seq)
    list(table.take(23, commit(4, SEALED, TableClosed("owner"))))
    assert [*places, table.hand_from_seq] == [10, 10, 10, 0]
    assert table.closed


def test_what_a_table_carries_to_its_next_id_is_one_transfer_that_both_ids_tell() -> None:
    carried = CarriedTable((Seat(1, "ann", "Ann", stack=510), Seat(2, "bob", "Bob", stack=480)), 7)
    went = (f"{TABLE}.carried", at_table(TABLE), at_table(f"{TABLE}-2"), 990)
    told_by_the_next = TableMoney(f"{TABLE}-2").take(2, TableCarriedOn(TABLE, carried))

    assert legs(TableRolled(f"{TABLE}-2", carried)) == [went]
    assert moved(TableRolled(f"{TABLE}-2", carried)) == [told_by_the_next]
    assert moved(TableRolled(f"{TABLE}-2", CarriedTable((), 7))) == [], "nobody's chips are no transfer"
