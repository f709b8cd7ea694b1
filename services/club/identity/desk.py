"""Where people's wishes are taken: all that the servicer may ask."""

from dataclasses import dataclass

from services.club.identity.access_tokens import AccessTokens
from services.club.identity.accounts import Accounts
from services.club.identity.entrance import Entrance
from services.club.identity.outside_issuer import OutsideIssuer
from services.club.identity.own_rules import OwnRules


@dataclass(frozen=True)
class Desk:
    """One of each."""

    accounts: Accounts
    entrance: Entrance
    issuer: OutsideIssuer
    own_rules: OwnRules
    tokens: AccessTokens
