"""What may be asked of a table, as it travels from the gateway to the table's owner.

Travels as JSON, told apart by the tag `do`. An action names the turn it answers (R4.9); amounts are
totals (`to`), in chips.
"""

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from riverrun.contracts.table_config import TableConfig
from riverrun.contracts.table_events import (
    InsuredStreet,
    PresetMove,
    RunItPreference,
    StraddlePreference,
    Street,
)
from riverrun.contracts.talk import TalkKind
from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import CommandId, PlayerId, SeatNo

Hash: TypeAlias = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
"""32 bytes in hexadecimal."""


class Command(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True, gc=False):
    """Something a player wants."""


class OpenTable(Command, frozen=True, tag="open_table"):
    """Open a table with these options."""

    config: TableConfig


class SitDown(Command, frozen=True, tag="sit_down"):
    """Take a seat (any free one where `seat` is null) with `buy_in` chips (R8.4).

    `post`: rather than wait (R3.7).
    """

    buy_in: Chips
    seat: SeatNo | None = None
    name: str = ""
    post: bool = True


class StandUp(Command, frozen=True, tag="stand_up"):
    """Leave the table, after the hand in progress."""


class SitOut(Command, frozen=True, tag="sit_out"):
    """Be dealt no more hands, after the hand in progress, or once the big blind comes (R8.3)."""

    at_big_blind: bool = False


class ComeBack(Command, frozen=True, tag="come_back"):
    """Be dealt in again; `post` rather than wait where blinds were missed."""

    post: bool = True


class TopUp(Command, frozen=True, tag="top_up"):
    """Add chips up to the table's maximum, between hands (R8.4); 0 takes back what waits for that."""

    amount: Chips


class Fold(Command, frozen=True, tag="fold"):
    """Give the hand up."""

    hand: int
    turn: int


class Check(Command, frozen=True, tag="check"):
    """Add nothing."""

    hand: int
    turn: int


class Call(Command, frozen=True, tag="call"):
    """Match the bet, or go all-in for less."""

    hand: int
    turn: int


class Bet(Command, frozen=True, tag="bet"):
    """Bet first on this street, to a total."""

    hand: int
    turn: int
    to: Chips


class RaiseTo(Command, frozen=True, tag="raise"):
    """Raise to a total."""

    hand: int
    turn: int
    to: Chips


class AllIn(Command, frozen=True, tag="all_in"):
    """Push everything: a call where that does not exceed the current bet (R4.1)."""

    hand: int
    turn: int


class PresetAction(Command, frozen=True, tag="preset"):
    """Decide before your turn comes, for this hand, this street and what a call adds now (R8.2).

    `none` takes it back, and needs no more to be right.
    """

    hand: int
    street: Street
    move: PresetMove | Literal["none"]
    call_amount: Chips = 0


class Disconnected(Command, frozen=True, tag="disconnected"):
    """The gateway says in the player's name that his last connection to the table is gone (R8.5)."""


class Reconnected(Command, frozen=True, tag="reconnected"):
    """The gateway says in the player's name that he is connected to the table."""


class PauseTable(Command, frozen=True, tag="pause_table"):
    """The owner: no hand follows the one in progress until `ContinueTable` (R2.7)."""


class ContinueTable(Command, frozen=True, tag="continue_table"):
    """The owner: the pause is over."""


class CloseTable(Command, frozen=True, tag="close_table"):
    """The owner: after the hand in progress all stacks go back, and the table is closed for good (R2.7)."""


class ChangeOptions(Command, frozen=True, tag="change_options"):
    """The owner: these options, all of them, from the next hand on (R2.9)."""

    config: TableConfig


class CallBombPot(Command, frozen=True, tag="call_bomb_pot"):
    """The owner: the next hand is a bomb pot (R3.15)."""


class RefillTimeBanks(Command, frozen=True, tag="refill_time_banks"):
    """The owner: everybody seated has at least the first filling of the time bank again (R8.1)."""


class MutePlayer(Command, frozen=True, tag="mute_player"):
    """The owner: this player may say nothing at the table any more, or (`muted` false) may again (R10.4)."""

    player: PlayerId
    muted: bool = True


class Say(Command, frozen=True, tag="say"):
    """Words, an emoji, or something thrown at seat `to` (R10.4). It changes nothing and is no event."""

    kind: TalkKind
    text: str
    to: SeatNo | None = None


OwnerOrder: TypeAlias = (
    PauseTable | ContinueTable | CloseTable | ChangeOptions | CallBombPot | RefillTimeBanks | MutePlayer
)


class UseTimeBank(Command, frozen=True, tag="use_time_bank"):
    """Start the time bank now, for this turn, rather than when the normal time ends (R8.1)."""

    hand: int
    turn: int


class ShowCards(Command, frozen=True, tag="show"):
    """Show both cards (or one: `which` 0 or 1) after the hand (R6.3)."""

    hand: int
    which: int | None = None


class AutoTopUp(Command, frozen=True, tag="auto_top_up"):
    """After a hand, top a stack below `below` up to `to` (0: the table's maximum); below 0: never (R8.4)."""

    below: Chips = 0
    to: Chips = 0


