"""A site's hand counted in its smallest chip, where that is worth several units of the site's log.

Chips are whole numbers of the smallest unit (R1.3): an odd chip is one such chip, not one unit of the log.
"""

from collections.abc import Iterator
from math import gcd
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from console.cases.case_shapes import HandCase, HandConfig, HandExpect, Post

ODD_UNIT = "site_odd_unit"
"""The note that marks such a hand."""


def in_smallest_chips(case: HandCase) -> HandCase:
    """The same hand with every amount counted in the site's smallest chip."""
    if ODD_UNIT not in case.notes:
        return case
    chip = gcd(*_amounts(case))
    return replace(
        case,
        config=_config(case.config, chip),
        steps=[[*step[:2], *(to // chip for to in step[2:])] for step in case.steps],
        expect=_expect(case.expect, chip),
    )


def _amounts(case: HandCase) -> Iterator[int]:
    config = case.config
    yield from (config.sb, config.bb, config.rake.fixed if config.rake else 0)
    yield config.ante.amount if config.ante else 0
    yield from (straddle.amount for straddle in config.straddles)
    yield from (seat.stack for seat in config.seats)
    yield from (amount for seat in config.seats if seat.post for amount in (seat.post.live, seat.post.dead))
    yield from (to for step in case.steps for to in step[2:])
    if isinstance(case.expect.final_stacks, dict):
        yield from case.expect.final_stacks.values()


def _config(config: HandConfig, chip: int) -> HandConfig:
    seats = [replace(seat, stack=seat.stack // chip, post=_post(seat.post, chip)) for seat in config.seats]
    ante, rake = config.ante, config.rake
    return replace(
        config,
        sb=config.sb // chip,
        bb=config.bb // chip,
        seats=seats,
        ante=ante and replace(ante, amount=ante.amount // chip),
        rake=rake and replace(rake, fixed=rake.fixed // chip),
        straddles=[replace(straddle, amount=straddle.amount // chip) for straddle in config.straddles],
    )


def _post(post: Post | None, chip: int) -> Post | None:
    return post and Post(post.live // chip, post.dead // chip)


def _expect(expect: HandExpect, chip: int) -> HandExpect:
    def counted(amounts: Any) -> Any:
        return amounts if amounts is UNSET else {seat: amount // chip for seat, amount in amounts.items()}

    return replace(
        expect,
        final_stacks=counted(expect.final_stacks),
        uncalled=counted(expect.uncalled),
        payouts=counted(expect.payouts),
        pots=[replace(pot, amount=pot.amount // chip) for pot in expect.pots]
        if isinstance(expect.pots, list)
        else UNSET,
        rake=expect.rake // chip if isinstance(expect.rake, int) else UNSET,
    )
