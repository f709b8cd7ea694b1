"""The public asyncio client: it knows the protocol of `docs/protocol.md` and nothing what lies behind it."""

from riverrun.client.client import RiverrunClient
from riverrun.client.refusal import Refused, Unanswered
from riverrun.client.update import Update
from riverrun.client.watched_table import NotYourTurn, WatchedTable

__all__ = ["NotYourTurn", "Refused", "RiverrunClient", "Unanswered", "Update", "WatchedTable"]
