"""A token proves who a player is, and nothing else does."""

import jwt
import pytest

from services.gateway.caller import Caller
from services.gateway.refusals import NotAuthenticated
from services.gateway.tokens import KeyTooShort, Tokens, key_in, new_guest

KEY = b"0123456789abcdef0123456789abcdef"
FAR_MS = 4_000_000_000_000
ANN = Caller("g-ann", "Ann")


def reason_of(token: str) -> object:
    with pytest.raises(NotAuthenticated) as refused:
        Tokens(KEY, 60).verify(token)
    return refused.value.details["reason"]


def test_a_token_proves_whom_it_was_signed_for() -> None:
    token, expires_ms = Tokens(KEY, 60).sign(ANN, FAR_MS)

    assert Tokens(KEY, 60).verify(token) == ANN
    assert expires_ms == FAR_MS + 60_000


def test_a_token_expires() -> None:
    token, _ = Tokens(KEY, 60).sign(ANN, 1_000_000_000_000)

    assert reason_of(token) == "expired"


def test_a_token_of_another_key_proves_nobody() -> None:
    token, _ = Tokens(KEY[::-1], 60).sign(ANN, FAR_MS)

    assert reason_of(token) == "invalid"


@pytest.mark.parametrize(
    "claims",
    [
        {"sub": "g-ann", "name": "Ann", "iss": "riverrun"},
        {"sub": "g-ann", "name": "Ann", "exp": FAR_MS // 1_000},
        {"sub": "g-ann", "name": "Ann", "exp": FAR_MS // 1_000, "iss": "somebody"},
        {"name": "Ann", "exp": FAR_MS // 1_000, "iss": "riverrun"},
        {"sub": "views.>", "name": "Ann", "exp": FAR_MS // 1_000, "iss": "riverrun"},
    ],
)
def test_a_token_that_lacks_something_proves_nobody(claims: dict[str, object]) -> None:
    assert reason_of(jwt.encode(claims, KEY, "HS256")) == "invalid"


def test_a_token_without_a_signature_proves_nobody() -> None:
    claims = {"sub": "g-ann", "name": "Ann", "exp": FAR_MS // 1_000, "iss": "riverrun"}

    assert reason_of(jwt.encode(claims, "", "none")) == "invalid"


def test_no_token_is_missing() -> None:
    assert reason_of("") == "missing"


def test_a_key_that_could_be_guessed_is_refused() -> None:
    with pytest.raises(KeyTooShort):
        Tokens(b"short", 60)


def test_without_a_file_every_key_is_another() -> None:
    assert key_in(None) != key_in(None)


def test_every_guest_is_somebody_new() -> None:
    assert new_guest("Ann").player != new_guest("Ann").player
