"""A player's command to the events that follow: one place that knows which decision answers which command."""

from collections.abc import Callable
from typing import Any, NamedTuple, get_args

from riverrun.contracts import refusals
from riverrun.contracts.table_commands import (
    AnswerRunIt,
    AnswerStraddle,
    AutoTopUp,
    BuyInsurance,
    ComeBack,
    CommitCut,
    Disconnected,
    HuntRabbit,
    JoinWaitingList,
    LeaveWaitingList,
    MoveSeat,
    OpenTable,
    OwnerOrder,
    PreferRunIt,
    PreferStraddle,
    PresetAction,
    Reconnected,
    RefuseInsurance,
    ShowCards,
    SitDown,
    SitOut,
    Squeeze,
    StandUp,
    TableCommand,
    TellCut,
    TopUp,
    UseTimeBank,
)
from riverrun.holdem.state import Table
from riverrun.kernel.identifiers import PlayerId
from services.table.decide import (
    betting,
    cuts,
    insurance,
    moves,
    owning,
    presence,
    presets,
    runs,
    seating,
    settlement,
    standing_wishes,
    straddles,
    time_bank,
    waiting_list,
)
from services.table.decide.draft import Draft
from services.table.decide.facts import Facts
from services.table.decide.rolling import refuse_rolled
from services.table.rules.ending import why_closing


class Ask(NamedTuple):
    """Who asks what of which table, and what the decision may know."""

    table: Table
    player: PlayerId
    name: str
    facts: Facts


def decide(table: Table, player: PlayerId, name: str, command: TableCommand, facts: Facts) -> Draft:
    """What follows from a player's command. Raises a `Refusal`, and then nothing is recorded."""
    refuse_rolled(table)
    if table.suspended and type(command) not in _ALWAYS:
        raise refusals.TableIsSuspended(reason=table.suspended)
    if type(command) in betting.ACTIONS:
        return betting.act(table, player, command, facts)
    if table.closed:
        raise refusals.TableIsClosed(reason=table.closed)
    if isinstance(command, SitDown | TopUp) and (reason := why_closing(table)):
        raise refusals.TableIsClosing(reason=reason)
    return DECISIONS[type(command)](Ask(table, player, name, facts), command)


_ALWAYS = (Disconnected, Reconnected)
"""What is true of a player also while the table stands still."""


def _exists(ask: Ask, _: OpenTable) -> Draft:
    raise refusals.TableExists(table=ask.table.table)


DECISIONS: dict[type[Any], Callable[[Ask, Any], Draft]] = {
    OpenTable: _exists,
    SitDown: lambda ask, command: seating.sit_down(ask.table, ask.player, ask.name, command, ask.facts),
    StandUp: lambda ask, _: seating.stand_up(ask.table, ask.player, ask.facts),
    SitOut: lambda ask, command: seating.sit_out(ask.table, ask.player, command, ask.facts),
    AutoTopUp: lambda ask, command: standing_wishes.set_auto_top_up(ask.table, ask.player, command),
    ComeBack: lambda ask, command: seating.come_back(ask.table, ask.player, command),
    TopUp: lambda ask, command: seating.top_up(ask.table, ask.player, command),
    ShowCards: lambda ask, command: settlement.show_cards(
        ask.table, ask.player, command.hand, command.which, ask.facts
    ),
    Squeeze: lambda ask, command: settlement.squeeze(ask.table, ask.player, command.hand, ask.facts),
    PresetAction: lambda ask, command: presets.preset(ask.table, ask.player, command),
    Disconnected: lambda ask, _: presence.disconnected(ask.table, ask.player),
    Reconnected: lambda ask, _: presence.reconnected(ask.table, ask.player),
    **dict.fromkeys(get_args(OwnerOrder), lambda ask, command: owning.order(ask.table, ask.player, command)),
    UseTimeBank: lambda ask, command: time_bank.use(ask.table, ask.player, command),
    HuntRabbit: lambda ask, command: settlement.hunt_rabbit(ask.table, ask.player, command.hand, ask.facts),
    JoinWaitingList: lambda ask, _: waiting_list.join(ask.table, ask.player, ask.name),
    LeaveWaitingList: lambda ask, _: waiting_list.leave(ask.table, ask.player),
    MoveSeat: lambda ask, command: moves.move_seat(ask.table, ask.player, command),
    PreferStraddle: lambda ask, command: straddles.prefer(ask.table, ask.player, command),
    AnswerStraddle: lambda ask, command: straddles.answer(ask.table, ask.player, command, ask.facts),
    PreferRunIt: lambda ask, command: runs.prefer(ask.table, ask.player, command),
    CommitCut: lambda ask, command: cuts.commit(ask.table, ask.player, command),
    TellCut: lambda ask, command: cuts.tell(ask.table, ask.player, command, ask.facts),
    AnswerRunIt: lambda ask, command: runs.answer(ask.table, ask.player, command),
    BuyInsurance: lambda ask, command: insurance.buy(ask.table, ask.player, command),
    RefuseInsurance: lambda ask, command: insurance.refuse(ask.table, ask.player, command),
}
"""Every command that is no action, with its decision; a test holds this to `TableCommand`."""
