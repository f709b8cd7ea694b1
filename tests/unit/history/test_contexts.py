"""What is kept of a table between hands, for whoever begins to read in the middle of the log."""

from services.history.projection.context import decode_context
from services.history.projection.followed_tables import FollowedTables
from tests.support.rolled_life import rolled_life


async def test_a_commit_leaves_one_context_with_all_who_were_carried_on() -> None:
    old, (carried,) = await rolled_life("ann", "bob")
    followed = FollowedTables()
    for seq, commit in enumerate([*old, carried], 1):
        followed.take(seq, commit)
    kept = followed.rows["contexts"]

    places = [(table, seq) for table, seq, _ in kept]
    assert len(set(places)) == len(places)
    table, seq, context = kept[-1]
    assert (table, seq) == (carried.table, len(old) + 1)
    assert [sitter.name for sitter in decode_context(context).seats.values()] == ["ann", "bob"]
