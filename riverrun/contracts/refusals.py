"""Why a command was refused: a small class each, with a stable code and the numbers a client needs."""

from typing import ClassVar

Detail = int | str | bool | None


class Refusal(Exception):
    """Nothing was recorded and nothing changed. `code` is stable; `details` holds the numbers."""

    code: ClassVar[str] = "refused"
    text: ClassVar[str] = "refused"

    def __init__(self, **details: Detail) -> None:
        super().__init__(self.text)
        self.details = details


class UnknownTable(Refusal):
    """No such table."""

    code = "unknown_table"
    text = "no such table"


class TableExists(Refusal):
    """A table with this id exists already."""

    code = "table_exists"
    text = "a table with this id exists already"


class BadOption(Refusal):
    """An option of the table is out of bounds."""

    code = "bad_option"
    text = "an option of the table is out of bounds"


class NotSeated(Refusal):
    """You have no seat at this table."""

    code = "not_seated"
    text = "you have no seat at this table"


class AlreadySeated(Refusal):
    """You have a seat at this table already."""

    code = "already_seated"
    text = "you have a seat at this table already"


class SeatTaken(Refusal):
    """The seat is taken."""

    code = "seat_taken"
    text = "the seat is taken"


class NoSuchSeat(Refusal):
    """The table has no such seat."""

    code = "no_such_seat"
    text = "the table has no such seat"


class TableFull(Refusal):
    """No seat is free."""

    code = "table_full"
    text = "no seat is free"


class BuyInOutOfBounds(Refusal):
    """The buy-in is outside the table's limits."""

    code = "buy_in_out_of_bounds"
    text = "the buy-in is outside the table's limits"


class ReturningStack(Refusal):
    """You left this table a while ago: bring at least what you left with."""

    code = "returning_stack"
    text = "you left this table a while ago: bring at least what you left with"


class SeatReserved(Refusal):
    """The seat is kept for a player who waits."""

    code = "seat_reserved"
    text = "the seat is kept for a player who waits"


class SeatIsFree(Refusal):
    """A seat is free for you: sit down."""

    code = "seat_is_free"
    text = "a seat is free for you: sit down"


class AlreadyWaiting(Refusal):
    """You wait for a seat already."""

    code = "already_waiting"
    text = "you wait for a seat already"


class NotWaiting(Refusal):
    """You do not wait for a seat."""

    code = "not_waiting"
    text = "you do not wait for a seat"


class WaitingListFull(Refusal):
    """Too many wait already."""

    code = "waiting_list_full"
    text = "too many wait already"


class BuyInPending(Refusal):
    """An earlier buy-in has not been answered yet."""

    code = "buy_in_pending"
    text = "an earlier buy-in has not been answered yet"


class TopUpTooLarge(Refusal):
    """The stack would exceed the table's maximum."""

    code = "top_up_too_large"
    text = "the stack would exceed the table's maximum"


class NotSittingOut(Refusal):
    """You are not sitting out."""

    code = "not_sitting_out"
    text = "you are not sitting out"


class AlreadySittingOut(Refusal):
    """You are sitting out already."""

    code = "already_sitting_out"
    text = "you are sitting out already"


class NoChips(Refusal):
    """You have no chips at this table."""

    code = "no_chips"
    text = "you have no chips at this table"


class AlreadyLeaving(Refusal):
    """You are leaving after this hand."""

    code = "already_leaving"
    text = "you are leaving after this hand"


class StaleTurn(Refusal):
    """This turn is over."""

    code = "stale_turn"
    text = "this turn is over"


class NotYourTurn(Refusal):
    """It is not your turn."""

    code = "not_your_turn"
    text = "it is not your turn"


class HandOver(Refusal):
    """No decision is open in this hand."""

    code = "hand_over"
    text = "no decision is open in this hand"


class TooLate(Refusal):
    """The time for this decision is over."""

    code = "too_late"
    text = "the time for this decision is over"


class StalePreset(Refusal):
    """The hand, the street or the price is another by now."""

    code = "stale_preset"
    text = "the hand, the street or the price is another by now"


class YourTurn(Refusal):
    """It is your turn: act."""

    code = "your_turn"
    text = "it is your turn: act"


class NoDecisionAhead(Refusal):
    """No decision in this hand can come to you any more."""

    code = "no_decision_ahead"
    text = "no decision in this hand can come to you any more"


class NoTimeBank(Refusal):
    """Nothing is left in your time bank, or it runs already."""

    code = "no_time_bank"
    text = "nothing is left in your time bank, or it runs already"


class CannotCheck(Refusal):
    """There is a bet to call."""

    code = "cannot_check"
    text = "there is a bet to call"


class NothingToCall(Refusal):
    """There is nothing to call."""

    code = "nothing_to_call"
    text = "there is nothing to call"


class BetWhenFacingBet(Refusal):
    """There is a bet already: call or raise."""

    code = "bet_when_facing_bet"
    text = "there is a bet already: call or raise"


