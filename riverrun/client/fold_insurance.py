"""How insurance that is offered, bought, refused and settled changes a view."""

from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from riverrun.client.view_parts import hand_of, seat_at, with_hand, with_seat
from riverrun.contracts.insurance_views import CoverView, InsuranceView, OfferView
from riverrun.contracts.views import EventView, QuestionView, TableView


def _offered(view: TableView, event: EventView) -> TableView:
    offers = msgspec.convert(event["offers"], tuple[OfferView, ...])
    seats = tuple(dict.fromkeys([offer.seat for offer in offers]))
    question = QuestionView("insurance", seats, len(offers), event["deadline_ms"])
    return with_hand(view, question=question, insurance=InsuranceView(offers, _covers(view)))


def _not_offered(view: TableView, _: EventView) -> TableView:
    return with_hand(view, insurance=InsuranceView((), _covers(view)))


def _bought(view: TableView, event: EventView) -> TableView:
    cover = msgspec.convert(event["cover"], CoverView)
    return _answered(view, cover.pot, (cover,))


def _refused(view: TableView, event: EventView) -> TableView:
    return _answered(view, event["pot"], ())


def _answered(view: TableView, pot: int, bought: tuple[CoverView, ...]) -> TableView:
    insurance, question = hand_of(view).insurance, hand_of(view).question
    assert insurance is not None, "nothing is offered"
    assert question is not None, "nobody is asked"
    offers = tuple([offer for offer in insurance.offers if offer.pot != pot])
    seats = tuple(dict.fromkeys([offer.seat for offer in offers]))
    return with_hand(
        view,
        question=replace(question, seats=seats, number=len(offers)) if offers else None,
        insurance=InsuranceView(offers, (*insurance.covers, *bought)),
    )


def _covers(view: TableView) -> tuple[CoverView, ...]:
    insurance = hand_of(view).insurance
    return () if insurance is None else insurance.covers


def _settled(view: TableView, event: EventView) -> TableView:
    seat = seat_at(view, event["seat"])
    return with_seat(view, seat.seat, stack=seat.stack + event["paid"] - event["taken"])


FOLDERS: dict[str, Callable[[TableView, EventView], TableView]] = {
    "hand.insurance_offered": _offered,
    "hand.insurance_not_offered": _not_offered,
    "hand.insurance_bought": _bought,
    "hand.insurance_refused": _refused,
    "hand.insurance_settled": _settled,
}
