"""The codec of table events: their stored names, as the table service writes them."""

from riverrun.contracts.table_events import TOPICS
from riverrun.runtime.eventstore.codec import EventCodec

codec = EventCodec(TOPICS)
