"""Whatever people do with their accounts: devices, sessions and limits stay in order; replay equals live."""

from typing import get_args

from hypothesis import given
from hypothesis import strategies as st

from riverrun.contracts.refusals import Refusal
from services.club.identity import decide
from services.club.identity.decide import DAY_MS, MOST_DEVICES, HousePolicy
from services.club.identity.person import Person, evolve_all
from services.club.identity.person_commit import commit_in, events_in, stored
from services.club.identity.person_events import AnyPersonEvent, OwnLimit, PasswordSet

DEVICES = [f"d-{number}" for number in range(MOST_DEVICES + 2)]
SESSIONS = [f"s-{number}" for number in range(6)]

wishes = st.one_of(
    st.tuples(st.just("log_in"), st.sampled_from(DEVICES), st.sampled_from(SESSIONS)),
    st.tuples(st.just("refresh"), st.sampled_from(SESSIONS), st.integers(0, 3)),
    st.tuples(st.just("log_out"), st.sampled_from(SESSIONS), st.just(0)),
    st.tuples(st.just("revoke"), st.sampled_from(DEVICES), st.just(0)),
    st.tuples(st.just("password"), st.sampled_from(SESSIONS), st.just(0)),
    st.tuples(st.just("limit"), st.just(""), st.integers(0, 5)),
    st.tuples(st.just("own_limit"), st.sampled_from(get_args(OwnLimit)), st.integers(0, 5)),
    st.tuples(st.just("exclude"), st.just(""), st.integers(1, 9)),
    st.tuples(st.just("delete"), st.just(""), st.just(0)),
)
policies = st.sampled_from([HousePolicy(way) for way in ("allow", "replace", "refuse")])


def decided(
    person: Person, wish: tuple[str, str, int | str], policy: HousePolicy, now_ms: int
) -> list[AnyPersonEvent]:
    what, one, other = wish
    match what:
        case "log_in":
            if not person.has_account:
                return []
            return decide.open_session(person, str(other), one, b"label", policy, now_ms)
        case "refresh":
            return decide.refresh(person, one, int(other), policy, now_ms)
        case "log_out":
            return decide.end_session(person, one)
        case "revoke":
            return decide.revoke_device(person, one)
        case "password":
            return decide.change_password(person, b"hash", one)
        case "limit":
            return decide.limit_buy_ins(person, 1_000 * int(other), now_ms, DAY_MS)
        case "own_limit":
            limit: OwnLimit = next(known for known in get_args(OwnLimit) if known == one)
            return decide.choose_limit(person, limit, 100 * int(other), now_ms, DAY_MS)
        case "exclude":
            return decide.exclude(person, int(other), now_ms)
        case _:
            return decide.delete(person, now_ms)


@given(policies, st.lists(st.tuples(wishes, st.integers(0, 40 * DAY_MS)), max_size=40))
def test_a_person_stays_in_order_and_replays_to_the_same(
    policy: HousePolicy, life: list[tuple[tuple[str, str, int | str], int]]
) -> None:
    now_ms = 1_700_000_000_000
    begun = decide.register(Person("p-1"), "c-0", b"profile", PasswordSet(b"hash"), now_ms)
    person, log = evolve_all(Person("p-1"), begun), [stored("p-1", 0, "c-0", now_ms, begun)]

    for number, (wish, passes_ms) in enumerate(life):
        now_ms += passes_ms
        strictest, excluded = person.buy_in_limit.at(now_ms), person.excluded_until_ms
        own = {limit: chosen.at(now_ms) for limit, chosen in person.limits.items()}
        try:
            events = decided(person, wish, policy, now_ms)
        except Refusal:
            continue
        if not events:
            continue
        log.append(stored("p-1", person.version, f"c-{number}", now_ms, events))
        person = evolve_all(person, events)

        assert len(person.devices) <= MOST_DEVICES
        assert {one.device for one in person.sessions.values()} <= person.devices.keys()
        assert all(one.until_ms <= one.latest_ms for one in person.sessions.values())
        if policy.second_device != "allow":
            assert len(person.alive(now_ms)) <= 1
        if not person.deleted:
            assert person.excluded_until_ms >= excluded
            for limit, value in own.items():
                assert not value or 0 < person.limit(limit).at(now_ms) <= value
            if wish[0] == "limit" and strictest:
                assert 0 < person.buy_in_limit.at(now_ms) <= strictest

    replayed = Person("p-1")
    for data in log:
        replayed = evolve_all(replayed, events_in(commit_in(data, "p-1", replayed.version)))
    assert replayed == person
