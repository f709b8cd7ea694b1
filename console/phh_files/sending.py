"""Bringing imported hands into the log, each once, however often it is sent."""

from collections.abc import Sequence

import nats.errors
import nats.js.errors
from nats.js import JetStreamContext

from console.phh_files.imported_hand import ImportedHand
from riverrun.contracts.subjects import IMPORTED_STREAM
from riverrun.runtime.nats.answers import WRONG_LAST_SEQUENCE

FIRST_OF_ITS_SUBJECT = {"Nats-Expected-Last-Subject-Sequence": "0"}
ATTEMPTS = 5


async def send(jetstream: JetStreamContext, hands: Sequence[ImportedHand]) -> int:
    """Append those that are not there yet; how many that were. Raises nats-py's errors."""
    return sum([await _appended(jetstream, hand) for hand in hands])


async def _appended(jetstream: JetStreamContext, hand: ImportedHand) -> bool:
    """Whether it was not there. What was sent and not answered is sent again, and may be there then."""
    for attempt in range(1, ATTEMPTS + 1):
        try:
            await jetstream.publish(
                hand.subject, hand.data, stream=IMPORTED_STREAM, headers=dict(FIRST_OF_ITS_SUBJECT)
            )
        except nats.errors.TimeoutError:
            if attempt == ATTEMPTS:
                raise
            continue
        except nats.js.errors.APIError as error:
            if error.err_code != WRONG_LAST_SEQUENCE:
                raise
            return attempt > 1
        return True
    raise AssertionError("the last attempt returns or raises")
