"""Quotes for an all-in: asked of the insurance service in time; without an answer nothing is offered."""

from collections.abc import Iterable, Mapping
from typing import Protocol

import grpc
import structlog
from msgspec.structs import replace

from riverrun.contracts.insurance_options import HUNDREDTHS, InsuranceOptions
from riverrun.contracts.table_events import (
    CoverOffer,
    InsuredTie,
    OddsPrice,
    QuickCover,
    UninsuredPot,
    WhyUninsured,
)
from riverrun.holdem.state import Hand, Table
from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import SeatNo
from riverrun.pb.insurance.v1 import insurance_pb2 as pb
from riverrun.pb.insurance.v1.insurance_pb2_grpc import InsuranceStub
from services.table.decide.facts import InsuranceQuotes
from services.table.ports.pool import Pool, is_clubs, room_asked
from services.table.rules.insurance import PotOfSeat, paid_so_far, premiums_owed
from services.table.rules.insurance_sale import chips_in_pots, insured_street
from services.table.rules.rake import rake_of

log = structlog.get_logger(__name__)

BPS = 10_000
POLICIES = {"odds_table": pb.POLICY_ODDS_TABLE, "fair_margin": pb.POLICY_FAIR_MARGIN}
ON_HIT = {"returned": pb.PREMIUM_ON_HIT_RETURNED, "kept": pb.PREMIUM_ON_HIT_KEPT}
REASONS: dict[int, WhyUninsured] = {
    pb.REASON_NO_FAVOURITE: "no_favourite",
    pb.REASON_NO_OUTS: "no_outs",
    pb.REASON_TOO_MANY_OUTS: "too_many_outs",
    pb.REASON_NOTHING_LEFT: "nothing_left",
    pb.REASON_LIMIT_REACHED: "limit_reached",
}


class QuoteService(Protocol):
    """Prices covers for each pot's favourite.

    Raises `grpc.RpcError`, `TimeoutError` when it does not answer in time.
    """

    async def quote(self, request: pb.QuoteRequest) -> pb.QuoteResponse:
        """A quote for each pot, in their order."""


class GrpcQuoteService:
    """The insurance service over gRPC, with a deadline for every call."""

    def __init__(self, channel: grpc.aio.Channel, deadline_ms: int) -> None:
        self._stub = InsuranceStub(channel)
        self._deadline_s = deadline_ms / 1000

    async def quote(self, request: pb.QuoteRequest) -> pb.QuoteResponse:
        """See `QuoteService`."""
        answer: pb.QuoteResponse = await self._stub.Quote(request, timeout=self._deadline_s)
        return answer


async def insurance_quotes(table: Table, service: QuoteService, pool: Pool) -> InsuranceQuotes:
    """All pots of an all-in, priced; no pot has an offer where the service or the club does not answer.

    At a club's table what would be sold is held first, if the club has a limit, and priced anew where there
    is less room.
    """
    hand = table.hand
    assert hand is not None, "no hand is in progress"
    amounts = pots_after_rake(table, hand)
    asked = question(table, hand, amounts)
    quotes = await _quoted(hand, amounts, asked, service)
    if not (quotes.offers and is_clubs(table)):
        return quotes
    wanted = room_asked(table, hand, sum([_most(offer) for offer in quotes.offers]))
    try:
        room = await pool.hold(wanted)
    except (grpc.RpcError, TimeoutError) as away:
        log.warning("club_away", hand=hand.hand, reason=_reason(away))
        return _unoffered(quotes)
    if room is None:
        return quotes
    if room < wanted.covers:
        asked.club_limit = room
        quotes = await _quoted(hand, amounts, asked, service)
    return replace(quotes, held=wanted.owed + room if room else 0)


async def _quoted(
    hand: Hand, amounts: list[Chips], asked: pb.QuoteRequest, service: QuoteService
) -> InsuranceQuotes:
    try:
        answer = await service.quote(asked)
    except (grpc.RpcError, TimeoutError) as away:
        log.warning("insurance_away", hand=hand.hand, reason=_reason(away))
        return _nothing(len(amounts))
    if len(answer.pots) != len(amounts):
        log.error("insurance_answers_otherwise", hand=hand.hand, pots=len(amounts), quoted=len(answer.pots))
        return _nothing(len(amounts))
    return quotes_in(hand, amounts, answer)


def _nothing(pots: int) -> InsuranceQuotes:
    return InsuranceQuotes((), tuple([UninsuredPot(pot, "no_answer") for pot in range(pots)]))


