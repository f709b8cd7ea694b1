"""Tables really played, as commits ready for the log: dealt, sealed and decided as the service does it."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from riverrun.contracts.commits import COMMIT_FORMAT, Commit
from riverrun.contracts.table_commands import Action, Bet, Call, Check, Fold, RaiseTo, SitDown
from riverrun.contracts.table_config import TableConfig
from riverrun.contracts.table_events import HandSealed
from riverrun.holdem.evolve import evolve
from riverrun.holdem.rank import ranks
from riverrun.holdem.state import Betting, Hand, Table, live_players
from riverrun.kernel.deck import OpenDeck
from riverrun.kernel.identifiers import CommandId, PlayerId, TableId
from services.table.codec import codec
from services.table.decide import commands, dealing, seating, settlement
from services.table.decide.draft import Draft
from services.table.decide.facts import Facts, ShowdownRanks
from services.table.decide.next_step import next_step
from services.table.decide.owed import DealRunout, SealHand, Settle, StartHand
from services.table.host.dealer import Dealer
from services.table.host.record import TABLE_ACTOR, Record, advanced

PLAYERS = 6
NAMES = tuple([f"player-{number}" for number in range(PLAYERS)])
STACK = 200_000
CONFIG = TableConfig(name="Bench", min_buy_in=10_000, max_buy_in=STACK)
THINKING_MS = 700


class Standing(NamedTuple):
    """A record, the table's version, and how many commits it has: what a snapshot tells."""

    record: Record
    version: int
    commits: int


class PlayedTable:
    """One table. Everybody mostly calls, so that many hands see a showdown."""

    def __init__(
        self,
        table: TableId,
        dealer: Dealer,
        started_ms: int,
        players: Sequence[PlayerId] = NAMES,
    ) -> None:
        self.id = table
        self._players = players
        self._dealer = dealer
        self._whims = Random(table)  # noqa: S311  no secret hangs on a bench
        self._now_ms = started_ms
        opened = seating.open_table(table, CONFIG, "club")
        self._opening = Draft(evolve(None, opened))
        self._opening.events.append(opened)
        self._deck: OpenDeck | None = None
        self.now = Standing(Record(self._opening.table), 0, 0)
        self.between_hands = self.now

    def seat(self) -> Iterator[Commit]:
        """Open the table and fill its seats."""
        yield self._commit(self._opening, "club", "open")
        for number, player in enumerate(self._players):
            sitting = SitDown(STACK)
            draft = commands.decide(self._table, player, player, sitting, self._facts)
            yield self._commit(draft, player, f"sit-{number}")
            chips = seating.confirm_buy_in(self._table, self._table.transfers[0])
            yield self._commit(chips, TABLE_ACTOR, f"chips-{number}")

    def play(self, hands: int) -> Iterator[Commit]:
        """So many hands, to their ends."""
        until = self._table.hand_number + hands
        while self._table.hand_number < until or self._table.hand is not None:
            yield self.go_on()

    def go_on(self) -> Commit:
        """The next commit, whatever is due."""
        hand = self._table.hand
        if hand is not None and isinstance(hand.phase, Betting):
            return self._act(hand, hand.phase)
        owed = next_step(self._table)
        assert owed is not None, "six players with chips always go on"
        self._now_ms = max(self._now_ms + owed.pause_ms, owed.due_ms)
        return self._commit(self._take(owed.step), TABLE_ACTOR, owed.command)

    def _take(self, step: object) -> Draft:
        match step:
            case StartHand():
                self._deck, new_deck = self._dealer.new_deck(self._table)
                return dealing.start_hand(self._table, new_deck, self._facts)
            case DealRunout():
                return settlement.deal_runout(self._table, self._facts)
            case Settle():
                return settlement.settle(self._table, self._ranked(), self._facts)
            case SealHand():
                hand, deck = self._open_hand()
                draft = settlement.seal_hand(self._table, self._dealer.archive(hand, deck))
                seating.after_hand(draft, self._facts)
                return draft
            case _:
                raise AssertionError(f"nobody leaves here, and yet {step} is due")

    def _act(self, hand: Hand, betting: Betting) -> Commit:
        turn, whim = betting.turn, self._whims.random()
        assert turn is not None, "somebody is asked"
        self._now_ms += THINKING_MS
        player = hand.players[turn.at].player
        action: Action = Call(hand.hand, turn.turn) if turn.call_amount else Check(hand.hand, turn.turn)
        if whim < 0.15 and turn.call_amount:
            action = Fold(hand.hand, turn.turn)
        elif whim > 0.9 and turn.max_raise_to:
            kind = RaiseTo if betting.current_bet else Bet
            action = kind(hand.hand, turn.turn, turn.min_raise_to)
        command = f"{hand.hand}-{turn.turn}"
        return self._commit(
            commands.decide(self._table, player, player, action, self._facts), player, command
        )

    def _ranked(self) -> ShowdownRanks:
        hand, deck = self._open_hand()
        live = {player.seat for player in live_players(hand)}
        dealt = zip(hand.players, hand.positions, strict=True)
        holes = {player.seat: deck.cards(own) for player, own in dealt if player.seat in live}
        found = dict(zip(holes, ranks(hand.boards[0], tuple(holes.values())), strict=True))
        return ShowdownRanks((found,), "table")

    def _open_hand(self) -> tuple[Hand, OpenDeck]:
        assert self._table.hand is not None, "no hand is in progress"
        assert self._deck is not None, "its deck is open"
        return self._table.hand, self._deck

    @property
    def _table(self) -> Table:
        return self.now.record.table

    @property
    def _facts(self) -> Facts:
        return Facts(self._now_ms, () if self._deck is None else self._deck.order)

    def _commit(self, draft: Draft, actor: PlayerId, command: CommandId) -> Commit:
        before = self.now
        events = codec.encode_all(draft.events)
        hand, first = draft.table.hand_number, before.version + 1
        commit = Commit(COMMIT_FORMAT, self.id, first, command, actor, self._now_ms, "", hand, events)
        record = advanced(before.record, draft.table, commit, draft.events)
        self.now = Standing(record, commit.last_version, before.commits + 1)
        if type(draft.events[0]) is HandSealed:
            self.between_hands = self.now
        return commit
