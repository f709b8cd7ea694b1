"""A player's command to the events that follow: one place that knows which decision answers which command."""

from typing import assert_never

from riverrun.contracts import refusals
from riverrun.contracts.table_commands import (
    AllIn,
    Bet,
    Call,
    Check,
    ComeBack,
    Fold,
    OpenTable,
    RaiseTo,
    ShowCards,
    SitDown,
    SitOut,
    StandUp,
    TableCommand,
    TopUp,
)
from riverrun.holdem.state import Table
from riverrun.kernel.identifiers import CommandId, PlayerId
from services.table.decide import betting, seating, settlement
from services.table.decide.draft import Draft
from services.table.decide.facts import Facts


def decide(
    table: Table, player: PlayerId, name: str, command: TableCommand, cause: CommandId, facts: Facts
) -> Draft:
    """What follows from a player's command. Raises a `Refusal`, and then nothing is recorded."""
    if table.suspended:
        raise refusals.TableIsSuspended(reason=table.suspended)
    if betting.is_action(command):  # by far the most frequent, and quicker known by its type than by a match
        return betting.act(table, player, command, facts)
    match command:
        case SitDown():
            return seating.sit_down(table, player, name, command, cause)
        case StandUp():
            return seating.stand_up(table, player, cause)
        case SitOut():
            return seating.sit_out(table, player, facts)
        case ComeBack():
            return seating.come_back(table, player, command)
        case TopUp():
            return seating.top_up(table, player, command, cause)
        case ShowCards(hand=hand, which=which):
            return settlement.show_cards(table, player, hand, which, facts)
        case OpenTable():
            raise refusals.TableExists(table=table.table)
        case Fold() | Check() | Call() | Bet() | RaiseTo() | AllIn():
            raise AssertionError("an action is answered above")
        case _:
            assert_never(command)
