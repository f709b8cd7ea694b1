"""A table at one moment: who sits there, and the hand in progress. Frozen values, made by `evolve` alone."""

from typing import Literal, TypeAlias

from riverrun.contracts.kept import Departed, ExtraTime, Places, Seat, SeatCut, Standing, Value, Waiter
from riverrun.contracts.table_config import TableConfig
from riverrun.contracts.table_events import (
    Cover,
    CoverOffer,
    EndedBy,
    EndReason,
    Equity,
    InsuredStreet,
    PotShare,
    PresetMove,
    Street,
    TableRolled,
)
from riverrun.kernel.cards import Cards
from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import PlayerId, SeatNo, TableId, TransferId

__all__ = ["Departed", "ExtraTime", "Places", "Seat", "SeatCut", "Standing", "Value", "Waiter"]
"""Parts of a table that are stored as they are when it rolls, declared with the contracts."""


class Transfer(Value, frozen=True, array_like=True):
    """Chips asked of a player's account and not yet answered."""

    transfer: TransferId
    seat: SeatNo
    player: PlayerId
    amount: Chips


class HandPlayer(Value, frozen=True, array_like=True):
    """One player of a hand.

    `bet` lies in front this street, `contribution` counts for pots by layers, `dead` goes to the main pot.
    `acted_at` is the bet level when the player last acted on this street, -1 before the first action.
    """

    seat: SeatNo
    player: PlayerId
    stack: Chips
    bet: Chips = 0
    contribution: Chips = 0
    dead: Chips = 0
    acted_at: Chips = -1
    folded: bool = False
    time_outs: int = 0
    cards: Cards = ()
    mucked: bool = False


class Preset(Value, frozen=True, array_like=True):
    """What a player set in advance on a street, where a call added `call_amount` (R8.2). His secret."""

    seat: SeatNo
    move: PresetMove
    street: Street
    call_amount: Chips = 0


class Turn(Value, frozen=True, array_like=True):
    """The decision asked for; `at` is the player's place in `Hand.players`.

    `time_bank_ms`: what the player's time bank held when it began to run for this turn; 0 while it does not.
    `preset`: what the player had set for it.
    """

    turn: int
    at: int
    seat: SeatNo
    call_amount: Chips
    min_raise_to: Chips
    max_raise_to: Chips
    deadline_ms: int
    time_bank_ms: int = 0
    preset: Preset | None = None


class Question(Value, frozen=True, array_like=True):
    """Players are asked something beside the betting, all at once; no answer by the deadline is a no.

    `kind` says what: run the board `number` times (`runs`, R7.1), straddle to `number` (R3.14), or tell their
    nonces (`cut`, R11.4), or buy what is offered on `number` pots (`insurance`, R9.2). What each has answered
    is his secret, but for the last.
    """

    kind: Literal["runs", "straddle", "cut", "insurance"]
    seats: tuple[SeatNo, ...]
    number: int
    deadline_ms: int
    yes: tuple[SeatNo, ...] = ()


class Insurance(Value, frozen=True, array_like=True):
    """Insurance in a hand: the last street on which pots were priced, open offers, and what was bought."""

    street: InsuredStreet
    offers: tuple[CoverOffer, ...] = ()
    covers: tuple[Cover, ...] = ()


class Betting(Value, frozen=True, array_like=True, tag="betting"):
    """A betting round: what must be matched, and what it was after the last full raise."""

    current_bet: Chips
    last_raise_size: Chips
    last_full_raise_to: Chips
    aggressor: SeatNo | None = None
    turn: Turn | None = None


class AllIn(Value, frozen=True, array_like=True, tag="all_in"):
    """No decision is left and the board is run out, hands open (R2.2, R6.2)."""


class Showdown(Value, frozen=True, array_like=True, tag="showdown"):
    """Boards are complete and hands must be ranked. `aggressor` of the river shows first (R6.1)."""

    aggressor: SeatNo | None = None


class Over(Value, frozen=True, array_like=True, tag="over"):
    """Stacks are final; for a moment hands may be shown by choice (R6.3)."""

    ended_by: EndedBy
    ended_ms: int
    show_until_ms: int


class Straddling(Value, frozen=True, array_like=True, tag="straddling"):
    """Blinds are posted, and before the cards a player is asked whether he straddles (R3.14)."""

    betting: Betting


class Cutting(Value, frozen=True, array_like=True, tag="cutting"):
    """Blinds are posted, and before the cards players tell their nonces for the cut (R11.4)."""

    betting: Betting


Phase: TypeAlias = Betting | Straddling | Cutting | AllIn | Showdown | Over


class Cutter(Value, frozen=True, array_like=True):
    """A player who cuts the deck: what he committed to, and his nonce once he has told it."""

    seat: SeatNo
    commitment: bytes
    nonce: bytes = b""


class Cut(Value, frozen=True, array_like=True):
    """The players' cut of the hand's deck; `places` once it is made, and where anybody told a nonce."""

    cutters: tuple[Cutter, ...]
    places: bytes = b""


