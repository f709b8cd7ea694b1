"""A table on which a hand from elsewhere is played again: its players have names, some hid their cards."""

from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from console.cases.played_table import PlayedTable
from console.phh_files.bad_phh import BadPhh
from riverrun.contracts.table_commands import TableCommand
from riverrun.contracts.table_config import TableConfig
from riverrun.contracts.table_events import (
    BettingClosed,
    HandMucked,
    HandShown,
    HandsTurnedUp,
    TableEvent,
)
from riverrun.holdem.state import Over, live_players
from riverrun.kernel.cards import cards
from riverrun.kernel.identifiers import PlayerId, SeatNo
from services.table.decide import commands
from services.table.decide.draft import Draft
from services.table.decide.facts import Facts, ShowdownRanks

NOTHING = -1
"""A rank below any hand's."""


class Named(NamedTuple):
    """A player elsewhere."""

    player: PlayerId
    name: str


class ImportedTable(PlayedTable):
    """Whose cards nobody knows loses at the showdown: he threw them away."""

    def __init__(
        self, config: TableConfig, names: Mapping[SeatNo, Named], holes: Mapping[SeatNo, str], at_ms: int
    ) -> None:
        super().__init__(config)
        self._at_ms = at_ms
        self._names = names
        self._holes = holes

    def order(self, seat: SeatNo, command: TableCommand) -> None:
        who = self._names[seat]
        self.commit(commands.decide(self.table, who.player, who.name, command, self._facts()))

    def show_known(self) -> None:
        """The file tells these cards to whoever reads it: here they are shown once the hand is over."""
        draft = Draft(self.table)
        seen = {event.seat for event in self.happened(HandShown)}
        for seat, text in self._holes.items():
            if seat not in seen:
                draft.record(HandShown(seat, cards(text), (), chosen=True))
        self.commit(draft)

    @property
    def over(self) -> bool:
        return self.table.hand is not None and isinstance(self.table.hand.phase, Over)

    @property
    def completing(self) -> int | None:
        """To what a call comes that is more than anybody's bet, as a big blind all-in for less leaves it."""
        if self.turn is None:
            return None
        bets = [player.bet for player in self.hand.players]
        comes_to = bets[self.turn.at] + self.turn.call_amount
        return comes_to if comes_to > max(bets) else None

    def told(self) -> list[TableEvent]:
        """What happened, without the cards that only this replay dealt in place of unknown ones."""
        return [known for event in self.events if (known := self._known(event)) is not None]

    def _known(self, event: TableEvent) -> TableEvent | None:
        match event:
            case HandsTurnedUp(hands=hands):
                return msgspec.structs.replace(
                    event, hands=tuple(one for one in hands if one[0] in self._holes), equities=()
                )
            case HandShown(seat=seat) if seat not in self._holes:
                return HandMucked(seat)
            case _:
                return event

    def _facts(self) -> Facts:
        return Facts(self._at_ms, self._deck)

    def _ranks(self) -> ShowdownRanks:
        known = super()._ranks()
        unknown = {one.seat for one in live_players(self.hand)} - self._holes.keys()
        for closed in self.happened(BettingClosed):
            if any(unknown.issuperset(pot.contenders) for pot in closed.pots):
                raise BadPhh("showdown_unknown", "a pot's contenders all hid their cards", "actions")
        boards = tuple({**board, **dict.fromkeys(unknown, NOTHING)} for board in known.boards)
        return msgspec.structs.replace(known, boards=boards)
