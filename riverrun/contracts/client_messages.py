"""Every message that a client may send on the WebSocket, told apart by `type`.

Bounds stand in the types, so that what decodes is well-formed; whether it is allowed is the table's to say.
Each message has an `id` of the client's choice, unique for the player; it is the command's id at the table.
"""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from riverrun.contracts.admission import Position
from riverrun.contracts.table_config import TableConfig
from riverrun.contracts.table_events import (
    InsuredStreet,
    PresetMove,
    RunItPreference,
    StraddlePreference,
    Street,
)
from riverrun.contracts.talk import MOST_LETTERS, TalkKind
from riverrun.kernel.chips import MAX_CHIPS

PROTOCOLS = (1,)
"""The protocol versions spoken, newest last."""

MAX_NUMBER = 2**53 - 1
"""The largest whole number that is exact in every JSON client."""

MessageId: TypeAlias = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_-]{1,64}\Z")]
NamedTable: TypeAlias = Annotated[str, Meta(max_length=64)]
NamedPlayer: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]
Number: TypeAlias = Annotated[int, Meta(ge=0, le=MAX_NUMBER)]
Amount: TypeAlias = Annotated[int, Meta(ge=1, le=MAX_CHIPS)]
AmountOrNone: TypeAlias = Annotated[int, Meta(ge=0, le=MAX_CHIPS)]
PotNumber: TypeAlias = Annotated[int, Meta(ge=0, le=8)]
Hash: TypeAlias = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z", max_length=64)]
Move: TypeAlias = Literal["fold", "check", "call", "bet", "raise", "all_in"]


class ClientMessage(
    Struct, frozen=True, tag_field="type", forbid_unknown_fields=True, kw_only=True, gc=False
):
    """Anything from a client."""

    id: MessageId


class HelloMessage(ClientMessage, frozen=True, tag="hello"):
    """First on every connection: the protocol versions that the client speaks, and who it is.

    `device`, an id that the client drew once, and `position`, with its owner's consent, matter at tables that
    keep people apart.
    """

    protocol: Annotated[list[Annotated[int, Meta(ge=0, le=1_000)]], Meta(min_length=1, max_length=16)]
    token: Annotated[str, Meta(max_length=2_048)]
    device: Annotated[str, Meta(max_length=80)] = ""
    position: Position | None = None


class PingMessage(ClientMessage, frozen=True, tag="ping"):
    """Asks for the server's time."""


class WatchMessage(ClientMessage, frozen=True, tag="watch"):
    """Send me this table, beginning with a snapshot."""

    table: NamedTable


class UnwatchMessage(ClientMessage, frozen=True, tag="unwatch"):
    """Send me this table no more."""

    table: NamedTable


class WatchLobbyMessage(ClientMessage, frozen=True, tag="watch_lobby"):
    """Send me the list of tables, and then what changes in it."""


class UnwatchLobbyMessage(ClientMessage, frozen=True, tag="unwatch_lobby"):
    """Send me the list of tables no more."""


class ResumeMessage(ClientMessage, frozen=True, tag="resume"):
    """Send me this table from where I lost it: what I missed of that channel's feed, or a snapshot."""

    table: NamedTable
    channel: Literal["public", "player"]
    feed: Annotated[str, Meta(max_length=128)]
    version: Number


class SitDownMessage(ClientMessage, frozen=True, tag="sit_down"):
    """Take a seat, any free one where `seat` is left out (R8.4)."""

    table: NamedTable
    buy_in: Amount
    seat: Annotated[int, Meta(ge=1, le=9)] | None = None
    post: bool = True


class StandUpMessage(ClientMessage, frozen=True, tag="stand_up"):
    """Leave the seat."""

    table: NamedTable


class SitOutMessage(ClientMessage, frozen=True, tag="sit_out"):
    """Be dealt no more hands, at once or from the big blind on."""

    table: NamedTable
    at_big_blind: bool = False


class ComeBackMessage(ClientMessage, frozen=True, tag="come_back"):
    """Be dealt in again."""

    table: NamedTable
    post: bool = True


