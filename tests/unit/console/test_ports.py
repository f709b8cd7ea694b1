"""Ports for what stays inside: free, and never the same for two who draw at the same time."""

import subprocess
import sys

import pytest

from console.supervisor import ports
from console.supervisor.ports import free_ports
from tests.support.patience import LONG_S

FEW = range(14_900, 15_000)
ANOTHERS_DRAW = f"""
import sys
from console.supervisor import ports
ports._LIKELY = range({FEW.start}, {FEW.stop})
sys.stdout.write(" ".join(map(str, ports.free_ports(30))))
"""


def test_no_two_processes_draw_the_same_port_before_either_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ports, "_LIKELY", FEW)
    own = free_ports(30)

    command = [sys.executable, "-c", ANOTHERS_DRAW]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=LONG_S, check=True)

    assert len({*own, *map(int, ran.stdout.split())}) == 60
