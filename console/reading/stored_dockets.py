"""Dockets of findings as the log has them: read as the auditor, written as the operator."""

from collections.abc import Iterator
from contextlib import contextmanager

from riverrun.runtime.nats.connection import NatsSettings
from services.history.docket.application import DocketsApplication, environment
from services.history.docket.dockets import Dockets


@contextmanager
def open_dockets(login: NatsSettings) -> Iterator[Dockets]:
    """For as long as a command needs them. Raises `CannotConnect`."""
    application = DocketsApplication(environment(login.user, login.password, login.servers))
    try:
        yield Dockets(application)
    finally:
        application.close()
