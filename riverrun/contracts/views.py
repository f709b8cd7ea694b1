"""What a viewer is sent: a feed's messages, and the table at one moment. JSON; cards as `AhKd`.

A feed is what one kind of viewer sees of one table while one process hosts it: `public`, or one seated
player's own. Its `version` counts only commits in which that viewer sees something, so that a secret moves no
number. After a take-over the feed has another id, and every viewer starts again from a snapshot.
"""

from typing import Any, Literal, TypeAlias

import msgspec

from riverrun.contracts.insurance_views import InsuranceView
from riverrun.contracts.table_events import PresetMove, Street
from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import PlayerId, SeatNo, TableId

SEATING_HEADER = "Riverrun-Seating"
"""On a view message.

The players, joined by commas, whose seats were taken or freed, and who must change feeds.
"""

AWAY_HEADER = "Riverrun-Away"
"""On a view message.

The players, joined by commas, who are said to be disconnected; a gateway where one of them is says otherwise.
"""

ROLLED_HEADER = "Riverrun-Rolled"
"""On a view message: the id under which the game goes on; a gateway leads its viewers there."""

EventView: TypeAlias = dict[str, Any]
"""One event as seen: `type` is its stored name, the fields follow.

Cards that may not be seen are left out.
"""


class FeedMessage(msgspec.Struct, frozen=True):
    """The visible events of one commit."""

    feed: str
    version: int
    at_ms: int
    events: list[EventView]


class SeatView(msgspec.Struct, frozen=True):
    """A taken seat.

    `stack` is what is behind, in the hand or out of it; `cards` only what this viewer may see. `owes_small`
    and `owes_big`: a blind that was missed and not made up for (R3.9). `held_hands`: for how many hands the
    player still waits after he moved away from the big blind (R3.12).
    """

    seat: SeatNo
    player: PlayerId
    name: str
    stack: Chips
    standing: Literal["active", "waiting", "sitting_out", "buying_in"]
    in_hand: bool = False
    folded: bool = False
    all_in: bool = False
    bet: Chips = 0
    contribution: Chips = 0
    cards: str = ""
    time_bank_ms: int = 0
    disconnected: bool = False
    owes_small: bool = False
    owes_big: bool = False
    held_hands: int = 0


class TurnView(msgspec.Struct, frozen=True):
    """Who is asked, and exactly what is accepted (R4.8). 0 as `max_raise_to`: no bet or raise.

    `time_bank_ms`: what the time bank held when it began to run for this turn; 0 while it does not (R8.1).
    """

    turn: int
    seat: SeatNo
    call_amount: Chips
    min_raise_to: Chips
    max_raise_to: Chips
    deadline_ms: int
    time_bank_ms: int = 0


class PotView(msgspec.Struct, frozen=True):
    """A pot and who can win it."""

    amount: Chips
    contenders: tuple[SeatNo, ...]


PhaseName: TypeAlias = Literal["straddling", "cutting", "betting", "all_in", "showdown", "over"]


class QuestionView(msgspec.Struct, frozen=True):
    """What players are asked, all at once.

    `number` is how many boards (`runs`), a straddle's price, or how many pots have an offer (`insurance`).
    Their clients answer `cut` for them.
    """

    kind: Literal["runs", "straddle", "insurance", "cut"]
    seats: tuple[SeatNo, ...]
    number: int
    deadline_ms: int


class CutterView(msgspec.Struct, frozen=True):
    """A player with a part in the cut of the deck, in hexadecimal; `nonce` once the deck is cut."""

    seat: SeatNo
    commitment: str
    nonce: str = ""


class ShareView(msgspec.Struct, frozen=True):
    """A seat's equity in a pot is `share / (2520 * ways)`."""

    seat: SeatNo
    share: int


class EquityView(msgspec.Struct, frozen=True):
    """What a pot's contenders win of it on a board, over all `ways` to complete that (R10.3)."""

    pot: int
    board: int
    ways: int
    shares: tuple[ShareView, ...]


class HandView(msgspec.Struct, frozen=True):
    """The hand in progress, or just over. `pot`: all chips in the middle, bets in front included."""

    hand: int
    phase: PhaseName
    street: Literal["preflop", "flop", "turn", "river"]
    button: SeatNo
    small_blind: SeatNo | None
    big_blind: SeatNo | None
    boards: tuple[str, ...]
    pot: Chips
    pots: tuple[PotView, ...]
    current_bet: Chips
    commitment: str
    turn: TurnView | None = None
    question: QuestionView | None = None
    insurance: InsuranceView | None = None
    cutters: tuple[CutterView, ...] = ()
    equities: tuple[EquityView, ...] = ()


class PresetView(msgspec.Struct, frozen=True):
    """What the player has set to do when his turn comes on this street."""

    move: PresetMove
    street: Street
    call_amount: Chips


class OwnView(msgspec.Struct, frozen=True):
    """What only the player sees: the cards, and settings that wait for the end of the hand."""

    seat: SeatNo
    hole_cards: str = ""
    top_up_queued: Chips = 0
    sit_out_queued: bool = False
    leave_queued: bool = False
    run_it: Literal["ask", "always", "never"] = "ask"
    straddle: Literal["ask", "always", "never"] = "ask"
    move_queued: SeatNo = 0
    move_posts: bool = False
    top_up_below: Chips = 0
    top_up_to: Chips = 0
    out_at_big_blind: bool = False
    preset: PresetView | None = None
    dismissed: str = ""


class WaiterView(msgspec.Struct, frozen=True):
    """A player who waits for a seat; `seat` is kept for him until `until_ms`, 0: none yet."""

    player: PlayerId
    name: str
    seat: SeatNo = 0
    until_ms: int = 0


class TableView(msgspec.Struct, frozen=True):
    """A table as one viewer may see it.

    `draining`, `suspended`, `closing` and `closed` hold the reason while it is so. `next_config`: the options
    that the next hand will have; `bomb_pot_called`: it will be a bomb pot. `rolled_to`: the table's next id.
    """

    table: TableId
    config: dict[str, Any]
    hand_number: int
    seats: tuple[SeatView, ...]
    hand: HandView | None = None
    you: OwnView | None = None
    draining: str = ""
    suspended: str = ""
    owner: PlayerId = ""
    paused: bool = False
    closing: str = ""
    closed: str = ""
    next_config: dict[str, Any] | None = None
    bomb_pot_called: bool = False
    muted: tuple[PlayerId, ...] = ()
    waiting_list: tuple[WaiterView, ...] = ()
    rolled_to: TableId = ""


class Snapshot(msgspec.Struct, frozen=True):
    """Answer to the query `view`: where the feed stands, and either all of the table or the messages missed.

    `channel` says which subject carries this viewer's feed from here on; `rolled_to`: that nothing comes any
    more, for the game goes on under that id.
    """

    feed: str
    version: int
    channel: Literal["public", "player"]
    now_ms: int
    view: TableView | None = None
    missed: tuple[FeedMessage, ...] = ()
    rolled_to: TableId = ""


class LobbyEntry(msgspec.Struct, frozen=True):
    """One table in the list of tables, as kept in the lobby bucket.

    `waiting` players stand in line; average pot and pace are those of the last hands, 0 while there are none;
    `club`: whose table it is, empty where it is no club's.
    """

    table: TableId
    name: str
    kind: str
    currency: str
    seats: int
    seated: int
    small_blind: Chips
    big_blind: Chips
    min_buy_in: Chips
    max_buy_in: Chips
    hand_number: int
    updated_ms: int
    waiting: int = 0
    average_pot: Chips = 0
    hands_an_hour: int = 0
    club: str = ""
