"""The address a connection comes from: its own, or what a trusted proxy says of it (R11.1)."""

from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network


class Addresses:
    """`proxies` are networks such as `10.0.0.0/8`; from anywhere else nobody is believed."""

    def __init__(self, proxies: tuple[str, ...] = ()) -> None:
        self._proxies: tuple[IPv4Network | IPv6Network, ...] = tuple(ip_network(one) for one in proxies)

    def of(self, peer: str, forwarded_for: str | None) -> str:
        """The last address on the way that is not one of our proxies."""
        if forwarded_for is None:
            return peer
        for address in (peer, *reversed([part.strip() for part in forwarded_for.split(",")])):
            if not self._is_address(address):
                return peer
            peer = address
            if not self._is_proxy(address):
                return address
        return peer

    def _is_proxy(self, address: str) -> bool:
        return any(ip_address(address) in network for network in self._proxies)

    def _is_address(self, text: str) -> bool:
        try:
            ip_address(text)
        except ValueError:
            return False
        return True
