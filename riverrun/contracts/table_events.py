"""Every event of a table, with the name under which it is stored for ever.

Events carry outcomes, so that replay recomputes no rule. They only grow: a new field comes last and has a
default; a change of meaning is a new event. Amounts are chips, seats are seat numbers, cards are 0..51, times
are Unix milliseconds. `to` is the player's total in front on this street after the action.
"""

from typing import Literal, TypeAlias

import msgspec

from riverrun.contracts.table_config import TableConfig
from riverrun.kernel.cards import Card, Cards
from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import PlayerId, SeatNo, TableId, TransferId

BlindKind = Literal["sb", "bb", "straddle", "post", "dead"]
EndedBy = Literal["fold", "showdown", "void"]
Street = Literal["preflop", "flop", "turn", "river"]
Cause = Literal["player", "clock", "absence"]
"""Why an action happened: the player's own, the clock ran out, or the player is on the way out."""


class Event(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A fact about one table."""


# -- the table and its seats


class TableOpened(Event, frozen=True, array_like=True):
    """The table exists from here on."""

    table: TableId
    config: TableConfig
    opened_by: PlayerId


class PlayerSatDown(Event, frozen=True, array_like=True):
    """A seat is taken; chips follow by a buy-in. `posts`: the player would rather post than wait (R3.7)."""

    seat: SeatNo
    player: PlayerId
    name: str
    posts: bool = False


class BuyInReserved(Event, frozen=True, array_like=True):
    """Chips were asked of the player's account under `transfer`; also for a top-up."""

    transfer: TransferId
    seat: SeatNo
    player: PlayerId
    amount: Chips


class BuyInConfirmed(Event, frozen=True, array_like=True):
    """The chips came; they are in play from the next hand on."""

    transfer: TransferId
    seat: SeatNo
    amount: Chips


class BuyInRefused(Event, frozen=True, array_like=True):
    """The account would not pay; `reason` is its code."""

    transfer: TransferId
    seat: SeatNo
    reason: str


class TopUpQueued(Event, frozen=True, array_like=True):
    """A top-up asked for during a hand, to be reserved after it (R8.4). 0 takes it back. Secret."""

    seat: SeatNo
    amount: Chips


class SitOutQueued(Event, frozen=True, array_like=True):
    """The player will sit out after the hand in progress, or (`queued` false) has thought better of it.

    Secret.
    """

    seat: SeatNo
    queued: bool = True


class LeaveQueued(Event, frozen=True, array_like=True):
    """The player will leave after the hand in progress and takes no more decisions in it. Secret."""

    seat: SeatNo


class PlayerSatOut(Event, frozen=True, array_like=True):
    """The player is dealt no hands until coming back; `since_ms` starts the kick timer (R8.3)."""

    seat: SeatNo
    since_ms: int
    reason: Literal["asked", "time_outs", "no_chips", "disconnected"] = "asked"


class PlayerCameBack(Event, frozen=True, array_like=True):
    """The player wants to be dealt in again; `waits` for the big blind if blinds were missed (R3.9)."""

    seat: SeatNo
    waits: bool = False
    posts: bool = False


class TableHosted(Event, frozen=True, array_like=True):
    """Another process hosts the table from here on; the earlier one can write no more."""

    host: str


class ClocksExtended(Event, frozen=True, array_like=True):
    """The open turn's deadline moves by as long as nobody hosted the table or the log was away (R8.9)."""

    deadline_ms: int


class TableDraining(Event, frozen=True, array_like=True):
    """No hand follows the one in progress; then the table is suspended. `reason` is for the players."""

    reason: str


class TableSuspended(Event, frozen=True, array_like=True):
    """The table stands still and no clock runs, until an operator resumes it or voids the hand (R2.8)."""

    reason: str


class TableResumed(Event, frozen=True, array_like=True):
    """The table goes on where it stood; it drains no more."""


class PlayStopped(Event, frozen=True, array_like=True):
    """Fewer than two can be dealt in; when play starts again the button is drawn and nobody owes (R3.16)."""


class PlayerStoodUp(Event, frozen=True, array_like=True):
    """The seat is free; `amount` goes back to the account under `transfer`."""

    seat: SeatNo
    player: PlayerId
    transfer: TransferId
    amount: Chips
    reason: Literal["asked", "kicked", "buy_in_refused", "closed"] = "asked"


# -- a hand


class DealtIn(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One player of a hand, with the stack at its start."""

    seat: SeatNo
    player: PlayerId
    stack: Chips


class HandStarted(Event, frozen=True, array_like=True):
    """A hand begins: places, players in order from the left of the button, the sealed deck (R11.4).

    `button` may be an empty seat; `small_blind` is null where nobody posts one (R3.4). `missed` are seats
    that sat out as the big blind passed. `deck_box` is the deck sealed under the live key `key_id`.
    """

    hand: int
    button: SeatNo
    small_blind: SeatNo | None
    big_blind: SeatNo | None
    players: tuple[DealtIn, ...]
    commitment: bytes
    deck_box: bytes
    key_id: str
    small_blind_place: SeatNo | None = None
    missed: tuple[SeatNo, ...] = ()
    bomb_pot: Chips = 0


class AntePosted(Event, frozen=True, array_like=True):
    """A classic or bomb-pot ante counts as contribution.

    A big-blind ante (`dead`) belongs to the main pot (R5.2).
    """

    seat: SeatNo
    amount: Chips
    dead: bool = False


class BlindPosted(Event, frozen=True, array_like=True):
    """A blind, straddle or post.

    `price` is the full amount that others must match, also when the poster is short (R3.5).
    """

    seat: SeatNo
    kind: BlindKind
    amount: Chips
    price: Chips


class HoleCardsDealt(Event, frozen=True, array_like=True):
    """Everyone has two cards.

    Which places of the sealed deck they are, in the order of the hand's players (R2.5).
    """

    positions: tuple[tuple[int, int], ...]


class BoardDealt(Event, frozen=True, array_like=True):
    """Cards are opened on a board; `position` is the first card's place in the deck.

    The street's betting starts.
    """

    street: Street
    cards: Cards
    position: int
    board: int = 0


class TurnStarted(Event, frozen=True, array_like=True):
    """A player is asked; exactly what is offered here is accepted (R4.8).

    `call_amount` is what a call adds (0: check). `min_raise_to` and `max_raise_to` are 0 when no raise
    is open.
    """

    turn: int
    seat: SeatNo
    call_amount: Chips
    min_raise_to: Chips
    max_raise_to: Chips
    deadline_ms: int


class PlayerFolded(Event, frozen=True, array_like=True):
    """The player gives the hand up."""

    seat: SeatNo
    cause: Cause = "player"


class PlayerChecked(Event, frozen=True, array_like=True):
    """The player adds nothing and owes nothing."""

    seat: SeatNo
    cause: Cause = "player"


class PlayerCalled(Event, frozen=True, array_like=True):
    """The player matches the bet, or goes all-in for less."""

    seat: SeatNo
    amount: Chips
    to: Chips
    all_in: bool = False


class PlayerBet(Event, frozen=True, array_like=True):
    """The street's first bet. `full` when it is at least the minimum."""

    seat: SeatNo
    amount: Chips
    to: Chips
    full: bool = True
    all_in: bool = False


class PlayerRaised(Event, frozen=True, array_like=True):
    """A raise; `full` when it raises by at least the last full raise, which reopens the betting (R4.4)."""

    seat: SeatNo
    amount: Chips
    to: Chips
    full: bool = True
    all_in: bool = False


class UncalledBetReturned(Event, frozen=True, array_like=True):
    """What nobody could match goes back before pots are built (R5.1)."""

    seat: SeatNo
    amount: Chips


class PotShare(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A pot and who can win it: the main pot first (R5.2)."""

    amount: Chips
    contenders: tuple[SeatNo, ...]


class BettingClosed(Event, frozen=True, array_like=True):
    """No more decisions in this hand; the pots as they stand, before rake.

    `all_in`: the board is run out (R2.2).
    """

    pots: tuple[PotShare, ...]
    all_in: bool = False


class RunsAgreed(Event, frozen=True, array_like=True):
    """The rest of the board is dealt `runs` times from the same deck.

    Cards already open are shared (R7.2).
    """

    runs: int


class HandsTurnedUp(Event, frozen=True, array_like=True):
    """All live hands of an all-in are open before the run-out (R6.2)."""

    hands: tuple[tuple[SeatNo, Cards], ...]


class HandShown(Event, frozen=True, array_like=True):
    """A hand, or a part of it, is tabled.

    At showdown with its rank on each board, or by choice (`chosen`, R6.3).
    """

    seat: SeatNo
    cards: Cards
    ranks: tuple[int, ...] = ()
    chosen: bool = False


class HandMucked(Event, frozen=True, array_like=True):
    """A losing hand is thrown away unseen (R6.3)."""

    seat: SeatNo


class RakeTaken(Event, frozen=True, array_like=True):
    """The club's part of one pot, before the pot is paid; `paid_by` is each winner's part of it (R5.6)."""

    pot: int
    amount: Chips


class PotAwarded(Event, frozen=True, array_like=True):
    """A winner's part of one pot on one board (R5.3, R5.4). Pot 0 is the main pot; it is paid last."""

    pot: int
    seat: SeatNo
    amount: Chips
    board: int = 0
    rake: Chips = 0


class HandEnded(Event, frozen=True, array_like=True):
    """The hand is over and stacks are final. Hands may be shown by choice until `show_until_ms` (R6.3).

    `ranked_by` says who ranked the hands: the evaluator, or the table itself while the evaluator was away.
    """

    ended_by: EndedBy
    stacks: tuple[tuple[SeatNo, Chips], ...]
    ended_ms: int
    show_until_ms: int
    ranked_by: Literal["", "evaluator", "table"] = ""


class HandVoided(Event, frozen=True, array_like=True):
    """The hand cannot go on: what was put in goes back, and nothing more is shown (R2.8)."""

    returned: tuple[tuple[SeatNo, Chips], ...]
    reason: str = ""


class CardOpening(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A card with its place in the deck and the salt that proves it."""

    position: int
    card: Card
    salt: bytes


class SealedHoleCards(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A player's own cards with their salts, sealed under the history key `key_id`."""

    seat: SeatNo
    player: PlayerId
    box: bytes
    key_id: str


class HandSealed(Event, frozen=True, array_like=True):
    """The hand's last event.

    What proves the deck unchanged (R11.4), and what was dealt sealed anew for history (R1.6).
    """

    hand: int
    leaves: bytes
    public: tuple[CardOpening, ...]
    private: tuple[SealedHoleCards, ...]


TableEvent: TypeAlias = (
    TableOpened
    | PlayerSatDown
    | BuyInReserved
    | BuyInConfirmed
    | BuyInRefused
    | TopUpQueued
    | SitOutQueued
    | LeaveQueued
    | PlayerSatOut
    | PlayerCameBack
    | PlayerStoodUp
    | PlayStopped
    | TableHosted
    | ClocksExtended
    | TableDraining
    | TableSuspended
    | TableResumed
    | HandStarted
    | AntePosted
    | BlindPosted
    | HoleCardsDealt
    | BoardDealt
    | TurnStarted
    | PlayerFolded
    | PlayerChecked
    | PlayerCalled
    | PlayerBet
    | PlayerRaised
    | UncalledBetReturned
    | BettingClosed
    | RunsAgreed
    | HandsTurnedUp
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
    "table.sit_out_queued": SitOutQueued,
    "table.leave_queued": LeaveQueued,
    "table.player_sat_out": PlayerSatOut,
    "table.player_came_back": PlayerCameBack,
    "table.player_stood_up": PlayerStoodUp,
    "table.play_stopped": PlayStopped,
    "table.hosted": TableHosted,
    "table.clocks_extended": ClocksExtended,
    "table.draining": TableDraining,
    "table.suspended": TableSuspended,
    "table.resumed": TableResumed,
    "hand.started": HandStarted,
    "hand.ante_posted": AntePosted,
    "hand.blind_posted": BlindPosted,
    "hand.hole_cards_dealt": HoleCardsDealt,
    "hand.board_dealt": BoardDealt,
    "hand.turn_started": TurnStarted,
    "hand.folded": PlayerFolded,
    "hand.checked": PlayerChecked,
    "hand.called": PlayerCalled,
    "hand.bet": PlayerBet,
    "hand.raised": PlayerRaised,
    "hand.uncalled_bet_returned": UncalledBetReturned,
    "hand.betting_closed": BettingClosed,
    "hand.runs_agreed": RunsAgreed,
    "hand.turned_up": HandsTurnedUp,
    "hand.shown": HandShown,
    "hand.mucked": HandMucked,
    "hand.rake_taken": RakeTaken,
    "hand.pot_awarded": PotAwarded,
    "hand.voided": HandVoided,
    "hand.ended": HandEnded,
    "hand.sealed": HandSealed,
}
"""Stored name -> event; names never change and never go away."""