class RaiseWithoutBet(Refusal):
    """There is no bet to raise: check or bet."""

    code = "raise_without_bet"
    text = "there is no bet to raise: check or bet"


class RaiseNotOpen(Refusal):
    """The betting is not open to a raise by you."""

    code = "raise_not_open"
    text = "the betting is not open to a raise by you"


class BelowMinimum(Refusal):
    """Less than the minimum."""

    code = "below_min"
    text = "less than the minimum"


class AboveStack(Refusal):
    """More than your stack."""

    code = "above_stack"
    text = "more than your stack"


class NothingToShow(Refusal):
    """You have no hand to show now."""

    code = "nothing_to_show"
    text = "you have no hand to show now"


class StraddleNotAllowed(Refusal):
    """No straddle from this seat in this hand."""

    code = "straddle_not_allowed"
    text = "no straddle from this seat in this hand"


class StraddleAmount(Refusal):
    """A straddle is exactly twice the blind before it."""

    code = "straddle_amount"
    text = "a straddle is exactly twice the blind before it"


class UnknownHand(Refusal):
    """No such finished hand."""

    code = "unknown_hand"
    text = "no such finished hand"


class Expired(Refusal):
    """The command came too late to be applied."""

    code = "expired"
    text = "the command came too late to be applied"


class NotAllowed(Refusal):
    """You may not do this."""

    code = "not_allowed"
    text = "you may not do this"


class NotAsked(Refusal):
    """Nobody asks you that now."""

    code = "not_asked"
    text = "nobody asks you that now"


class CoverTooSmall(Refusal):
    """Less than can be covered."""

    code = "cover_too_small"
    text = "less than can be covered"


class CoverTooLarge(Refusal):
    """More than can be covered."""

    code = "cover_too_large"
    text = "more than can be covered"


class CannotLeaveOut(Refusal):
    """These cards cannot be left out of the cover."""

    code = "cannot_leave_out"
    text = "these cards cannot be left out of the cover"


class NoRabbit(Refusal):
    """No cards that would have come can be shown now."""

    code = "no_rabbit"
    text = "no cards that would have come can be shown now"


class TalkIsOff(Refusal):
    """Nobody talks at this table."""

    code = "talk_off"
    text = "nobody talks at this table"


class IsMuted(Refusal):
    """The table's owner has muted you."""

    code = "muted"
    text = "the table's owner has muted you"


class TooManyMuted(Refusal):
    """As many players are muted here as can be."""

    code = "too_many_muted"
    text = "as many players are muted here as can be"


class NothingSaid(Refusal):
    """Too long, empty, or nothing that can be said or thrown there."""

    code = "nothing_said"
    text = "too long, empty, or nothing that can be said or thrown there"


class TooMuchTalk(Refusal):
    """Too much in too short a time."""

    code = "too_much_talk"
    text = "too much in too short a time"


class AlreadyPaused(Refusal):
    """The table is paused already."""

    code = "already_paused"
    text = "the table is paused already"


class NotPaused(Refusal):
    """The table is not paused."""

    code = "not_paused"
    text = "the table is not paused"


class NoBombPot(Refusal):
    """The table has no bomb pots, or the next hand is one already."""

    code = "no_bomb_pot"
    text = "the table has no bomb pots, or the next hand is one already"


class CutClosed(Refusal):
    """A part in the cut is committed to for the next hand only, where the table's decks are cut."""

    code = "cut_closed"
    text = "a part in the cut is committed to for the next hand only, where the table's decks are cut"


class CutBarred(Refusal):
    """You did not tell a nonce in time, and have no part in the cut for some hands."""

    code = "cut_barred"
    text = "you did not tell a nonce in time, and have no part in the cut for some hands"


class WrongNonce(Refusal):
    """This is not the nonce that you committed to."""

    code = "wrong_nonce"
    text = "this is not the nonce that you committed to"


class TableIsClosing(Refusal):
    """The table closes after this hand."""

    code = "table_closing"
    text = "the table closes after this hand"


class TableHasRolled(Refusal):
    """The game goes on under another id: `successor`."""

    code = "table_rolled"
    text = "the table goes on under another id"


class TableIsClosed(Refusal):
    """The table is closed for good."""

    code = "table_closed"
    text = "the table is closed for good"


class TableIsSuspended(Refusal):
    """The table is suspended."""

    code = "table_suspended"
    text = "the table is suspended"


class AlreadySuspended(Refusal):
    """The table is suspended already, or will be after this hand."""

    code = "already_suspended"
    text = "the table is suspended already, or will be after this hand"


class NotSuspended(Refusal):
    """The table is not suspended."""

    code = "not_suspended"
    text = "the table is not suspended"


class NoHandToVoid(Refusal):
    """No hand is in progress, or not the one that was meant."""

    code = "no_hand_to_void"
    text = "no such hand is in progress"
