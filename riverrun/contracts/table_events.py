"""Every event of a table, with the name under which it is stored for ever.

Events carry outcomes, so that replay recomputes no rule. They only grow: a new field comes last and has a
default; a change of meaning is a new event. Amounts are chips, seats are seat numbers, cards are 0..51, times
are Unix milliseconds. `to` is the player's total in front on this street after the action.
"""

from typing import TypeAlias

from riverrun.contracts.events.betting import (
    BettingClosed,
    PlayerBet,
    PlayerCalled,
    PlayerChecked,
    PlayerFolded,
    PlayerRaised,
    PotShare,
    TurnStarted,
    UncalledBetReturned,
)
from riverrun.contracts.events.clocks import (
    ExtraTimeGranted,
    PlayerDisconnected,
    PlayerReconnected,
    TimeBankFilled,
    TimeBankStarted,
    TimeBankStopped,
)
from riverrun.contracts.events.cuts import CutAsked, CutCommitment, CutCommitted, CutNonce, CutTold, DeckCut
from riverrun.contracts.events.dealing import (
    AntePosted,
    BlindPosted,
    BoardDealt,
    DealtIn,
    HandStarted,
    HoleCardsDealt,
)
from riverrun.contracts.events.endings import (
    CardOpening,
    HandEnded,
    HandMucked,
    HandSealed,
    HandShown,
    HandsTurnedUp,
    HandVoided,
    PotAwarded,
    RakeTaken,
    SealedHoleCards,
)
from riverrun.contracts.events.equities import EQUITY_OF_A_WIN, EquitiesChanged, Equity
from riverrun.contracts.events.event import BlindKind, Cause, EndedBy, Event, Street
from riverrun.contracts.events.hosting import (
    ClocksExtended,
    TableDraining,
    TableHosted,
    TableOpened,
    TableResumed,
    TableSuspended,
)
from riverrun.contracts.events.insurance import (
    Cover,
    CoverOffer,
    InsuranceBought,
    InsuranceNotOffered,
    InsuranceOffered,
    InsuranceRefused,
    InsuranceSettled,
    InsuredStreet,
    InsuredTie,
    OddsPrice,
    QuickCover,
    UninsuredPot,
    WhyUninsured,
)
from riverrun.contracts.events.moves import SeatChanged, SeatChangeQueued
from riverrun.contracts.events.owning import (
    BombPotCalled,
    EndReason,
    OptionsChanged,
    OptionsQueued,
    PlayerMuted,
    TableClosed,
    TableClosing,
    TableContinued,
    TablePaused,
)
from riverrun.contracts.events.presets import ActionPreset, PresetMove
from riverrun.contracts.events.rolling import TableCarriedOn, TableRolled, TableRolling
from riverrun.contracts.events.runs import (
    RabbitHunted,
    RunItPreference,
    RunItPreferred,
    RunsAgreed,
    RunsAnswered,
    RunsAsked,
    RunsRefused,
)
from riverrun.contracts.events.seats import (
    AutoTopUpSet,
    BuyInConfirmed,
    BuyInRefused,
    BuyInReserved,
    KickTimerMoved,
    LeaveQueued,
    PlayerCameBack,
    PlayerDismissed,
    PlayerSatDown,
    PlayerSatOut,
    PlayerStoodUp,
    PlayStopped,
    SitOutAtBigBlindSet,
    SitOutQueued,
    TopUpQueued,
)
from riverrun.contracts.events.straddles import (
    StraddleAsked,
    StraddleDeclined,
    StraddlePreference,
    StraddlePreferred,
)
from riverrun.contracts.events.waiting import SeatOffered, WaitingListJoined, WaitingListLeft

