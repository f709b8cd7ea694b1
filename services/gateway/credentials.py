"""Whom a token proves: a guest, by our own signature, or a person with an account, by the issuer's."""

import jwt

from riverrun.contracts.account_tokens import ALGORITHM
from services.gateway.account_tokens import AccountTokens
from services.gateway.caller import Caller
from services.gateway.refusals import NotAuthenticated
from services.gateway.revoked import Revoked
from services.gateway.tokens import Tokens


class Credentials:
    """The header only chooses the one way in which a token must hold; nothing in it is believed."""

    def __init__(self, guests: Tokens, accounts: AccountTokens, revoked: Revoked) -> None:
        self._guests = guests
        self._accounts = accounts
        self._revoked = revoked

    def sign(self, guest: Caller, now_ms: int) -> tuple[str, int]:
        """A guest's token, and when it expires (Unix ms)."""
        return self._guests.sign(guest, now_ms)

    def verify(self, token: str) -> Caller:
        """Whom the token proves. Raises `NotAuthenticated`, `AccountsUnavailable`."""
        if not token:
            raise NotAuthenticated(reason="missing")
        try:
            header = jwt.get_unverified_header(token)
        except jwt.InvalidTokenError:
            raise NotAuthenticated(reason="invalid") from None
        if header.get("alg") == ALGORITHM:
            caller = self._accounts.verify(token, str(header.get("kid", "")))
        else:
            caller = self._guests.verify(token)
        if self._revoked.counts_no_more(caller):
            raise NotAuthenticated(reason="revoked")
        return caller
