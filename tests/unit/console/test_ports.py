"""Where `riverrun up` may listen, told before anything is started."""

import socket

import pytest

from console.supervisor.ports import NotOurs, PortInUse, check_free


def test_an_address_of_another_machine_is_no_taken_port() -> None:
    with pytest.raises(NotOurs, match=r"192\.0\.2\.1"):
        check_free("192.0.2.1", 7300)


def test_a_port_with_a_listener_is_taken() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening, pytest.raises(PortInUse):
        check_free("127.0.0.1", listening.getsockname()[1])