__all__ = [
    "EQUITY_OF_A_WIN",
    "TOPICS",
    "ActionPreset",
    "AntePosted",
    "AutoTopUpSet",
    "BettingClosed",
    "BlindKind",
    "BlindPosted",
    "BoardDealt",
    "BombPotCalled",
    "BuyInConfirmed",
    "BuyInRefused",
    "BuyInReserved",
    "CardOpening",
    "Cause",
    "ClocksExtended",
    "Cover",
    "CoverOffer",
    "CutAsked",
    "CutCommitment",
    "CutCommitted",
    "CutNonce",
    "CutTold",
    "DealtIn",
    "DeckCut",
    "EndReason",
    "EndedBy",
    "EquitiesChanged",
    "Equity",
    "Event",
    "ExtraTimeGranted",
    "HandEnded",
    "HandMucked",
    "HandSealed",
    "HandShown",
    "HandStarted",
    "HandVoided",
    "HandsTurnedUp",
    "HoleCardsDealt",
    "InsuranceBought",
    "InsuranceNotOffered",
    "InsuranceOffered",
    "InsuranceRefused",
    "InsuranceSettled",
    "InsuredStreet",
    "InsuredTie",
    "KickTimerMoved",
    "LeaveQueued",
    "OddsPrice",
    "OptionsChanged",
    "OptionsQueued",
    "PlayStopped",
    "PlayerBet",
    "PlayerCalled",
    "PlayerCameBack",
    "PlayerChecked",
    "PlayerDisconnected",
    "PlayerDismissed",
    "PlayerFolded",
    "PlayerMuted",
    "PlayerRaised",
    "PlayerReconnected",
    "PlayerSatDown",
    "PlayerSatOut",
    "PlayerStoodUp",
    "PotAwarded",
    "PotShare",
    "PresetMove",
    "QuickCover",
    "RabbitHunted",
    "RakeTaken",
    "RunItPreference",
    "RunItPreferred",
    "RunsAgreed",
    "RunsAnswered",
    "RunsAsked",
    "RunsRefused",
    "SealedHoleCards",
    "SeatChangeQueued",
    "SeatChanged",
    "SeatOffered",
    "SitOutAtBigBlindSet",
    "SitOutQueued",
    "StraddleAsked",
    "StraddleDeclined",
    "StraddlePreference",
    "StraddlePreferred",
    "Street",
    "TableCarriedOn",
    "TableClosed",
    "TableClosing",
    "TableContinued",
    "TableDraining",
    "TableEvent",
    "TableHosted",
    "TableOpened",
    "TablePaused",
    "TableResumed",
    "TableRolled",
    "TableRolling",
    "TableSuspended",
    "TimeBankFilled",
    "TimeBankStarted",
    "TimeBankStopped",
    "TopUpQueued",
    "TurnStarted",
    "UncalledBetReturned",
    "UninsuredPot",
    "WaitingListJoined",
    "WaitingListLeft",
    "WhyUninsured",
]

TableEvent: TypeAlias = (
    TableOpened
    | PlayerSatDown
    | BuyInReserved
    | BuyInConfirmed
    | BuyInRefused
    | TopUpQueued
    | AutoTopUpSet
    | SitOutQueued
    | SitOutAtBigBlindSet
    | SeatChangeQueued
    | SeatChanged
    | WaitingListJoined
    | WaitingListLeft
    | SeatOffered
    | LeaveQueued
    | PlayerDismissed
    | PlayerSatOut
    | KickTimerMoved
    | PlayerCameBack
    | PlayerStoodUp
    | PlayStopped
    | TimeBankFilled
    | TimeBankStarted
    | TimeBankStopped
    | PlayerDisconnected
    | PlayerReconnected
    | ExtraTimeGranted
    | TableHosted
    | ClocksExtended
    | TableDraining
    | TableSuspended
    | TableResumed
    | TablePaused
    | TableContinued
    | OptionsQueued
    | OptionsChanged
    | BombPotCalled
    | PlayerMuted
    | TableClosing
    | TableClosed
    | TableRolling
    | TableRolled
    | TableCarriedOn
    | HandStarted
    | AntePosted
    | BlindPosted
    | HoleCardsDealt
    | BoardDealt
    | TurnStarted
    | ActionPreset
    | PlayerFolded
    | PlayerChecked
    | PlayerCalled
    | PlayerBet
    | PlayerRaised
    | UncalledBetReturned
    | BettingClosed
    | StraddlePreferred
    | StraddleAsked
    | StraddleDeclined
    | CutCommitted
    | CutAsked
    | CutTold
    | DeckCut
    | RunItPreferred
    | RunsAsked
    | RunsAnswered
    | RunsAgreed
    | RunsRefused
    | RabbitHunted
    | InsuranceOffered
    | InsuranceNotOffered
    | InsuranceBought
    | InsuranceRefused
    | InsuranceSettled
    | HandsTurnedUp
    | EquitiesChanged
    | HandShown
    | HandMucked
    | RakeTaken
    | PotAwarded
    | HandVoided
    | HandEnded
    | HandSealed
)
"""Any event of a table."""

