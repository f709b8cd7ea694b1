"""Closing a period: each member's sums since the last one, and what agents get of the rake (R13.4)."""

from collections.abc import Mapping

import msgspec

from riverrun.kernel.identifiers import PlayerId
from services.club.ledger import accounts, moving, refusals
from services.club.ledger.books import Books
from services.club.ledger.ledger_events import ChipsMoved, PeriodSettled, SettledLine
from services.club.ledger.moving import Move
from services.club.ledger.totals import MemberTotals

LINES_IN_A_PART = 1_000
WHOLE = 10_000
"""Basis points."""


class Agency(msgspec.Struct, frozen=True):
    """Whose agent a member has, and the agent's share of that member's rake and fees, in basis points."""

    agent: PlayerId
    rakeback_bps: int


def settle(
    books: Books, period: str, agencies: Mapping[PlayerId, Agency], by: str, now_ms: int
) -> list[PeriodSettled | ChipsMoved]:
    """The period's lines, then a transfer to each agent; shares are cut to whole chips per member.

    Nothing if the period is closed. Raises `NotEnoughChips` if the club's revenue was spent otherwise.
    """
    if period in books.periods:
        return []
    lines = [
        _line(player, totals.since(books.settled.get(player) or MemberTotals()), agencies.get(player))
        for player, totals in sorted(books.totals.items())
    ]
    lines = [line for line in lines if _moved(line)]
    return [*_parts(books, period, lines, by, now_ms), *_shares(books, period, lines, by, now_ms)]


def _line(player: PlayerId, moved: MemberTotals, agency: Agency | None) -> SettledLine:
    share = 0 if agency is None else moved.rake * agency.rakeback_bps // WHOLE
    return SettledLine(
        player,
        moved.bought,
        moved.cashed_out,
        moved.granted,
        moved.taken_back,
        moved.rake,
        moved.fees,
        "" if agency is None else agency.agent,
        share,
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
        if line.rakeback:
            shares[line.agent] = shares.get(line.agent, 0) + line.rakeback
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