class Hand(Value, frozen=True, array_like=True):
    """A hand: first what its start fixes, then what changes.

    `players` stand in order from the left of the button, as rules go round; `seats` are
    their seat numbers, by which events name them. `dealt` counts cards that have left the deck, `paid`
    chips that have left the pots. `side_by_side`: two boards from the start, dealt street by street (R3.15).
    """

    hand: int
    button: SeatNo
    small_blind: SeatNo | None
    big_blind: SeatNo | None
    bomb_pot: Chips
    minimum_bet: Chips
    commitment: bytes
    deck_box: bytes
    key_id: str
    seats: tuple[SeatNo, ...]
    players: tuple[HandPlayer, ...]
    phase: Phase
    positions: tuple[tuple[int, int], ...] = ()
    street: Street = "preflop"
    boards: tuple[Cards, ...] = ((),)
    board_positions: tuple[tuple[int, ...], ...] = ((),)
    dealt: int = 0
    turns: int = 0
    pots: tuple[PotShare, ...] = ()
    paid: Chips = 0
    question: Question | None = None
    rabbits: tuple[tuple[SeatNo, tuple[int, ...]], ...] = ()
    presets: tuple[Preset, ...] = ()
    side_by_side: bool = False
    cut: Cut | None = None
    equities: tuple[Equity, ...] = ()
    insurance: Insurance | None = None


class Table(Value, frozen=True, array_like=True):
    """A table: what its events say. `bought`, `cashed_out`, `raked` and `insured` are totals since it opened.

    `insured` is what the club has gained by insurance, below 0 where it has lost. `transfers_begun` counts
    buy-ins asked for and cash-outs, and so names the next one. `suspended_ms`: since when it stands still.
    `rolls_at_ms`: when its id has lived long enough, 0: not known; `rolling`: why it rolls after the hand;
    `rolled`: to where, and with what. `carried_in` came from its `predecessor`, the id that it had before,
    under which the first `hands_before` hands were played.
    """

    table: TableId
    config: TableConfig
    seats: tuple[Seat, ...] = ()
    transfers: tuple[Transfer, ...] = ()
    places: Places | None = None
    hand: Hand | None = None
    hand_number: int = 0
    bought: Chips = 0
    cashed_out: Chips = 0
    raked: Chips = 0
    host: str = ""
    draining: str = ""
    suspended: str = ""
    fees: Chips = 0
    departed: tuple[Departed, ...] = ()
    owner: PlayerId = ""
    paused: bool = False
    closing: EndReason | Literal[""] = ""
    closed: EndReason | Literal["rolled", ""] = ""
    next_config: TableConfig | None = None
    bomb_pot_called: bool = False
    muted: tuple[PlayerId, ...] = ()
    waiting_list: tuple[Waiter, ...] = ()
    insured: Chips = 0
    transfers_begun: int = 0
    suspended_ms: int = 0
    rolls_at_ms: int = 0
    rolling: str = ""
    rolled: TableRolled | None = None
    predecessor: TableId = ""
    carried_in: Chips = 0
    hands_before: int = 0


def seat_of(table: Table, player: PlayerId) -> Seat | None:
    """The player's seat, if he has one."""
    for seat in table.seats:
        if seat.player == player:
            return seat
    return None


def seat_at(table: Table, number: SeatNo) -> Seat | None:
    """The taken seat of that number."""
    for seat in table.seats:
        if seat.seat == number:
            return seat
    return None


def departed(table: Table, player: PlayerId) -> Departed | None:
    """What is remembered of a player who left the table."""
    for one in table.departed:
        if one.player == player:
            return one
    return None


def player_at(hand: Hand, number: SeatNo) -> HandPlayer | None:
    """The hand's player at that seat."""
    for player in hand.players:
        if player.seat == number:
            return player
    return None


def live_players(hand: Hand) -> tuple[HandPlayer, ...]:
    """Who has not folded, in order."""
    return tuple([player for player in hand.players if not player.folded])


def is_dealt_in(table: Table, number: SeatNo) -> bool:
    """Whether the seat plays, or played, in the hand on the table."""
    return table.hand is not None and player_at(table.hand, number) is not None


def pot_of(hand: Hand) -> Chips:
    """All chips in the middle, bets in front included."""
    return sum(player.contribution + player.dead for player in hand.players) - hand.paid


def chips_on(table: Table) -> Chips:
    """Every chip that lies on the table; always `chips_due`, or chips were made or lost (R11.5)."""
    outside = sum(seat.stack for seat in table.seats)
    if table.hand is None:
        return outside
    return outside + sum(player.stack for player in table.hand.players) + pot_of(table.hand)


def chips_due(table: Table) -> Chips:
    """What came in less what has left: cashed out, raked, paid in fees, lost to the insurance, carried on."""
    carried_out = 0 if table.rolled is None else table.rolled.carried.chips
    came_in = table.bought + table.carried_in
    return came_in - table.cashed_out - table.raked - table.fees - table.insured - carried_out
