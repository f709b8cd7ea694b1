"""Every stream, bucket and subject, declared once; a subject is built and taken apart nowhere else."""

from riverrun.kernel.identifiers import PlayerId, TableId, shard_of, slot_of

TABLES_STREAM = "TABLES"
"""The truth: `tables.<shard>.<table>`, one commit a message, never deleted or purged."""
SNAPSHOTS_STREAM = "SNAPSHOTS"
"""`snapshots.<table>`, the newest only: may be lost without loss."""
TALK_STREAM = "TALK"
"""`talk.<table>`: what people say, for 30 days; never a part of the truth."""
LEDGER_STREAM = "LEDGER"
"""The truth about chips outside tables: `ledger.events.<club>`, one event a message."""
CLUBS_STREAM = "CLUBS"
"""The truth about clubs, their members and roles: `clubs.events.<club>`."""
CLUB_SNAPSHOTS_STREAM = "CLUB_SNAPSHOTS"
"""`club_snapshots.>`, the newest only: may be lost without loss."""
LOBBY_BUCKET = "lobby"
"""Key-value bucket: table id -> a summary for the list of tables; written anew by whoever hosts the table."""

LEASES_BUCKET = "leases"
"""Key-value bucket: which process hosts which slot, and who is alive; entries end by themselves."""

PEOPLE_STREAM = "PEOPLE"
"""`people.person.<player>`, what happened to a person, and `people.name.<mark>`, whose a login name is;
`people.restrained.<player>`, who has set himself limits; `people.deleted.<player>`, whose account is gone;
`people.earmarked.<player>`, what is on its way to tables for one who limits his losses."""
PERSON_KEYS_BUCKET = "person_keys"
"""Key-value bucket: player id -> the key to the person's boxes, itself sealed; deletion empties the entry."""
REVOKED_BUCKET = "revoked"
"""Key-value bucket: sessions and guests whose tokens count no more; entries end with those tokens."""
DOOR_BUCKET = "door"
"""Key-value bucket: `player.<id>`, at which tables he sits; `table.<id>`, from where those there came;
`gateway.<id>.<part>`, whose players look at which tables."""
ALBUMS_STREAM = "ALBUMS"
"""The truth about what players keep of hands and show to others: `albums.events.<player>`."""
IMPORTED_STREAM = "IMPORTED"
"""Hands that were played elsewhere: `imported.<table>`, a whole hand a message, apart from our own tables."""
REVIEWS_STREAM = "REVIEWS"
"""The truth about what was decided on findings of review: `reviews.events.<club>`, or of the house."""
AUDIT_STREAM = "AUDIT"
"""`audit.<who wrote>`: who did what, when, from where, and what came of it; sealed, never deleted."""

ALL_AUDIT = "audit.>"
ALL_PEOPLE = "people.>"
ALL_RESTRAINED = "people.restrained.*"
ALL_DELETED = "people.deleted.>"
ALL_TABLES = "tables.>"
ALL_SNAPSHOTS = "snapshots.>"
ALL_COMMANDS = "commands.>"
ALL_ORDERS = "orders.>"
ALL_VIEWS = "views.>"
ALL_TALK = "talk.>"
ALL_LEDGER = "ledger.>"
ALL_CLUBS = "clubs.>"
ALL_CLUB_SNAPSHOTS = "club_snapshots.>"
ALL_ALBUMS = "albums.>"
ALL_IMPORTED = "imported.>"
ALL_REVIEWS = "reviews.>"


def commits_of(table: TableId) -> str:
    """Where a table's commits are stored."""
    return f"tables.{shard_of(table)}.{table}"


def imported_at(table: TableId) -> str:
    """Where a hand that was played elsewhere is stored: it has a table to itself."""
    return f"imported.{table}"


def snapshot_of(table: TableId) -> str:
    """Where a table's newest snapshot is stored."""
    return f"snapshots.{table}"


def commands_to(table: TableId) -> str:
    """Where commands and queries to a table go.

    By slot, so that an owner listens to 16 subjects and not to thousands.
    """
    return f"commands.{shard_of(table)}.{slot_of(table)}.{table}"


def commands_of_slot(shard: int, slot: int) -> str:
    """What the owner of a slot listens to."""
    return f"commands.{shard}.{slot}.*"


def orders_to(table: TableId) -> str:
    """Where orders of operators and of the club service to a table go; no gateway may publish there."""
    return f"orders.{shard_of(table)}.{slot_of(table)}.{table}"


def orders_of_slot(shard: int, slot: int) -> str:
    """What the owner of a slot hears from them."""
    return f"orders.{shard}.{slot}.*"


def public_view(table: TableId) -> str:
    """The feed of everyone who sits at no seat of the table."""
    return f"views.{table}.public"


def player_view(table: TableId, player: PlayerId) -> str:
    """The feed of one seated player."""
    return f"views.{table}.player.{player}"


def talk_at(table: TableId) -> str:
    """What people say at a table."""
    return f"talk.{table}"


def person_at(player: PlayerId) -> str:
    """Where what happened to a person is stored."""
    return f"people.person.{player}"


def restrained_at(player: PlayerId) -> str:
    """Where it is noted that a person has held himself off."""
    return f"people.restrained.{player}"


def deleted_at(player: PlayerId) -> str:
    """Where it is noted that a person's account is deleted, or about to be."""
    return f"people.deleted.{player}"


def earmarked_for(player: PlayerId) -> str:
    """Where it is noted what a person's buy-ins are bringing to tables just now."""
    return f"people.earmarked.{player}"


def login_at(mark: str) -> str:
    """Where it is stored whose a login name is."""
    return f"people.name.{mark}"


def audit_by(writer: str) -> str:
    """Where one process writes what it audits."""
    return f"audit.{writer}"


def table_in(subject: str) -> TableId:
    """The table at the end of a commits, snapshots or commands subject."""
    return subject.rsplit(".", 1)[1]
