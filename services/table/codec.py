"""The one codec of table events: their stored names, and the upcasters of older versions (none yet)."""

from riverrun.contracts.table_events import TOPICS
from riverrun.runtime.eventstore.codec import EventCodec

codec = EventCodec(TOPICS)
