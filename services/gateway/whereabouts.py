"""From where somebody comes, as marks that tell same from other, and what speaks against it."""

import hmac
import math
from ipaddress import ip_address, ip_network

from msgspec import Struct

from riverrun.contracts.admission import AdmissionOptions, Position

EARTH_M = 6_371_000
NETWORK_BITS = {4: 24, 6: 64}
"""Addresses alike so far belong to one household or one firm."""


class Whereabouts(Struct, frozen=True):
    """Keyed marks; `device` and `place` are empty where the client does not say."""

    address: str
    network: str
    device: str
    place: Position | None
    at_ms: int


class Marks:
    """Makes them. Gateways with one key make the same."""

    def __init__(self, key: bytes) -> None:
        self._key = hmac.digest(key, b"riverrun/door/1", "sha256")

    def whereabouts(self, address: str, device: str, place: Position | None, now_ms: int) -> Whereabouts:
        """What is kept of them."""
        marked_device = self._mark("device", device) if device else ""
        network = self._mark("network", _network_of(address))
        return Whereabouts(self._mark("address", address), network, marked_device, place, now_ms)

    def _mark(self, kind: str, text: str) -> str:
        return hmac.digest(self._key, f"{kind}\0{text}".encode(), "sha256")[:12].hex()


def against(options: AdmissionOptions, new: Whereabouts, seated: Whereabouts) -> str:
    """Why the two may not sit together, in full; empty if they may."""
    if options.refuse_same_address and new.address == seated.address:
        return "same_address"
    if options.refuse_same_network and new.network == seated.network:
        return "same_network"
    if options.refuse_same_device and new.device and new.device == seated.device:
        return "same_device"
    if options.least_distance_m and _near(new, seated, options.least_distance_m):
        return "too_near"
    return ""


def _near(one: Whereabouts, other: Whereabouts, least_m: int) -> bool:
    return one.place is not None and other.place is not None and distance_m(one.place, other.place) < least_m


def distance_m(one: Position, other: Position) -> float:
    """Along the great circle, in metres."""
    lat1, lat2 = (math.radians(place.lat_mdeg / 1_000) for place in (one, other))
    lon = math.radians((one.lon_mdeg - other.lon_mdeg) / 1_000)
    chord = math.sin((lat1 - lat2) / 2) ** 2 + math.cos(lat1) * math.cos(lat2) * math.sin(lon / 2) ** 2
    return 2 * EARTH_M * math.asin(math.sqrt(min(1.0, chord)))


def _network_of(address: str) -> str:
    try:
        bits = NETWORK_BITS[ip_address(address).version]
    except ValueError:
        return address
    return str(ip_network(f"{address}/{bits}", strict=False))