class TopUpMessage(ClientMessage, frozen=True, tag="top_up"):
    """Add chips between hands; in a hand, after it (R8.4)."""

    table: NamedTable
    amount: Amount


class ActMessage(ClientMessage, frozen=True, tag="act"):
    """A decision in a hand, for the turn it names (R4.9); `to` is the total of a bet or raise."""

    table: NamedTable
    hand: Number
    turn: Number
    do: Move
    to: Amount | None = None


class PresetMessage(ClientMessage, frozen=True, tag="preset"):
    """Decide before your turn comes, for this hand, street and price (R8.2); `none` takes it back."""

    table: NamedTable
    hand: Number
    street: Street
    move: PresetMove | Literal["none"]
    call_amount: Number = 0


class PauseTableMessage(ClientMessage, frozen=True, tag="pause_table"):
    """The owner: no hand follows the one in progress."""

    table: NamedTable


class ContinueTableMessage(ClientMessage, frozen=True, tag="continue_table"):
    """The owner: the pause is over."""

    table: NamedTable


class CloseTableMessage(ClientMessage, frozen=True, tag="close_table"):
    """The owner: after the hand in progress all stacks go back, and the table is closed for good."""

    table: NamedTable


class ChangeOptionsMessage(ClientMessage, frozen=True, tag="change_options"):
    """The owner: these options, all of them, from the next hand on (R2.9)."""

    table: NamedTable
    config: TableConfig


class CallBombPotMessage(ClientMessage, frozen=True, tag="call_bomb_pot"):
    """The owner: the next hand is a bomb pot (R3.15)."""

    table: NamedTable


class RefillTimeBanksMessage(ClientMessage, frozen=True, tag="refill_time_banks"):
    """The owner: everybody seated has at least the first filling of the time bank again (R8.1)."""

    table: NamedTable


class MutePlayerMessage(ClientMessage, frozen=True, tag="mute_player"):
    """The owner: this player may say nothing at the table any more, or (`muted` false) may again."""

    table: NamedTable
    player: NamedPlayer
    muted: bool = True


OwnerMessage: TypeAlias = (
    PauseTableMessage
    | ContinueTableMessage
    | CloseTableMessage
    | ChangeOptionsMessage
    | CallBombPotMessage
    | RefillTimeBanksMessage
    | MutePlayerMessage
)


class SayMessage(ClientMessage, frozen=True, tag="say"):
    """Words, an emoji, or something thrown at seat `to` (R10.4)."""

    table: NamedTable
    kind: TalkKind
    text: Annotated[str, Meta(min_length=1, max_length=MOST_LETTERS)]
    to: Annotated[int, Meta(ge=1, le=9)] | None = None


class MuteMessage(ClientMessage, frozen=True, tag="mute"):
    """Send this connection no more of what that player says, or (`muted` false) send it again."""

    table: NamedTable
    player: NamedPlayer
    muted: bool = True


class UseTimeBankMessage(ClientMessage, frozen=True, tag="use_time_bank"):
    """Start the time bank now, for this turn (R8.1)."""

    table: NamedTable
    hand: Number
    turn: Number


class ShowMessage(ClientMessage, frozen=True, tag="show"):
    """Show both cards, or one of them, after the hand (R6.3)."""

    table: NamedTable
    hand: Number
    which: Annotated[int, Meta(ge=0, le=1)] | None = None


class AutoTopUpMessage(ClientMessage, frozen=True, tag="auto_top_up"):
    """After a hand, top a stack below `below` up to `to`; a secret (R8.4)."""

    table: NamedTable
    below: AmountOrNone = 0
    to: AmountOrNone = 0


class JoinWaitingListMessage(ClientMessage, frozen=True, tag="join_waiting_list"):
    """Stand in line for a seat (R8.7)."""

    table: NamedTable


class LeaveWaitingListMessage(ClientMessage, frozen=True, tag="leave_waiting_list"):
    """Stand in line no more; refuse a seat that is offered (R8.7)."""

    table: NamedTable