TOPICS: dict[str, type[TableEvent]] = {
    "table.opened": TableOpened,
    "table.player_sat_down": PlayerSatDown,
    "table.buy_in_reserved": BuyInReserved,
    "table.buy_in_confirmed": BuyInConfirmed,
    "table.buy_in_refused": BuyInRefused,
    "table.top_up_queued": TopUpQueued,
    "table.auto_top_up_set": AutoTopUpSet,
    "table.sit_out_queued": SitOutQueued,
    "table.sit_out_at_big_blind_set": SitOutAtBigBlindSet,
    "table.seat_change_queued": SeatChangeQueued,
    "table.seat_changed": SeatChanged,
    "table.waiting_list_joined": WaitingListJoined,
    "table.waiting_list_left": WaitingListLeft,
    "table.seat_offered": SeatOffered,
    "table.leave_queued": LeaveQueued,
    "table.player_dismissed": PlayerDismissed,
    "table.player_sat_out": PlayerSatOut,
    "table.kick_timer_moved": KickTimerMoved,
    "table.player_came_back": PlayerCameBack,
    "table.player_stood_up": PlayerStoodUp,
    "table.play_stopped": PlayStopped,
    "table.time_bank_filled": TimeBankFilled,
    "hand.time_bank_started": TimeBankStarted,
    "hand.time_bank_stopped": TimeBankStopped,
    "table.player_disconnected": PlayerDisconnected,
    "table.player_reconnected": PlayerReconnected,
    "hand.extra_time_granted": ExtraTimeGranted,
    "table.hosted": TableHosted,
    "table.clocks_extended": ClocksExtended,
    "table.draining": TableDraining,
    "table.suspended": TableSuspended,
    "table.resumed": TableResumed,
    "table.paused": TablePaused,
    "table.continued": TableContinued,
    "table.options_queued": OptionsQueued,
    "table.options_changed": OptionsChanged,
    "table.bomb_pot_called": BombPotCalled,
    "table.player_muted": PlayerMuted,
    "table.closing": TableClosing,
    "table.closed": TableClosed,
    "table.rolling": TableRolling,
    "table.rolled": TableRolled,
    "table.carried_on": TableCarriedOn,
    "hand.started": HandStarted,
    "hand.ante_posted": AntePosted,
    "hand.blind_posted": BlindPosted,
    "hand.hole_cards_dealt": HoleCardsDealt,
    "hand.board_dealt": BoardDealt,
    "hand.turn_started": TurnStarted,
    "hand.action_preset": ActionPreset,
    "hand.folded": PlayerFolded,
    "hand.checked": PlayerChecked,
    "hand.called": PlayerCalled,
    "hand.bet": PlayerBet,
    "hand.raised": PlayerRaised,
    "hand.uncalled_bet_returned": UncalledBetReturned,
    "hand.betting_closed": BettingClosed,
    "table.straddle_preferred": StraddlePreferred,
    "hand.straddle_asked": StraddleAsked,
    "hand.straddle_declined": StraddleDeclined,
    "table.cut_committed": CutCommitted,
    "hand.cut_asked": CutAsked,
    "hand.cut_told": CutTold,
    "hand.deck_cut": DeckCut,
    "table.run_it_preferred": RunItPreferred,
    "hand.runs_asked": RunsAsked,
    "hand.runs_answered": RunsAnswered,
    "hand.runs_agreed": RunsAgreed,
    "hand.runs_refused": RunsRefused,
    "hand.rabbit_hunted": RabbitHunted,
    "hand.insurance_offered": InsuranceOffered,
    "hand.insurance_not_offered": InsuranceNotOffered,
    "hand.insurance_bought": InsuranceBought,
    "hand.insurance_refused": InsuranceRefused,
    "hand.insurance_settled": InsuranceSettled,
    "hand.turned_up": HandsTurnedUp,
    "hand.equities_changed": EquitiesChanged,
    "hand.shown": HandShown,
    "hand.mucked": HandMucked,
    "hand.rake_taken": RakeTaken,
    "hand.pot_awarded": PotAwarded,
    "hand.voided": HandVoided,
    "hand.ended": HandEnded,
    "hand.sealed": HandSealed,
}
"""Stored name -> event; names never change and never go away."""
