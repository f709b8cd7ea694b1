"""What the owner of a table may order: pause, go on, close, other options, a bomb pot, fresh time banks."""

from riverrun.contracts import refusals
from riverrun.contracts.table_commands import (
    CallBombPot,
    ChangeOptions,
    CloseTable,
    ContinueTable,
    MutePlayer,
    OwnerOrder,
    PauseTable,
    RefillTimeBanks,
)
from riverrun.contracts.table_config import BadConfig, TableConfig, checked
from riverrun.contracts.table_events import (
    BombPotCalled,
    OptionsChanged,
    OptionsQueued,
    PlayerMuted,
    TableClosing,
    TableContinued,
    TablePaused,
    TimeBankFilled,
)
from riverrun.holdem.state import Table
from riverrun.kernel.identifiers import PlayerId
from services.table.decide.draft import Draft
from services.table.rules.clocks import first_filling

MOST_MUTED = 200


def order(table: Table, player: PlayerId, wanted: OwnerOrder) -> Draft:
    """Raises `NotAllowed` for anyone but the owner, and a `Refusal` where it does not fit the table."""
    if player != table.owner:
        raise refusals.NotAllowed
    draft = Draft(table)
    match wanted:
        case PauseTable() | ContinueTable():
            _pause(draft, pauses=isinstance(wanted, PauseTable))
        case CloseTable():
            if table.closing:
                raise refusals.TableIsClosing
            draft.record(TableClosing("owner"))
        case ChangeOptions(config=config):
            _change_options(draft, config)
        case CallBombPot():
            if not table.config.bomb_pot_ante or table.bomb_pot_called:
                raise refusals.NoBombPot
            draft.record(BombPotCalled())
        case MutePlayer(player=whom, muted=muted):
            _mute(draft, whom, muted=muted)
        case RefillTimeBanks():
            _refill(draft)
    return draft


def _pause(draft: Draft, *, pauses: bool) -> None:
    if pauses and draft.table.paused:
        raise refusals.AlreadyPaused
    if not pauses and not draft.table.paused:
        raise refusals.NotPaused
    draft.record(TablePaused() if pauses else TableContinued())


def _mute(draft: Draft, player: PlayerId, *, muted: bool) -> None:
    known = draft.table.muted
    if muted and len(known) >= MOST_MUTED:
        raise refusals.TooManyMuted(most=MOST_MUTED)
    if muted != (player in known):
        draft.record(PlayerMuted(player, muted))


def _change_options(draft: Draft, config: TableConfig) -> None:
    """At once between hands, else after the hand (R2.9). Stacks stay as they are, whatever the new limits."""
    table = draft.table
    try:
        checked(config)
    except BadConfig as bad:
        raise refusals.BadOption(option=bad.option, why=str(bad)) from bad
    for option in ("kind", "currency", "club"):
        if getattr(config, option) != getattr(table.config, option):
            raise refusals.BadOption(option=option, why="the chips on the table are of one kind")
    # A seat kept for who waits (0: none) is as good as taken.
    needed = [*[seat.seat for seat in table.seats], *[waiter.seat for waiter in table.waiting_list]]
    highest = max(needed, default=0)
    if config.seats < highest:
        raise refusals.BadOption(option="seats", why=f"seat {highest} is taken or kept")
    draft.record(OptionsChanged(config) if table.hand is None else OptionsQueued(config))


def change_queued_options(draft: Draft) -> None:
    """After a hand: the options that waited for its end."""
    config = draft.table.next_config
    if config is not None:
        draft.record(OptionsChanged(config))


def _refill(draft: Draft) -> None:
    full_ms = first_filling(draft.table.config.time_bank)
    for seat in draft.table.seats:
        if seat.time_bank_ms < full_ms:
            draft.record(TimeBankFilled(seat.seat, full_ms))
