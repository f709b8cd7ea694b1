"""The answer to a client's hello: a protocol that both speak, and who the client is."""

from riverrun.contracts.client_messages import PROTOCOLS, HelloMessage
from riverrun.contracts.server_messages import WelcomeMessage
from services.gateway.caller import Caller
from services.gateway.house import House
from services.gateway.refusals import ProtocolUnsupported


def greet(hello: HelloMessage, house: House) -> tuple[Caller, WelcomeMessage]:
    """Who it is, and the welcome. Raises `ProtocolUnsupported`, `NotAuthenticated`."""
    spoken = set(PROTOCOLS) & set(hello.protocol)
    if not spoken:
        raise ProtocolUnsupported(oldest=PROTOCOLS[0], newest=PROTOCOLS[-1])
    caller = house.credentials.verify(hello.token)
    welcome = WelcomeMessage(
        id=hello.id,
        protocol=max(spoken),
        player=caller.player,
        name=caller.name,
        now_ms=house.clock.now_ms(),
        limits=house.limits,
    )
    return caller, welcome
