"""Ports of this machine: free ones for what stays inside, and whether the one for clients can be had."""

import contextlib
import random
import socket

_LIKELY = range(15_000, 32_000)
"""Below those from which connections get their near ends: a service that starts again finds its port free."""


class PortInUse(RuntimeError):
    """Someone else listens on the port, or we may not."""


def free_ports(count: int) -> list[int]:
    """Loopback ports that nobody listens on; held open until all are known, so that no two are the same."""
    with contextlib.ExitStack() as held:
        ports: list[int] = []
        while len(ports) < count:
            holder = held.enter_context(socket.socket())
            with contextlib.suppress(OSError):
                holder.bind(("127.0.0.1", random.choice(_LIKELY)))  # noqa: S311  no secret
                ports.append(int(holder.getsockname()[1]))
        return ports


def check_free(host: str, port: int) -> None:
    """Raise `PortInUse` unless a server could listen there now."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        # As servers do: a connection of the last run that still fades away is no obstacle.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise PortInUse(f"{host}:{port}: {error.strerror}") from error