class JoinWaitingList(Command, frozen=True, tag="join_waiting_list"):
    """Stand in line for a seat (R8.7)."""


class LeaveWaitingList(Command, frozen=True, tag="leave_waiting_list"):
    """Stand in line no more; refuse a seat that is offered (R8.7)."""


class MoveSeat(Command, frozen=True, tag="move_seat"):
    """Sit in another, free seat, after the hand in progress; null takes that back (R3.12).

    `post` rather than wait where that moves away from the big blind and the table lets one.
    """

    seat: SeatNo | None = None
    post: bool = False


class PreferStraddle(Command, frozen=True, tag="prefer_straddle"):
    """What to do when a straddle is the player's to post (R3.14)."""

    preference: StraddlePreference


class AnswerStraddle(Command, frozen=True, tag="straddle"):
    """Post the straddle that was asked about, or none (R3.14)."""

    hand: int
    agree: bool


class PreferRunIt(Command, frozen=True, tag="prefer_run_it"):
    """What to do when an all-in could be run more than once (R7.1)."""

    preference: RunItPreference


class AnswerRunIt(Command, frozen=True, tag="run_it"):
    """Answer the question whether to run the board more than once."""

    hand: int
    agree: bool


class CommitCut(Command, frozen=True, tag="commit_cut"):
    """Commit to a nonce for the cut of the next hand's deck (R11.4)."""

    hand: int
    commitment: Hash


class TellCut(Command, frozen=True, tag="tell_cut"):
    """Tell the nonce that was committed to, now that the deck's commitment stands."""

    hand: int
    nonce: Hash


class BuyInsurance(Command, frozen=True, tag="buy_insurance"):
    """Take the offer on a pot: cover so much of it against the next card (R9.5).

    `left_out` are outs that shall not be covered, such as `KhKd` (R9.10).
    """

    hand: int
    street: InsuredStreet
    pot: int
    coverage: Chips
    left_out: str = ""


class RefuseInsurance(Command, frozen=True, tag="refuse_insurance"):
    """Take no cover on this street for a pot, or (`pot` null) for any that one is offered for (R9.9)."""

    hand: int
    street: InsuredStreet
    pot: int | None = None


class Squeeze(Command, frozen=True, tag="squeeze"):
    """Open the last card of an all-in's run-out before its time (R6.4)."""

    hand: int


class HuntRabbit(Command, frozen=True, tag="rabbit"):
    """See the board cards that would have come, after everyone folded (R7.4)."""

    hand: int


Action: TypeAlias = Fold | Check | Call | Bet | RaiseTo | AllIn
TableCommand: TypeAlias = (
    OpenTable
    | SitDown
    | StandUp
    | SitOut
    | ComeBack
    | TopUp
    | Action
    | ShowCards
    | UseTimeBank
    | OwnerOrder
    | Disconnected
    | Reconnected
    | PresetAction
    | AutoTopUp
    | MoveSeat
    | JoinWaitingList
    | LeaveWaitingList
    | PreferStraddle
    | AnswerStraddle
    | PreferRunIt
    | AnswerRunIt
    | BuyInsurance
    | RefuseInsurance
    | HuntRabbit
    | Squeeze
    | CommitCut
    | TellCut
)


class View(Command, frozen=True, tag="view"):
    """Query: the table as the asker may see it.

    With `feed` and `since`: what was missed since, if still at hand.
    """

    feed: str = ""
    since: int = 0


class ExportHand(Command, frozen=True, tag="export_hand"):
    """Query: a finished hand with the proofs of the cards that the asker may see."""

    hand: int


TableQuery: TypeAlias = View | ExportHand


class Request(msgspec.Struct, frozen=True):
    """A command or query on its way to a table.

    `expires_ms`: after this Unix time it must not be applied any more.
    """

    id: CommandId
    actor: PlayerId
    name: str
    expires_ms: int
    trace: str
    body: TableCommand | TableQuery | Say


class Reply(msgspec.Struct, frozen=True, omit_defaults=True):
    """The answer: `code` is empty when accepted, else the refusal's stable code with `message` and `details`.

    `result` holds a query's answer as JSON, or what an accepted command gave (such as the seat).
    """

    code: str = ""
    message: str = ""
    details: dict[str, int | str | bool | None] = {}
    result: msgspec.Raw = msgspec.Raw(b"null")


_request_encoder = msgspec.json.Encoder()
_request_decoder = msgspec.json.Decoder(Request)
_reply_decoder = msgspec.json.Decoder(Reply)


def encode_request(request: Request) -> bytes:
    """As sent to `commands.<shard>.<slot>.<table>`."""
    return _request_encoder.encode(request)


def decode_request(data: bytes) -> Request:
    """Raises `msgspec.ValidationError`, `msgspec.DecodeError`."""
    return _request_decoder.decode(data)


def encode_reply(reply: Reply) -> bytes:
    """As answered."""
    return _request_encoder.encode(reply)


def decode_reply(data: bytes) -> Reply:
    """Raises `msgspec.ValidationError`, `msgspec.DecodeError`."""
    return _reply_decoder.decode(data)
