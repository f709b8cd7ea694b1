"""Closing a period: each member's sums since the last one, and what agents get of the rake (R13.4)."""

from collections.abc import Iterable, Mapping

import msgspec

from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import PlayerId
from services.club.ledger import accounts, moving, refusals
from services.club.ledger.books import Books
from services.club.ledger.earned import Earned
from services.club.ledger.ledger_events import (
    ChipsMoved,
    EarnedLine,
    PeriodSettled,
    SettledLine,
    SharesEarned,
)
from services.club.ledger.moving import Move

LINES_IN_A_PART = 1_000
WHOLE = 10_000
"""Basis points."""


class Agency(msgspec.Struct, frozen=True):
    """Whose agent a member has, and the agent's share of that member's rake and fees, in basis points."""

    agent: PlayerId
    rakeback_bps: int

    def share(self, rake: Chips) -> Chips:
        """In whole chips."""
        return rake * self.rakeback_bps // WHOLE


def earn(
    books: Books, agency: Agency, members: Iterable[PlayerId], by: str, now_ms: int
) -> list[SharesEarned]:
    """What an agent, who is about to be one no more, has earned of the open period by his members."""
    unshared = {player: _unshared(books, player) for player in sorted(members)}
    lines = [EarnedLine(player, rake, agency.share(rake)) for player, rake in unshared.items()]
    lines = [line for line in lines if line.share]
    return [
        SharesEarned(agency.agent, by, now_ms, tuple(lines[i : i + LINES_IN_A_PART]))
        for i in range(0, len(lines), LINES_IN_A_PART)
    ]


def _unshared(books: Books, player: PlayerId) -> Chips:
    """A member's rake of the open period that no agent has a share of yet."""
    return books.since_settled(player).rake - books.earned.get(player, Earned()).rake


def settle(
    books: Books, period: str, agencies: Mapping[PlayerId, Agency], by: str, now_ms: int
) -> list[PeriodSettled | ChipsMoved]:
    """The period's lines, then a transfer to each agent; shares are cut to whole chips per member.

    What agents have earned who are none any more is theirs; of the rest a member's agent of now has a share.
    Nothing if the period is closed. Raises `NotEnoughChips` if the club's revenue was spent otherwise.
    """
    if period in books.periods:
        return []
    lines = [_line(books, player, agencies.get(player)) for player in sorted(books.totals)]
    lines = [line for line in lines if _moved(line)]
    return [*_parts(books, period, lines, by, now_ms), *_shares(books, period, lines, by, now_ms)]


def _line(books: Books, player: PlayerId, agency: Agency | None) -> SettledLine:
    moved = books.since_settled(player)
    return SettledLine(
        player,
        moved.bought,
        moved.cashed_out,
        moved.granted,
        moved.taken_back,
        moved.rake,
        moved.fees,
        "" if agency is None else agency.agent,
        0 if agency is None else agency.share(_unshared(books, player)),
        books.earned.get(player, Earned()).told(),
    )


def _moved(line: SettledLine) -> bool:
    sums = (line.bought, line.cashed_out, line.granted, line.taken_back, line.rake, line.fees)
    return any(sums)


def _parts(books: Books, period: str, lines: list[SettledLine], by: str, now_ms: int) -> list[PeriodSettled]:
    chunks = [lines[i : i + LINES_IN_A_PART] for i in range(0, len(lines), LINES_IN_A_PART)] or [[]]
    return [
        PeriodSettled(period, part, len(chunks), books.settled_ms, now_ms, by, tuple(chunk))
        for part, chunk in enumerate(chunks, 1)
    ]


def _shares(books: Books, period: str, lines: list[SettledLine], by: str, now_ms: int) -> list[ChipsMoved]:
    """One transfer an agent; each stands on the balance that the one before left."""
    shares: dict[PlayerId, int] = {}
    for line in lines:
        for agent, share in line.shares:
            shares[agent] = shares.get(agent, 0) + share
    revenue = books.holding(accounts.REVENUE)
    moved: list[ChipsMoved] = []
    entry, version = revenue.entry, books.version + len(_parts(books, period, lines, by, now_ms))
    left = revenue.balance
    if sum(shares.values()) > left - revenue.limit:
        raise refusals.NotEnoughChips(balance=left, limit=revenue.limit)
    for agent, share in sorted(shares.items()):
        asked = Move(
            f"settlement.{period}.{agent}",
            accounts.REVENUE,
            accounts.agent(agent),
            share,
            "rakeback",
            by,
            period,
        )
        moving.check(asked)
        held = books.holding(asked.target)
        left -= share
        moved.append(
            ChipsMoved(
                asked.transfer,
                asked.source,
                asked.target,
                share,
                asked.reason,
                now_ms,
                by,
                left,
                held.balance + share,
                entry,
                held.entry,
                period,
            )
        )
        version += 1
        entry = version
    return moved
