"""The club's part of the pots (R5.6)."""

from collections.abc import Sequence

from riverrun.contracts.table_config import RakeTerms
from riverrun.kernel.chips import Chips

BPS = 10_000


def rake_of(pots: Sequence[Chips], terms: RakeTerms, dealt_in: int, saw_flop: bool) -> list[Chips]:
    """The rake of each pot, main pot first; uncalled money is no longer in `pots`.

    Pot i pays min(cap, rate x pots 1..i, rounded down) less what earlier pots paid; a `drop` is taken from
    the main pot on until it is full.
    """
    if (terms.no_flop_no_drop and not saw_flop) or not (terms.bps or terms.drop):
        return [0] * len(pots)
    taken = 0
    contested = 0
    rake: list[Chips] = []
    for pot in pots:
        contested += pot
        due = min(terms.drop, contested) if terms.drop else _rate_of(contested, terms, dealt_in)
        rake.append(due - taken)
        taken = due
    return rake


def _rate_of(contested: Chips, terms: RakeTerms, dealt_in: int) -> Chips:
    return min(_cap(terms, dealt_in), contested * terms.bps // BPS)


def _cap(terms: RakeTerms, dealt_in: int) -> Chips:
    if dealt_in <= 2:
        return terms.cap_two
    return terms.cap_three_four if dealt_in <= 4 else terms.cap_five_up
