"""How insurance that is offered, bought, refused and settled changes a table (R9)."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from riverrun.contracts.table_events import (
    Cover,
    InsuranceBought,
    InsuranceNotOffered,
    InsuranceOffered,
    InsuranceRefused,
    InsuranceSettled,
)
from riverrun.holdem.evolve_bets import put
from riverrun.holdem.state import Hand, Insurance, Question, Table


def _offered(hand: Hand, event: InsuranceOffered) -> Hand:
    seats = tuple(dict.fromkeys([offer.seat for offer in event.offers]))
    question = Question("insurance", seats, len(event.offers), event.deadline_ms)
    insurance = Insurance(event.street, event.offers, _covers(hand))
    return replace(hand, question=question, insurance=insurance)


def _not_offered(hand: Hand, event: InsuranceNotOffered) -> Hand:
    return replace(hand, insurance=Insurance(event.street, (), _covers(hand)))


def _bought(hand: Hand, event: InsuranceBought) -> Hand:
    return _answered(hand, event.cover.pot, (event.cover,))


def _refused(hand: Hand, event: InsuranceRefused) -> Hand:
    return _answered(hand, event.pot, ())


def _answered(hand: Hand, pot: int, bought: tuple[Cover, ...]) -> Hand:
    """The offer on a pot is open no more; who has answered all of his is asked no more."""
    insurance, question = hand.insurance, hand.question
    assert insurance is not None, "no insurance is offered"
    assert question is not None, "nobody is asked"
    offers = tuple([offer for offer in insurance.offers if offer.pot != pot])
    assert len(offers) == len(insurance.offers) - 1, f"no offer on pot {pot} is open"
    waiting = tuple(dict.fromkeys([offer.seat for offer in offers]))
    question = replace(question, seats=waiting, number=len(offers)) if offers else None
    insurance = replace(insurance, offers=offers, covers=(*insurance.covers, *bought))
    return replace(hand, question=question, insurance=insurance)


def _covers(hand: Hand) -> tuple[Cover, ...]:
    return () if hand.insurance is None else hand.insurance.covers


def _settled(table: Table, event: InsuranceSettled) -> Table:
    hand = table.hand
    assert hand is not None, "no hand is in progress"
    at = hand.seats.index(event.seat)
    player = hand.players[at]
    players = put(hand.players, at, replace(player, stack=player.stack - event.to_club))
    return replace(table, insured=table.insured + event.to_club, hand=replace(hand, players=players))


CHANGES: dict[type[Any], Callable[[Hand, Any], Hand]] = {
    InsuranceOffered: _offered,
    InsuranceNotOffered: _not_offered,
    InsuranceBought: _bought,
    InsuranceRefused: _refused,
}

EVOLVERS: dict[type[Any], Callable[[Table, Any], Table]] = {
    InsuranceSettled: _settled,
}