class MoveSeatMessage(ClientMessage, frozen=True, tag="move_seat"):
    """Sit in another, free seat, after the hand in progress; null takes that back (R3.12)."""

    table: NamedTable
    seat: Annotated[int, Meta(ge=1, le=9)] | None = None
    post: bool = False


class PreferStraddleMessage(ClientMessage, frozen=True, tag="prefer_straddle"):
    """What to do when a straddle is the player's to post; a secret (R3.14)."""

    table: NamedTable
    preference: StraddlePreference


class StraddleMessage(ClientMessage, frozen=True, tag="straddle"):
    """Post the straddle that was asked about, or none (R3.14)."""

    table: NamedTable
    hand: Number
    agree: bool


class PreferRunItMessage(ClientMessage, frozen=True, tag="prefer_run_it"):
    """What to do when an all-in could be run more than once; a secret (R7.1)."""

    table: NamedTable
    preference: RunItPreference


class RunItMessage(ClientMessage, frozen=True, tag="run_it"):
    """Answer whether to run the board more than once (R7.1)."""

    table: NamedTable
    hand: Number
    agree: bool


class BuyInsuranceMessage(ClientMessage, frozen=True, tag="buy_insurance"):
    """Take the offer on a pot; `left_out` are outs that shall not be covered (R9.5, R9.10)."""

    table: NamedTable
    hand: Number
    street: InsuredStreet
    pot: PotNumber
    coverage: Amount
    left_out: Annotated[str, Meta(pattern=r"\A([2-9TJQKA][cdhs]){0,13}\Z")] = ""


class RefuseInsuranceMessage(ClientMessage, frozen=True, tag="refuse_insurance"):
    """Take no cover on this street for a pot; without `pot`, for any that one is offered for (R9.9)."""

    table: NamedTable
    hand: Number
    street: InsuredStreet
    pot: PotNumber | None = None


class SqueezeMessage(ClientMessage, frozen=True, tag="squeeze"):
    """Open the last card of an all-in's run-out before its time (R6.4)."""

    table: NamedTable
    hand: Number


class RabbitMessage(ClientMessage, frozen=True, tag="rabbit"):
    """See the board cards that would have come (R7.4)."""

    table: NamedTable
    hand: Number


class CommitCutMessage(ClientMessage, frozen=True, tag="commit_cut"):
    """Commit to a nonce for the cut of the next hand's deck (R11.4)."""

    table: NamedTable
    hand: Number
    commitment: Hash


class TellCutMessage(ClientMessage, frozen=True, tag="tell_cut"):
    """Tell that nonce, now that the deck's commitment stands (R11.4)."""

    table: NamedTable
    hand: Number
    nonce: Hash


CutMessage: TypeAlias = CommitCutMessage | TellCutMessage
StraddlingMessage: TypeAlias = PreferStraddleMessage | StraddleMessage
RunsMessage: TypeAlias = PreferRunItMessage | RunItMessage | SqueezeMessage | RabbitMessage
InsuranceMessage: TypeAlias = BuyInsuranceMessage | RefuseInsuranceMessage
SeatMessage: TypeAlias = (
    SitDownMessage
    | StandUpMessage
    | SitOutMessage
    | ComeBackMessage
    | TopUpMessage
    | AutoTopUpMessage
    | MoveSeatMessage
    | JoinWaitingListMessage
    | LeaveWaitingListMessage
)
CommandMessage: TypeAlias = (
    SeatMessage
    | ActMessage
    | PresetMessage
    | UseTimeBankMessage
    | ShowMessage
    | SayMessage
    | OwnerMessage
    | StraddlingMessage
    | CutMessage
    | RunsMessage
    | InsuranceMessage
)
"""What becomes a command to a table."""

AnyClientMessage: TypeAlias = (
    HelloMessage
    | PingMessage
    | WatchMessage
    | UnwatchMessage
    | WatchLobbyMessage
    | UnwatchLobbyMessage
    | ResumeMessage
    | MuteMessage
    | CommandMessage
)
