"""What a person's own limits come to: what is used of them, who is let in, and who has to leave."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, TypeAlias, get_args

import msgspec

from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import TableId
from services.club.bouncer.losses import Brought, lost
from services.club.bouncer.periods import period_of
from services.club.bouncer.play_time import Span, played_ms
from services.club.identity.counted import Counted
from services.club.identity.held_off import Excluded, LossLimitReached, TimeLimitReached
from services.club.identity.person import Person
from services.club.identity.person_events import OwnLimit
from services.club.ledger.ledger_events import LedgerKind

MINUTE_MS = 60_000
KINDS: tuple[LedgerKind, ...] = get_args(LedgerKind)
LOSSES: tuple[OwnLimit, ...] = ("loss_day", "loss_week", "loss_month")

WhyLeaving: TypeAlias = Literal["excluded", "loss_limit_reached", "time_limit_reached", "not_a_member"]


class Played(msgspec.Struct, frozen=True):
    """What is known of a person's play.

    Chips that he brought, by kind and the oldest first; what lies before him now; when he sat.
    """

    brought: Mapping[LedgerKind, Sequence[Brought]] = {}
    lies_there: Mapping[TableId, Chips] = {}
    sat: tuple[Span, ...] = ()


def limits_losses(person: Person, now_ms: int) -> bool:
    """Whether the ledgers have to be read for him."""
    return any(person.limit(limit).at(now_ms) for limit in LOSSES)


def counted(person: Person, played: Played, now_ms: int) -> list[Counted]:
    """How much of each limit that counts now is used up."""
    return [*_losses(person, played, now_ms, played.lies_there), *_time(person, played.sat, now_ms)]


def _losses(
    person: Person, played: Played, now_ms: int, lies_there: Mapping[TableId, Chips]
) -> Iterable[Counted]:
    for limit in LOSSES:
        value = person.limit(limit).at(now_ms)
        if not value:
            continue
        since_ms, until_ms = period_of(limit, now_ms)
        for kind in KINDS:
            # Winnings of play chips do not make up for the loss of others.
            used = lost(played.brought.get(kind, ()), lies_there, since_ms)
            yield Counted(limit, value, max(0, used), until_ms, kind)


def _time(person: Person, sat: Iterable[Span], now_ms: int) -> Iterable[Counted]:
    minutes = person.limit("time_day").at(now_ms)
    if minutes:
        from_ms, until_ms = period_of("time_day", now_ms)
        yield Counted("time_day", minutes, played_ms(sat, from_ms, now_ms) // MINUTE_MS, until_ms)


def why_leaving(person: Person, played: Played, now_ms: int) -> WhyLeaving | None:
    """Why he may not stay where he sits."""
    if now_ms < person.excluded_until_ms:
        return "excluded"
    reached = [one for one in counted(person, played, now_ms) if one.reached]
    if not reached:
        return None
    return "time_limit_reached" if reached[0].limit == "time_day" else "loss_limit_reached"


def admit(person: Person, played: Played, amount: Chips, kind: str, now_ms: int) -> None:
    """Whether he may sit down, and bring so many chips. Raises `HeldOff`.

    All that he brings could be lost, with all that lies at tables already: so he never loses more than he
    allowed himself.
    """
    if now_ms < person.excluded_until_ms:
        raise Excluded(until_ms=person.excluded_until_ms)
    for one in _time(person, played.sat, now_ms):
        if one.reached:
            raise TimeLimitReached(limit=one.limit, until_ms=one.until_ms)
    if not amount:
        return
    for one in _losses(person, played, now_ms, {}):
        if one.kind == kind and one.used + amount > one.value:
            most = max(0, one.value - one.used)
            raise LossLimitReached(limit=one.limit, most=most, until_ms=one.until_ms)
