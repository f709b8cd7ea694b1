"""The ledger's events and snapshots to stored bytes and back."""

from riverrun.runtime.eventstore.codec import EventCodec
from services.club.ledger.ledger_events import TOPICS
from services.club.ledger.shelved import ShelvedBooks

codec = EventCodec({**TOPICS, "ledger.shelved": ShelvedBooks})
