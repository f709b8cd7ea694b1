"""What all connections of this gateway share."""

from dataclasses import dataclass

from riverrun.contracts.server_messages import Limits
from riverrun.runtime.audit.trail import Trail
from riverrun.runtime.clock import Clock
from services.gateway.admission import Admission
from services.gateway.blocked import OwnRulesOf
from services.gateway.club_sight import ClubSight
from services.gateway.credentials import Credentials
from services.gateway.feeds import Feeds
from services.gateway.lobby_feed import LobbyFeed
from services.gateway.presence import Presence
from services.gateway.recent_ids import RecentIds
from services.gateway.sights import Sights
from services.gateway.table_rulers import TableRulers
from services.gateway.table_sight import TableSight
from services.gateway.tables import Tables
from services.gateway.taken_tables import TakenTables
from services.gateway.talk import TalkRooms


@dataclass(frozen=True)
class House:
    """The house's rules and its ways to the tables."""

    credentials: Credentials
    tables: Tables
    feeds: Feeds
    presence: Presence
    talk: TalkRooms
    ids: RecentIds
    clock: Clock
    limits: Limits
    trail: Trail
    admission: Admission
    rulers: TableRulers
    open_tables: TakenTables
    own_rules: OwnRulesOf
    lobby: LobbyFeed
    sight: ClubSight
    sights: Sights
    table_sight: TableSight
    shards: int = 1
    hello_within_s: float = 5.0
    outbox_bytes: int = 256 * 1024
