"""People's own limits: in which period they count, who is let in with what, who has to leave (R13.4)."""

from datetime import UTC, datetime

import pytest

from services.club.bouncer import rules
from services.club.bouncer.losses import Brought
from services.club.bouncer.periods import period_of
from services.club.bouncer.play_time import played_ms
from services.club.bouncer.rules import Played
from services.club.identity import decide
from services.club.identity.decide import DAY_MS
from services.club.identity.held_off import Excluded, LossLimitReached, TimeLimitReached
from services.club.identity.person import Person, evolve_all
from services.club.identity.person_events import OwnLimit, PasswordSet

HOUR_MS = 3_600_000


def at(text: str) -> int:
    return round(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


NOON = at("2026-11-11 12:00")
"""A Wednesday."""


def ann() -> Person:
    return evolve_all(
        Person("p-ann"), decide.register(Person("p-ann"), "c", b"", PasswordSet(b""), NOON - 90 * DAY_MS)
    )


def limited(limit: OwnLimit, value: int, person: Person | None = None, now_ms: int = NOON) -> Person:
    person = person or ann()
    return evolve_all(person, decide.choose_limit(person, limit, value, now_ms, DAY_MS))


def bought(amount: int, at_ms: int = NOON - HOUR_MS) -> Played:
    return Played({"real": [Brought("t1", "s0-river", amount, at_ms)]}, {"s0-river": amount})


def test_a_day_a_week_from_monday_and_a_month_end_at_midnight_in_utc() -> None:
    assert period_of("loss_day", NOON) == (at("2026-11-11"), at("2026-11-12"))
    assert period_of("loss_week", NOON) == (at("2026-11-09"), at("2026-11-16"))
    assert period_of("loss_month", NOON) == (at("2026-11-01"), at("2026-12-01"))
    assert period_of("loss_month", at("2026-12-31 23:59")) == (at("2026-12-01"), at("2027-01-01"))


def test_an_hour_at_four_tables_is_an_hour() -> None:
    spans = [(0, 60), (10, 30), (20, 70), (90, 100)]

    assert played_ms(spans, 0, 1_000) == 80
    assert played_ms(spans, 50, 95) == 25
    assert played_ms([], 0, 1_000) == 0


def test_a_stricter_limit_counts_at_once_and_a_looser_one_after_cooling_off() -> None:
    strict = limited("loss_day", 500, limited("loss_day", 1_000))
    loose = limited("loss_day", 2_000, strict)
    none = limited("loss_day", 0, strict)

    assert strict.limit("loss_day").at(NOON) == 500
    assert [loose.limit("loss_day").at(NOON + wait) for wait in (0, DAY_MS - 1, DAY_MS)] == [500, 500, 2_000]
    assert [none.limit("loss_day").at(NOON + wait) for wait in (0, DAY_MS)] == [500, 0]


def test_who_thinks_better_of_a_looser_limit_keeps_the_strict_one() -> None:
    loose = limited("time_day", 600, limited("time_day", 60))
    again = limited("time_day", 60, loose, NOON + HOUR_MS)

    assert again.limit("time_day").at(NOON + 2 * DAY_MS) == 60


def test_a_buy_in_with_which_more_could_be_lost_than_allowed_is_refused_until_the_period_ends() -> None:
    person = limited("loss_week", 1_000)

    rules.admit(person, bought(700), 300, "real", NOON)
    with pytest.raises(LossLimitReached) as refused:
        rules.admit(person, bought(700), 301, "real", NOON)

    assert refused.value.details == {"limit": "loss_week", "most": 300, "until_ms": at("2026-11-16")}


def test_play_chips_are_not_counted_with_others() -> None:
    rules.admit(limited("loss_day", 1_000), bought(900), 1_000, "play", NOON)


def test_who_has_played_as_long_as_he_allowed_himself_is_let_in_again_at_midnight() -> None:
    person = limited("time_day", 60)
    played = Played(sat=((NOON - 2 * HOUR_MS, NOON - HOUR_MS),))

    with pytest.raises(TimeLimitReached) as refused:
        rules.admit(person, played, 0, "", NOON)

    assert refused.value.details == {"limit": "time_day", "until_ms": at("2026-11-12")}
    rules.admit(person, played, 0, "", at("2026-11-12"))


def test_who_excluded_himself_is_let_in_nowhere_and_cannot_shorten_it() -> None:
    person = ann()
    person = evolve_all(person, decide.exclude(person, 30, NOON))
    person = evolve_all(person, decide.exclude(person, 1, NOON))

    with pytest.raises(Excluded) as refused:
        rules.admit(person, Played(), 0, "", NOON + 29 * DAY_MS)
    assert refused.value.details == {"until_ms": NOON + 30 * DAY_MS}
    assert rules.why_leaving(person, Played(), NOON) == "excluded"
    assert rules.why_leaving(person, Played(), NOON + 30 * DAY_MS) is None


def test_who_reaches_a_limit_while_he_plays_has_to_leave() -> None:
    sits_there = Played(sat=((NOON - HOUR_MS, NOON),))
    lost_all = Played({"play": [Brought("t1", "s0-river", 500, NOON)]}, {"s0-river": 0})

    assert rules.why_leaving(limited("time_day", 61), sits_there, NOON) is None
    assert rules.why_leaving(limited("time_day", 60), sits_there, NOON) == "time_limit_reached"
    assert rules.why_leaving(limited("loss_day", 501), lost_all, NOON) is None
    assert rules.why_leaving(limited("loss_day", 500), lost_all, NOON) == "loss_limit_reached"


def test_chips_that_lie_before_somebody_are_no_reason_to_leave() -> None:
    assert rules.why_leaving(limited("loss_day", 500), bought(500), NOON) is None
