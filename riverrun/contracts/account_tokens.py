"""What the issuer and the verifiers of access tokens agree on."""

ALGORITHM = "EdDSA"
ISSUER = "riverrun/accounts"
AUDIENCE = "riverrun"


def revoked_session(session: str) -> str:
    """The key in the revoked bucket under which a session's end stands."""
    return f"session.{session}"


def revoked_guest(player: str) -> str:
    """The key in the revoked bucket under which it stands that a guest has an account now."""
    return f"guest.{player}"
