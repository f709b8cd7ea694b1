"""So much a second, and a reserve for bursts."""

from services.gateway.token_bucket import Buckets, TokenBucket


def test_a_burst_is_allowed_and_then_only_the_rate() -> None:
    bucket = TokenBucket(per_s=2, burst=3, now_s=0)

    assert [bucket.take(0) for _ in range(4)] == [True, True, True, False]
    assert [bucket.take(1), bucket.take(1), bucket.take(1)] == [True, True, False]


def test_the_reserve_never_exceeds_the_burst() -> None:
    bucket = TokenBucket(per_s=2, burst=3, now_s=0)

    assert [bucket.take(1_000) for _ in range(4)] == [True, True, True, False]


def test_a_refusal_says_how_long_to_wait() -> None:
    bucket = TokenBucket(per_s=2, burst=1, now_s=0)
    bucket.take(0)

    assert not bucket.take(0.1)
    assert bucket.wait_ms() == 400
    assert bucket.take(0.5)


def test_each_address_has_a_bucket_of_its_own() -> None:
    buckets = Buckets(per_s=1, burst=1)

    assert buckets.of("a", 0).take(0)
    assert not buckets.of("a", 0).take(0)
    assert buckets.of("b", 0).take(0)


def test_whoever_was_quiet_the_longest_is_forgotten_first() -> None:
    buckets = Buckets(per_s=1, burst=1, most=2)
    for address in ("a", "b", "a", "c"):
        buckets.of(address, 0).take(0)

    assert not buckets.of("a", 0).take(0)
    assert buckets.of("b", 0).take(0)
