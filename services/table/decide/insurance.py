"""Insurance of an all-in: offered as it was quoted, bought, refused, settled with the pots (R9)."""

from collections.abc import Iterable, Sequence

from riverrun.contracts import refusals
from riverrun.contracts.insurance_options import PremiumOnHit
from riverrun.contracts.table_commands import BuyInsurance, RefuseInsurance
from riverrun.contracts.table_events import (
    Cause,
    CoverOffer,
    InsuranceBought,
    InsuranceNotOffered,
    InsuranceOffered,
    InsuranceRefused,
    InsuranceSettled,
    InsuredStreet,
)
from riverrun.holdem.state import Hand, Table, seat_at, seat_of
from riverrun.kernel.cards import Card, NotACard, cards
from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import PlayerId
from services.table.decide.draft import Draft
from services.table.decide.facts import Facts, InsuranceQuotes
from services.table.rules.insurance import PotOfSeat, settle_covers
from services.table.rules.insurance_sale import bought, insured_street, unanswered, why_not
from services.table.rules.showdown import Award


def offer(table: Table, quotes: InsuranceQuotes, facts: Facts) -> Draft:
    """Ask every pot's favourite; who is on his way out takes no more decisions, and is not waited for."""
    draft = Draft(table)
    street = insured_street(draft.hand.boards[0])
    assert street is not None, "no street to insure"
    if not quotes.offers:
        draft.record(InsuranceNotOffered(street, quotes.without))
        return draft
    deadline_ms = facts.now_ms + table.config.insurance.prompt_ms
    draft.record(InsuranceOffered(street, quotes.offers, deadline_ms, quotes.without, quotes.held))
    for one in quotes.offers:
        seat = seat_at(table, one.seat)
        if seat is None or seat.leave_queued:
            _decline(draft, one, "absence")
    return draft


def buy(table: Table, player: PlayerId, command: BuyInsurance) -> Draft:
    """The favourite takes the offer on a pot. Raises `NotAsked`, `CoverTooSmall` and the like."""
    (wanted,) = _asked(table, player, command.hand, command.street, command.pot)
    left_out = _left_out(command.left_out)
    most = _most(wanted, len(left_out))
    match why_not(wanted, wanted.seat, command.coverage, left_out):
        case None:
            draft = Draft(table)
            draft.record(InsuranceBought(bought(wanted, command.coverage, left_out)))
            return draft
        case "not_an_out" | "all_outs_kept":
            raise refusals.CannotLeaveOut
        case "bad_coverage":
            raise refusals.CoverTooSmall(least=max(1, wanted.least), most=most)
        case "coverage_above_pot" | "coverage_above_most":
            raise refusals.CoverTooLarge(least=max(1, wanted.least), most=most)
        case "not_favourite":
            raise refusals.NotAsked


def refuse(table: Table, player: PlayerId, command: RefuseInsurance) -> Draft:
    """He wants no cover on a pot, or on any; what he owes is covered all the same. Raises `NotAsked`."""
    draft = Draft(table)
    for one in _asked(table, player, command.hand, command.street, command.pot):
        _decline(draft, one, "player")
    return draft


def time_out(table: Table) -> Draft:
    """No answer is a no (R9.9)."""
    draft = Draft(table)
    for one in _open_offers(draft.hand):
        _decline(draft, one, "clock")
    return draft


def accounts(hand: Hand, paid: Iterable[Award], on_hit: PremiumOnHit) -> Sequence[InsuranceSettled]:
    """What each buyer and the club owe each other for each pot, by the board and what was won (R9.8)."""
    if hand.insurance is None or not hand.insurance.covers:
        return ()
    won: dict[PotOfSeat, Chips] = {}
    for award in paid:
        won[award.pot, award.seat] = won.get((award.pot, award.seat), 0) + award.amount
    return settle_covers(hand.insurance.covers, hand.boards[0], won, on_hit)


def _asked(
    table: Table, player: PlayerId, hand_number: int, street: InsuredStreet, pot: int | None
) -> list[CoverOffer]:
    """The player's own open offers, or the one on a pot. Raises `NotAsked` where there is none."""
    hand, seat = table.hand, seat_of(table, player)
    if hand is None or hand.hand != hand_number or seat is None:
        raise refusals.NotAsked
    own = [
        one
        for one in _open_offers(hand)
        if one.seat == seat.seat and one.street == street and pot in (None, one.pot)
    ]
    if not own:
        raise refusals.NotAsked
    return own


def _open_offers(hand: Hand) -> tuple[CoverOffer, ...]:
    return () if hand.insurance is None else hand.insurance.offers


def _decline(draft: Draft, one: CoverOffer, cause: Cause) -> None:
    cover = unanswered(one)
    if cover is None:
        draft.record(InsuranceRefused(one.pot, one.seat, one.street, cause))
    else:
        draft.record(InsuranceBought(cover, carried=True))


def _left_out(named: str) -> frozenset[Card]:
    try:
        return frozenset(cards(named))
    except NotACard:
        raise refusals.CannotLeaveOut from None


def _most(one: CoverOffer, left_out: int) -> Chips:
    kept = max(1, len(one.prices) - left_out)
    return min(one.amount, one.prices[kept - 1].most)
