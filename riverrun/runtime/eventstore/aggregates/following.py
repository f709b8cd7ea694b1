"""Following an application's log: looks for more at a steady pace."""

import threading
from collections.abc import Sequence

from eventsourcing.persistence import ApplicationRecorder, ListenNotifySubscription

LOOKS_EVERY_S = 0.1


class LogSubscription(ListenNotifySubscription[ApplicationRecorder]):
    """The library's subscription, woken by a clock: a message that was heard need not be stored yet."""

    def __init__(
        self, recorder: ApplicationRecorder, gt: int | None = None, topics: Sequence[str] = ()
    ) -> None:
        self._stopped = threading.Event()
        super().__init__(recorder, gt, topics)
        self._clock = threading.Thread(target=self._tick, name="log subscription", daemon=True)
        self._clock.start()

    def stop(self) -> None:
        """Follow no more."""
        self._stopped.set()
        super().stop()

    def _tick(self) -> None:
        while not self._stopped.wait(LOOKS_EVERY_S):
            self._has_been_notified.set()
