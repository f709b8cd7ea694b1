"""Insurance as a replay tells it: offers with their cards and odds, what was bought, who paid whom."""

from collections.abc import Callable
from typing import Any

from console.telling.words import name_at, pot_name, spaced
from riverrun.contracts.table_events import (
    CoverOffer,
    InsuranceBought,
    InsuranceNotOffered,
    InsuranceOffered,
    InsuranceRefused,
    InsuranceSettled,
    UninsuredPot,
)
from riverrun.holdem.state import Table

_WHY = {
    "no_favourite": "several hold the best hand",
    "no_outs": "no card would change who leads",
    "too_many_outs": "too many cards would",
    "nothing_left": "nothing is left to pay a premium from",
    "limit_reached": "the club's limit is reached",
    "no_answer": "nobody quoted it in time",
    "club_away": "the club did not say in time what its limit leaves",
}


def _offered(table: Table, event: InsuranceOffered) -> list[str]:
    return [*[_offer(table, offer) for offer in event.offers], *_without(event.without)]


def _offer(table: Table, offer: CoverOffer) -> str:
    whole = offer.prices[-1]
    hundredths = whole.paid * 100 // whole.per
    odds = f"{hundredths // 100}.{hundredths % 100:02d}".rstrip("0").rstrip(".")
    what = f"{pot_name(offer.pot)} of {offer.amount:,} at {odds} to 1"
    against = f"{spaced(offer.outs)}, {len(offer.outs)} of {offer.unseen} cards"
    return f"{name_at(table, offer.seat)} is offered insurance on {what} against {against}"


def _not_offered(_: Table, event: InsuranceNotOffered) -> list[str]:
    return _without(event.without)


def _without(pots: tuple[UninsuredPot, ...]) -> list[str]:
    return [f"No insurance on {pot_name(one.pot)}: {_WHY[one.reason]}" for one in pots]


def _bought(table: Table, event: InsuranceBought) -> list[str]:
    cover = event.cover
    what = f"{cover.coverage:,} of {pot_name(cover.pot)} against {spaced(cover.outs)} for {cover.premium:,}"
    does = "is covered for what is owed:" if event.carried else "insures"
    return [f"{name_at(table, cover.seat)} {does} {what}"]


def _refused(table: Table, event: InsuranceRefused) -> list[str]:
    return [f"{name_at(table, event.seat)} takes no insurance on {pot_name(event.pot)}"]


def _settled(table: Table, event: InsuranceSettled) -> list[str]:
    name = name_at(table, event.seat)
    lines = []
    if event.paid or not event.due:
        lines.append(f"The insurance pays {name} {event.paid:,} for {pot_name(event.pot)}")
    if event.due:
        owed = f" of {event.due:,} due" if event.taken < event.due else ""
        lines.append(f"{name} pays a premium of {event.taken:,}{owed}")
    return lines


TELLERS: dict[type[Any], Callable[[Any, Any], list[str]]] = {
    InsuranceOffered: _offered,
    InsuranceNotOffered: _not_offered,
    InsuranceBought: _bought,
    InsuranceRefused: _refused,
    InsuranceSettled: _settled,
}
