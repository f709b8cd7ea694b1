"""The address a connection comes from: its own, or what a trusted proxy says of it (R11.1)."""

from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network


class Addresses:
    """`proxies` are networks such as `10.0.0.0/8`; from anywhere else nobody is believed."""

    def __init__(self, proxies: tuple[str, ...] = ()) -> None:
        self._proxies: tuple[IPv4Network | IPv6Network, ...] = tuple(ip_network(one) for one in proxies)

    def of(self, peer: str, forwarded_for: str | None) -> str:
        """The last address on the way that is not one of our proxies."""
        peer = _plain(peer)
        if forwarded_for is None:
            return peer
        for address in (peer, *reversed([part.strip() for part in forwarded_for.split(",")])):
            if not _is_address(address):
                return peer
            peer = _plain(address)
            if not self._is_proxy(peer):
                return peer
        return peer

    def _is_proxy(self, address: str) -> bool:
        return any(ip_address(address) in network for network in self._proxies)


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


def _plain(text: str) -> str:
    """An IPv4 address as such: a socket that speaks IPv6 too shows it as `::ffff:a.b.c.d`."""
    try:
        address = ip_address(text)
    except ValueError:
        return text
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return text if mapped is None else str(mapped)
