"""Access tokens of people with accounts: verified by the issuer's public keys, kept fresh."""

import jwt
import structlog
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from riverrun.contracts.account_tokens import ALGORITHM, AUDIENCE, ISSUER
from riverrun.contracts.refusals import Refusal
from riverrun.kernel.identifiers import NotAnIdentifier, player_id
from riverrun.pb.identity.v1 import identity_pb2 as pb
from riverrun.runtime.clock import Clock
from services.gateway.caller import Caller
from services.gateway.identity_line import IdentityLine
from services.gateway.refusals import AccountsUnavailable, NotAuthenticated

log = structlog.get_logger(__name__)

FETCH_AGAIN_S = 60.0
FIRST_TRY_AGAIN_S = 1.0
EXPECTED_MISSES = 30
RETRY_MS = 1_000


class AccountTokens:
    """Verifies; `run` as a task keeps the keys fresh."""

    def __init__(self, line: IdentityLine, clock: Clock) -> None:
        self._line = line
        self._clock = clock
        self._keys: dict[str, Ed25519PublicKey] = {}

    async def run(self) -> None:
        """Fetch the keys, also while the issuer comes and goes."""
        missed = 0
        while True:
            try:
                self.hold(await self._line.keys(pb.KeysRequest()))
                missed = 0
            except Refusal as away:
                missed += 1
                # The club service may start after us.
                say = log.warning if missed > EXPECTED_MISSES else log.info
                say("account_keys_unread", code=away.code)
            await self._clock.sleep(FETCH_AGAIN_S if self._keys else FIRST_TRY_AGAIN_S)

    def hold(self, told: pb.KeysResponse) -> None:
        """Verify by these keys from now on."""
        self._keys = {one.id: Ed25519PublicKey.from_public_bytes(one.ed25519) for one in told.keys}

    def verify(self, token: str, key_id: str) -> Caller:
        """Whom the token proves. Raises `NotAuthenticated`, `AccountsUnavailable`."""
        if not self._keys:
            raise AccountsUnavailable(retry_ms=RETRY_MS)
        key = self._keys.get(key_id)
        if key is None:
            raise NotAuthenticated(reason="invalid")
        try:
            claims = jwt.decode(
                token,
                key,
                algorithms=[ALGORITHM],
                issuer=ISSUER,
                audience=AUDIENCE,
                options={"require": ["exp", "sub", "name", "sid", "dev"], "verify_iat": False},
            )
            player = player_id(claims["sub"])
            return Caller(player, str(claims["name"]), str(claims["sid"]), str(claims["dev"]))
        except jwt.ExpiredSignatureError:
            raise NotAuthenticated(reason="expired") from None
        except (jwt.InvalidTokenError, NotAnIdentifier):
            raise NotAuthenticated(reason="invalid") from None
