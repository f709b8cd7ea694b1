"""What a client's message asks of a table, in the table's own words."""

from typing import assert_never

from riverrun.contracts.client_messages import (
    ActMessage,
    ComeBackMessage,
    CommandMessage,
    PreferRunItMessage,
    RabbitMessage,
    RunItMessage,
    ShowMessage,
    SitDownMessage,
    SitOutMessage,
    SqueezeMessage,
    StandUpMessage,
    TopUpMessage,
    UseTimeBankMessage,
)
from riverrun.contracts.table_commands import (
    Action,
    AllIn,
    AnswerRunIt,
    Bet,
    Call,
    Check,
    ComeBack,
    Fold,
    HuntRabbit,
    PreferRunIt,
    RaiseTo,
    ShowCards,
    SitDown,
    SitOut,
    Squeeze,
    StandUp,
    TableCommand,
    TopUp,
    UseTimeBank,
)
from services.gateway.refusals import BadMessage


def order_in(message: CommandMessage) -> TableCommand:
    """The command to send. Raises `BadMessage` where `to` is missing or out of place."""
    match message:
        case ActMessage():
            return _action(message)
        case SitDownMessage(buy_in=buy_in, seat=seat, post=post):
            return SitDown(buy_in=buy_in, seat=seat, post=post)
        case StandUpMessage():
            return StandUp()
        case SitOutMessage():
            return SitOut()
        case ComeBackMessage(post=post):
            return ComeBack(post=post)
        case TopUpMessage(amount=amount):
            return TopUp(amount=amount)
        case UseTimeBankMessage(hand=hand, turn=turn):
            return UseTimeBank(hand=hand, turn=turn)
        case ShowMessage(hand=hand, which=which):
            return ShowCards(hand=hand, which=which)
        case PreferRunItMessage(preference=preference):
            return PreferRunIt(preference=preference)
        case RunItMessage(hand=hand, agree=agree):
            return AnswerRunIt(hand=hand, agree=agree)
        case SqueezeMessage(hand=hand):
            return Squeeze(hand=hand)
        case RabbitMessage(hand=hand):
            return HuntRabbit(hand=hand)
        case _:
            assert_never(message)


def _action(message: ActMessage) -> Action:
    hand, turn, to = message.hand, message.turn, message.to
    if message.do in {"bet", "raise"}:
        if to is None:
            raise BadMessage("to", f"a {message.do} needs `to`, its total")
        return Bet(hand, turn, to) if message.do == "bet" else RaiseTo(hand, turn, to)
    if to is not None:
        raise BadMessage("to", f"`to` has no meaning with {message.do}")
    match message.do:
        case "fold":
            return Fold(hand, turn)
        case "check":
            return Check(hand, turn)
        case "call":
            return Call(hand, turn)
        case "all_in":
            return AllIn(hand, turn)
        case _:
            raise AssertionError(message.do)
