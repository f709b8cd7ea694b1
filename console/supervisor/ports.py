"""Ports of this machine: free ones for what stays inside, and whether the one for clients can be had."""

import errno
import os
import secrets
import socket
from collections import deque

_LIKELY = range(15_000, 32_000)
"""Below those from which connections get their near ends: a service that starts again finds its port free."""
_KEPT = 128
_claims: deque[int] = deque()


class PortInUse(RuntimeError):
    """Someone else listens on the port, or we may not."""


class NotOurs(RuntimeError):
    """The address is none of this machine's."""


def free_ports(count: int) -> list[int]:
    """Loopback ports that nobody listens on, and that no other process of Riverrun's draws meanwhile."""
    return [_claimed() for _ in range(count)]


def _claimed() -> int:
    """Claimed by its UDP twin, which nothing else uses: it stays bound while whoever gets the port starts."""
    while True:
        port = secrets.choice(_LIKELY)
        claim = socket.socket(type=socket.SOCK_DGRAM)
        try:
            claim.bind(("127.0.0.1", port))
            with socket.socket() as probe:
                probe.bind(("127.0.0.1", port))
        except OSError:
            claim.close()
            continue
        _claims.append(claim.detach())
        if len(_claims) > _KEPT:
            os.close(_claims.popleft())
        return port


def check_free(host: str, port: int) -> None:
    """Raise `NotOurs` or `PortInUse` unless a server could listen there now."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        # As servers do: a connection of the last run that still fades away is no obstacle.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
                raise NotOurs(f"{host}: {error.strerror}") from error
            raise PortInUse(f"{host}:{port}: {error.strerror}") from error
