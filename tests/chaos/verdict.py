"""Reads the log after a run, and holds it against what the clients were told."""

from dataclasses import dataclass, field

from riverrun.contracts.table_events import HandEnded, HandVoided, PlayerFolded, TableHosted, TableSuspended
from riverrun.kernel.identifiers import TableId
from services.table.codec import codec
from tests.chaos.players import Told
from tests.chaos.rest import END_OF_RUN
from tests.support.judged_history import History


@dataclass
class Verdict:
    """What is wrong; nothing, it is hoped. `notes` are figures."""

    faults: list[str] = field(default_factory=list)
    notes: dict[str, int] = field(default_factory=dict)

    def require(self, good: bool, otherwise: str) -> None:
        if not good:
            self.faults.append(otherwise)


def judge(histories: dict[TableId, History], told: Told) -> Verdict:
    """No loss, no duplicate, no false sight. That chips and versions add up, reading the log has shown."""
    verdict = Verdict()
    for table, history in histories.items():
        acknowledged = [(ack.player, ack.command) for ack in told.acks if ack.table == table]
        missing, repeated = history.missing(acknowledged), history.repeated()
        verdict.require(not missing, f"{table}: acknowledged and not in the log: {missing}")
        verdict.require(not repeated, f"{table}: more than once in the log: {repeated}")
        _judge_sights(verdict, table, history, told)
        _note_events(verdict, history)
    for harm in ("voided", "suspended"):
        verdict.require(not verdict.notes.get(harm), f"{verdict.notes.get(harm)} {harm}")
    verdict.notes["acknowledged"] = len(told.acks)
    verdict.notes["commits"] = sum(len(history.commits) for history in histories.values())
    verdict.notes["hands"] = sum(history.hand for history in histories.values())
    return verdict


def _judge_sights(verdict: Verdict, table: TableId, history: History, told: Told) -> None:
    """Every end of a hand that a client saw is the one in the log."""
    ends = {}
    for one in history.commits:
        for event in codec.decode_all(one.commit):
            if isinstance(event, HandEnded):
                ends[one.commit.hand] = [{"seat": seat, "stack": stack} for seat, stack in event.stacks]
    for (at, hand), sights in told.hands.items():
        for player, stacks in sights.items():
            if at == table and stacks != ends.get(hand):
                verdict.faults.append(f"{table} hand {hand}: {player} saw {stacks}, the log {ends.get(hand)}")


def _note_events(verdict: Verdict, history: History) -> None:
    events = history.events()
    for name, kind in (("voided", HandVoided), ("suspended", TableSuspended), ("take-overs", TableHosted)):
        found = [one for one in events if isinstance(one, kind) and getattr(one, "reason", "") != END_OF_RUN]
        verdict.notes[name] = verdict.notes.get(name, 0) + len(found)
    timed_out = sum(isinstance(one, PlayerFolded) and one.cause == "clock" for one in events)
    verdict.notes["folds by the clock"] = verdict.notes.get("folds by the clock", 0) + timed_out
