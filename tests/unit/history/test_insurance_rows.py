"""What insurance leaves in the history: each offer, each part that was bought, and what it came to."""

from typing import Any

from services.history.projection import words
from services.history.projection.followed_tables import FollowedTables
from tests.support.insured_table import KING_ON_RIVER, InsuredTable, aces_and_kings, play_out

INSURANCE_OF_SEAT = 17
AMOUNTS = slice(6, 13)
"""Of an insurance row: kind, street, pot, amount, premium, due, outs."""


async def rows_of(table: InsuredTable) -> dict[str, list[tuple[Any, ...]]]:
    """The rows of the first hand, once it is sealed."""
    await play_out(table)
    await table.passes(20_000)
    followed = FollowedTables()
    for seq, commit in enumerate(table.log.commits, 1):
        followed.take(seq, commit)
    return {name: [row for row in rows if row[1] == 1] for name, rows in followed.rows.items()}


async def test_a_part_of_the_pot_against_some_of_the_outs_stands_there_as_it_was_bought() -> None:
    table = await aces_and_kings(KING_ON_RIVER, carry=False)
    await table.to_offer()
    await table.refuses(0)
    await table.to_offer()
    assert not (await table.buys(0, 400, left_out="Kc")).code

    rows = await rows_of(table)

    assert [row[AMOUNTS] for row in rows["insurance"]] == [
        (words.OFFERED, words.FLOP, 0, 1_000, 0, 0, "KcKh"),
        (words.REFUSED, words.FLOP, 0, 0, 0, 0, ""),
        (words.OFFERED, words.TURN, 0, 1_000, 0, 0, "KcKh"),
        (words.BOUGHT, words.TURN, 0, 400, 14, 0, "Kh"),
        (words.SETTLED, words.RIVER, 0, 400, 0, 0, ""),
    ]
    assert [row[INSURANCE_OF_SEAT] for row in rows["seats"]] == [400, 0]