def _unoffered(quotes: InsuranceQuotes) -> InsuranceQuotes:
    """What would be offered is not, for the club does not say whether it may be."""
    instead = [UninsuredPot(offer.pot, "club_away") for offer in quotes.offers]
    return InsuranceQuotes((), tuple(sorted([*quotes.without, *instead], key=lambda one: one.pot)))


def _most(offer: CoverOffer) -> Chips:
    return max([price.most for price in offer.prices])


def pots_after_rake(table: Table, hand: Hand) -> list[Chips]:
    """What can be won of each pot."""
    amounts = [pot.amount for pot in hand.pots]
    rakes = rake_of(amounts, table.config.rake, len(hand.seats), saw_flop=True)
    return [amount - rake for amount, rake in zip(amounts, rakes, strict=True)]


def question(table: Table, hand: Hand, amounts: Iterable[Chips]) -> pb.QuoteRequest:
    """Open hands, pots with what their contenders have in them and owe, and the club's terms."""
    options, board = table.config.insurance, hand.boards[0]
    covers = () if hand.insurance is None else hand.insurance.covers
    owed = premiums_owed(covers, board, options.premium_on_hit)
    own = chips_in_pots(hand.pots, hand.players)
    request = pb.QuoteRequest(
        board=bytes(board),
        hands=[
            pb.OpenHand(seat=player.seat, cards=bytes(player.cards))
            for player in hand.players
            if not player.folded
        ],
        pots=[
            _pot(number, amount, hand.pots[number].contenders, own[number], owed)
            for number, amount in enumerate(amounts)
        ],
        terms=_terms(options),
    )
    already = paid_so_far(covers, board)
    if options.limit_per_hand:
        request.hand_limit = max(0, options.limit_per_hand - already)
    if options.limit_in_all and not is_clubs(table):
        request.club_limit = max(0, options.limit_in_all + table.insured - already)
    return request


def _pot(
    number: int,
    amount: Chips,
    contenders: Iterable[SeatNo],
    chips_in: Mapping[SeatNo, Chips],
    owed: Mapping[PotOfSeat, Chips],
) -> pb.Pot:
    return pb.Pot(
        amount=amount,
        contenders=[
            pb.Contender(seat=seat, chips_in=chips_in[seat], owed=owed.get((number, seat), 0))
            for seat in contenders
        ],
    )


def _terms(options: InsuranceOptions) -> pb.Terms:
    return pb.Terms(
        policy=POLICIES[options.policy],
        odds_table=[
            pb.TableRow(outs=outs, odds=pb.Odds(paid=odds, premium=HUNDREDTHS))
            for outs, odds in enumerate(options.odds_table, 1)
        ],
        margin_bps=options.margin_bps,
        premium_on_hit=ON_HIT[options.premium_on_hit],
        insure_ties=options.insure_ties,
        carry=options.carry,
    )


def quotes_in(hand: Hand, amounts: list[Chips], answer: pb.QuoteResponse) -> InsuranceQuotes:
    """The service's words as the table keeps them."""
    offers: list[CoverOffer] = []
    without: list[UninsuredPot] = []
    for number, (amount, quoted) in enumerate(zip(amounts, answer.pots, strict=True)):
        if quoted.HasField("offer"):
            offers.append(_offer(hand, number, amount, quoted))
        else:
            without.append(UninsuredPot(number, REASONS.get(quoted.reason, "no_answer")))
    return InsuranceQuotes(tuple(offers), tuple(without))


def _offer(hand: Hand, number: int, amount: Chips, quoted: pb.PotQuote) -> CoverOffer:
    street, offer = insured_street(hand.boards[0]), quoted.offer
    assert street is not None, "quoted on another street"
    kept = frozenset(offer.kept)
    return CoverOffer(
        pot=number,
        seat=quoted.favourite,
        street=street,
        amount=amount,
        outs=tuple(quoted.outs),
        ties=tuple([InsuredTie(tie.card, tie.sharing) for tie in quoted.ties if tie.card in kept]),
        prices=tuple([OddsPrice(one.odds.paid, one.odds.premium, one.most) for one in offer.prices]),
        least=offer.least,
        unseen=quoted.unseen,
        tying=tuple([tie.card for tie in quoted.ties]),
        margin_bps=offer.margin.value * BPS // offer.margin.over,
        capped=offer.capped,
        full=_quick(offer.full),
        break_even=_quick(offer.break_even),
        equal_profit=_quick(offer.equal_profit) if offer.HasField("equal_profit") else None,
    )


def _quick(choice: pb.Choice) -> QuickCover:
    return QuickCover(choice.coverage, choice.premium)


def _reason(away: Exception) -> str:
    code = getattr(away, "code", None)
    return str(code().name) if callable(code) else type(away).__name__
