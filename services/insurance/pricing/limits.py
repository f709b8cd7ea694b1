"""The club's limit for a hand, shared out among the offers that are made at once (R9.12)."""

from collections.abc import Sequence

import msgspec

from riverrun.kernel.chips import Chips


class Wanted(msgspec.Struct, frozen=True):
    """What a pot's buyer is covered for in any case, and the most that he may buy."""

    least: Chips
    most: Chips


def shared_out(limit: Chips | None, wanted: Sequence[Wanted]) -> list[Chips]:
    """The most coverage for each offer, so that all together stay within the limit whoever buys.

    What is covered in any case comes first, then the main pot's wish, then the side pots'.
    """
    if limit is None:
        return [one.most for one in wanted]
    given: list[Chips] = []
    for one in wanted:
        given.append(min(one.least, limit))
        limit -= given[-1]
    for place, one in enumerate(wanted):
        more = min(one.most - given[place], limit)
        given[place] += more
        limit -= more
    return given
