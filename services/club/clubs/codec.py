"""Clubs' events to stored bytes and back."""

from riverrun.runtime.eventstore.codec import EventCodec
from services.club.clubs.club_events import TOPICS

codec = EventCodec(TOPICS)
