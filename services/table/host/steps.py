"""Takes a step that a table owes.

Gathers what it needs from outside, then lets the decision follow (DESIGN "Next step").
"""

from typing import TypeAlias, assert_never

from riverrun.contracts.table_events import PlayStopped
from riverrun.holdem.state import Cutting, Hand, Straddling, Table
from riverrun.kernel.deck import OpenDeck
from services.table.decide import (
    betting,
    cuts,
    dealing,
    dismissal,
    ending,
    equities,
    insurance,
    moves,
    operating,
    owning,
    presence,
    presets,
    rolling,
    runs,
    seating,
    settlement,
    standing_wishes,
    straddles,
    time_bank,
    waiting_list,
)
from services.table.decide.draft import Draft
from services.table.decide.facts import Facts, HandArchive, ShowdownRanks
from services.table.decide.owed import (
    AnnounceEnd,
    AnnounceRoll,
    AnswerForAbsent,
    AnswerPreset,
    AnswerTimeOut,
    AskForChips,
    CloseQuestion,
    CloseTable,
    DealRunout,
    GrantExtraTime,
    LapseOffer,
    MakeMoves,
    OfferInsurance,
    OfferSeat,
    Owed,
    RemoveAbsent,
    RestAtBigBlind,
    RollOver,
    SealHand,
    SeeOut,
    Settle,
    StartHand,
    StartTimeBank,
    StopPlay,
    Suspend,
)
from services.table.host.dealer import Dealer
from services.table.host.hosted import HostedTable
from services.table.ports.evaluator import EvaluatorService, asked_equities, showdown_ranks
from services.table.ports.insurance import QuoteService, insurance_quotes
from services.table.ports.pool import Pool
from services.table.rules.ending import is_time_over


class Steps:
    """What steps need: the dealer, the evaluator, who quotes insurance, and the pool that carries it."""

    def __init__(
        self, dealer: Dealer, evaluator: EvaluatorService, insurance: QuoteService, pool: Pool
    ) -> None:
        self._dealer = dealer
        self._evaluator = evaluator
        self._insurance = insurance
        self._pool = pool

    def open_deck(self, hosted: HostedTable) -> OpenDeck | None:
        """The deck of the hand in progress, on taking a table over."""
        return self._dealer.open(hosted.table)

    async def take(self, hosted: HostedTable, owed: Owed, now_ms: int) -> Draft:
        """The decision that a due step leads to."""
        draft = await self._decided(hosted, owed, now_ms)
        return await self.with_equities(hosted.table, draft)

    async def with_equities(self, before: Table, draft: Draft) -> Draft:
        """The decision, with the equities of hands that it turns up, or whose board it lets grow (R10.3)."""
        asked = equities.questions(draft)
        if not asked:
            return draft
        return equities.with_equities(before, draft, await asked_equities(asked, self._evaluator))

    async def _decided(self, hosted: HostedTable, owed: Owed, now_ms: int) -> Draft:
        table = hosted.table
        facts = Facts(now_ms, () if hosted.deck is None else hosted.deck.order)
        match owed.step:
            case StartHand() if is_time_over(table, now_ms):
                return ending.announce_time(table)
            case StartHand():
                hosted.deck, new_deck = self._dealer.new_deck(table)
                return dealing.start_hand(table, new_deck, facts)
            case AnswerTimeOut() | AnswerPreset() | StartTimeBank() | GrantExtraTime() | AnswerForAbsent():
                return _turn_goes_on(table, owed.step, facts)
            case CloseQuestion():
                return _close_question(table, facts)
            case OfferInsurance():
                quotes = await insurance_quotes(table, self._insurance, self._pool)
                return insurance.offer(table, quotes, facts)
            case DealRunout():
                return settlement.deal_runout(table, facts)
            case Settle():
                ranks = await self._ranks(hosted)
                return settlement.settle(table, ranks, facts)
            case SealHand():
                return self._seal(hosted, facts)
            case AskForChips():
                raise AssertionError("chips are asked for beside the game")
            case _:
                return _between_hands(table, owed.step, facts)

    async def _ranks(self, hosted: HostedTable) -> ShowdownRanks:
        hand, deck = _open_hand(hosted)
        return await showdown_ranks(hand, deck, self._evaluator)

    def _archive(self, hosted: HostedTable) -> HandArchive:
        if hosted.deck is None:
            # A hand whose deck could not be opened was voided (R2.8): nothing of it can be proved.
            return HandArchive(b"", (), ())
        return self._dealer.archive(*_open_hand(hosted))

    def _seal(self, hosted: HostedTable, facts: Facts) -> Draft:
        draft = settlement.seal_hand(hosted.table, self._archive(hosted))
        if hosted.table.hand is not None:
            time_bank.gain(draft, hosted.table.hand.seats)
        seating.after_hand(draft, facts)
        owning.change_queued_options(draft)
        return draft


