"""What a client asks becomes what a table understands, and nothing is lost on the way."""

from typing import get_args

import pytest

from riverrun.contracts.client_messages import (
    ActMessage,
    ComeBackMessage,
    CommandMessage,
    ShowMessage,
    SitDownMessage,
    SitOutMessage,
    StandUpMessage,
    TopUpMessage,
)
from riverrun.contracts.table_commands import (
    AllIn,
    Bet,
    Call,
    Check,
    ComeBack,
    Fold,
    RaiseTo,
    ShowCards,
    SitDown,
    SitOut,
    StandUp,
    TableCommand,
    TopUp,
)
from services.gateway.orders import command_of, fields_told, order_in
from services.gateway.refusals import BadMessage

T = "s0-test"


@pytest.mark.parametrize(
    ("message", "command"),
    [
        (ActMessage(id="1", table=T, hand=7, turn=3, do="fold"), Fold(7, 3)),
        (ActMessage(id="1", table=T, hand=7, turn=3, do="check"), Check(7, 3)),
        (ActMessage(id="1", table=T, hand=7, turn=3, do="call"), Call(7, 3)),
        (ActMessage(id="1", table=T, hand=7, turn=3, do="bet", to=200), Bet(7, 3, 200)),
        (ActMessage(id="1", table=T, hand=7, turn=3, do="raise", to=600), RaiseTo(7, 3, 600)),
        (ActMessage(id="1", table=T, hand=7, turn=3, do="all_in"), AllIn(7, 3)),
        (SitDownMessage(id="1", table=T, buy_in=100, seat=2, post=False), SitDown(100, 2, "", False)),
        (SitDownMessage(id="1", table=T, buy_in=100), SitDown(100)),
        (StandUpMessage(id="1", table=T), StandUp()),
        (SitOutMessage(id="1", table=T), SitOut()),
        (ComeBackMessage(id="1", table=T, post=False), ComeBack(post=False)),
        (TopUpMessage(id="1", table=T, amount=50), TopUp(50)),
        (ShowMessage(id="1", table=T, hand=7, which=1), ShowCards(7, 1)),
    ],
)
def test_a_message_becomes_the_tables_command(message: CommandMessage, command: TableCommand) -> None:
    assert order_in(message) == command


KINDS = [kind for kind in get_args(CommandMessage) if kind is not ActMessage]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__struct_config__.tag)
def test_all_that_a_message_says_is_said_to_the_table(kind: type[CommandMessage]) -> None:
    assert set(fields_told(kind)) <= set(command_of(kind).__struct_fields__)


@pytest.mark.parametrize("do", ["bet", "raise"])
def test_a_bet_without_its_total_is_refused(do: str) -> None:
    with pytest.raises(BadMessage) as refused:
        order_in(ActMessage(id="1", table=T, hand=7, turn=3, do=do))  # type: ignore[arg-type]

    assert refused.value.details == {"field": "to"}


@pytest.mark.parametrize("do", ["fold", "check", "call", "all_in"])
def test_a_total_where_none_belongs_is_refused(do: str) -> None:
    with pytest.raises(BadMessage):
        order_in(ActMessage(id="1", table=T, hand=7, turn=3, do=do, to=1))  # type: ignore[arg-type]