BetweenHands: TypeAlias = (
    RemoveAbsent
    | RestAtBigBlind
    | OfferSeat
    | LapseOffer
    | MakeMoves
    | StopPlay
    | Suspend
    | AnnounceEnd
    | CloseTable
    | SeeOut
    | AnnounceRoll
    | RollOver
)


def _between_hands(
    table: Table,
    step: BetweenHands,
    facts: Facts,
) -> Draft:
    match step:
        case RemoveAbsent(seat=seat):
            return seating.remove_absent(table, seat, facts)
        case SeeOut(seat=seat):
            return dismissal.see_out(table, seat, facts)
        case OfferSeat(waiter=waiter, seat=number):
            return waiting_list.offer(table, waiter, number, facts)
        case LapseOffer(waiter=waiter):
            return waiting_list.lapse(table, waiter)
        case RestAtBigBlind(seat=seat):
            return standing_wishes.rest_at_big_blind(table, seat, facts)
        case MakeMoves():
            return moves.make_queued_moves(table)
        case StopPlay():
            draft = Draft(table)
            draft.record(PlayStopped())
            return draft
        case _:
            return _game_ends(table, step, facts)


def _game_ends(
    table: Table, step: Suspend | AnnounceEnd | CloseTable | AnnounceRoll | RollOver, facts: Facts
) -> Draft:
    """For a while, for good, or under this id."""
    match step:
        case Suspend():
            return operating.suspend(table, table.draining, facts)
        case AnnounceEnd():
            return ending.announce_time(table)
        case CloseTable():
            return ending.close(table)
        case AnnounceRoll():
            return rolling.announce(table, "time")
        case RollOver():
            return rolling.roll(table)
        case _:
            assert_never(step)


def _turn_goes_on(
    table: Table,
    step: AnswerTimeOut | AnswerPreset | StartTimeBank | GrantExtraTime | AnswerForAbsent,
    facts: Facts,
) -> Draft:
    match step:
        case AnswerTimeOut():
            return betting.check_or_fold(table, "clock", facts)
        case AnswerForAbsent():
            return betting.check_or_fold(table, "absence", facts)
        case AnswerPreset():
            return presets.answer(table, facts)
        case StartTimeBank():
            return time_bank.start(table)
        case GrantExtraTime():
            return presence.grant_extra_time(table)
        case _:
            assert_never(step)


def _close_question(table: Table, facts: Facts) -> Draft:
    hand = table.hand
    if hand is not None and type(hand.phase) is Straddling:
        return straddles.time_out(table, facts)
    if hand is not None and type(hand.phase) is Cutting:
        return cuts.time_out(table, facts)
    if hand is not None and hand.insurance is not None and hand.insurance.offers:
        return insurance.time_out(table)
    return runs.close_question(table)


def _open_hand(hosted: HostedTable) -> tuple[Hand, OpenDeck]:
    hand, deck = hosted.table.hand, hosted.deck
    assert hand is not None, "no hand is in progress"
    assert deck is not None, "the hand's deck is not open"
    return hand, deck
