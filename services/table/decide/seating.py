"""Sitting down, standing up, sitting out, coming back, and the chips of a seat (R8.3, R8.4)."""

from typing import Literal, TypeAlias

from riverrun.contracts import refusals
from riverrun.contracts.table_commands import ComeBack, SitDown, SitOut, TopUp
from riverrun.contracts.table_config import BadConfig, TableConfig, checked
from riverrun.contracts.table_events import (
    BuyInConfirmed,
    BuyInRefused,
    BuyInReserved,
    LeaveQueued,
    PlayerCameBack,
    PlayerSatDown,
    PlayerSatOut,
    PlayerStoodUp,
    SitOutAtBigBlindSet,
    SitOutQueued,
    TableOpened,
    TopUpQueued,
)
from riverrun.holdem.state import (
    Seat,
    Table,
    Transfer,
    departed,
    is_dealt_in,
    player_at,
    seat_at,
    seat_of,
)
from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import PlayerId, SeatNo, TableId, TransferId
from services.table.decide import standing_wishes, time_bank, waiting_list
from services.table.decide.draft import Draft
from services.table.decide.facts import Facts
from services.table.rules import seating as rules
from services.table.rules.returning import BuyInBounds, buy_in_bounds

LeaveReason: TypeAlias = Literal["asked", "kicked", "buy_in_refused", "closed", "dismissed"]


def open_table(table: TableId, config: TableConfig, player: PlayerId) -> TableOpened:
    """The first event of a table. Raises `BadOption`."""
    try:
        return TableOpened(table, checked(config), player)
    except BadConfig as bad:
        raise refusals.BadOption(option=bad.option, why=str(bad)) from bad


def sit_down(table: Table, player: PlayerId, name: str, command: SitDown, facts: Facts) -> Draft:
    """Take a seat and reserve the buy-in; the chips come with its confirmation (R8.4)."""
    if seat_of(table, player) is not None:
        raise refusals.AlreadySeated
    known = departed(table, player)
    _check_buy_in(buy_in_bounds(table.config, known, facts.now_ms), command.buy_in)
    draft = Draft(table)
    _check_seat(table, command.seat)
    number = waiting_list.take_seat(draft, player, command.seat)
    draft.record(PlayerSatDown(number, player, name, command.post))
    time_bank.fill_on_sitting_down(draft, known, number)
    draft.record(BuyInReserved(transfer_id(table), number, player, command.buy_in))
    return draft


def _check_buy_in(bounds: BuyInBounds, amount: Chips) -> None:
    if bounds.least <= amount <= bounds.most:
        return
    if bounds.until_ms:
        raise refusals.ReturningStack(
            min_buy_in=bounds.least, max_buy_in=bounds.most, until_ms=bounds.until_ms
        )
    raise refusals.BuyInOutOfBounds(min_buy_in=bounds.least, max_buy_in=bounds.most)


def _check_seat(table: Table, wanted: SeatNo | None) -> None:
    if wanted is None:
        return
    if not 1 <= wanted <= table.config.seats:
        raise refusals.NoSuchSeat(seats=table.config.seats)
    if wanted not in rules.free_seats(table):
        raise refusals.SeatTaken(seat=wanted)


def transfer_id(table: Table) -> TransferId:
    """The id of the table's next transfer, so that it is made once (R13.2).

    It is the table's own count. The id of the command that asks for it is the client's choice: two players
    may choose the same, and one may choose it again.
    """
    return f"{table.table}.t{table.transfers_begun + 1}"


def stand_up(table: Table, player: PlayerId, facts: Facts) -> Draft:
    """Leave: at once between hands, else after the hand, taking no more decisions in it."""
    seat = _seat(table, player)
    if seat.leave_queued:
        raise refusals.AlreadyLeaving
    if rules.pending_buy_in(table, seat.seat):
        raise refusals.BuyInPending
    draft = Draft(table)
    if is_dealt_in(table, seat.seat):
        draft.record(LeaveQueued(seat.seat))
    else:
        draft.record(stood_up(table, seat, facts.now_ms))
    return draft


def stood_up(table: Table, seat: Seat, now_ms: int, reason: LeaveReason = "asked") -> PlayerStoodUp:
    """The seat is free, and its stack goes back to the account."""
    return PlayerStoodUp(seat.seat, seat.player, transfer_id(table), seat.stack, reason, now_ms)


def sit_out(table: Table, player: PlayerId, command: SitOut, facts: Facts) -> Draft:
    """Be dealt no more hands, after the one in progress or from the big blind on (R8.3)."""
    seat = _seat(table, player)
    if command.at_big_blind:
        return standing_wishes.sit_out_at_big_blind(table, seat)
    if seat.standing == "sitting_out" or seat.sit_out_queued:
        raise refusals.AlreadySittingOut
    if seat.standing == "buying_in":
        raise refusals.BuyInPending
    draft = Draft(table)
    if is_dealt_in(table, seat.seat):
        draft.record(SitOutQueued(seat.seat))
    else:
        draft.record(PlayerSatOut(seat.seat, facts.now_ms))
    return draft


def come_back(table: Table, player: PlayerId, command: ComeBack) -> Draft:
    """Be dealt in again, or, while waiting, think better of posting or not (R3.9)."""
    seat = _seat(table, player)
    changes_mind = seat.standing == "waiting" and seat.posts != command.post
    rests = seat.standing == "sitting_out" or seat.sit_out_queued or seat.out_at_big_blind
    if not rests and not changes_mind:
        raise refusals.NotSittingOut
    if not seat.stack and not is_dealt_in(table, seat.seat):
        raise refusals.NoChips
    draft = Draft(table)
    if seat.standing == "sitting_out" or changes_mind:
        draft.record(_came_back(table, seat, command.post))
        return draft
    if seat.sit_out_queued:
        draft.record(SitOutQueued(seat.seat, queued=False))
    if seat.out_at_big_blind:
        draft.record(SitOutAtBigBlindSet(seat.seat, wished=False))
    return draft


def _came_back(table: Table, seat: Seat, posts: bool) -> PlayerCameBack:
    """Who missed no hand goes on as if he had never been away; all others come in by R3.7 to R3.9."""
    waits = seat.newcomer or seat.away_since < table.hand_number
    return PlayerCameBack(seat.seat, waits, posts and waits)


def top_up(table: Table, player: PlayerId, command: TopUp) -> Draft:
    """Add chips between hands, up to the maximum; during a hand the wish is kept until its end (R8.4).

    None at all takes a wish that is kept back.
    """
    seat = _seat(table, player)
    if not command.amount and seat.top_up_queued:
        draft = Draft(table)
        draft.record(TopUpQueued(seat.seat, 0))
        return draft
    if rules.pending_buy_in(table, seat.seat):
        raise refusals.BuyInPending
    if seat.dismissed:
        raise refusals.AlreadyLeaving
    room = rules.room_to_top_up(table, seat, _in_hand(table, seat.seat))
    if not 1 <= command.amount <= room:
        raise refusals.TopUpTooLarge(most=room)
    draft = Draft(table)
    if is_dealt_in(table, seat.seat):
        draft.record(TopUpQueued(seat.seat, command.amount))
        return draft
    if not seat.stack and command.amount < table.config.min_buy_in:
        raise refusals.BuyInOutOfBounds(
            min_buy_in=table.config.min_buy_in, max_buy_in=table.config.max_buy_in
        )
    draft.record(BuyInReserved(transfer_id(table), seat.seat, player, command.amount))
    return draft


def _in_hand(table: Table, number: SeatNo) -> Chips:
    player = player_at(table.hand, number) if table.hand is not None else None
    return 0 if player is None else player.stack + player.contribution + player.dead


def confirm_buy_in(table: Table, transfer: Transfer) -> Draft:
    """The chips came. Who had lost his stack comes back with them (R3.11)."""
    draft = Draft(table)
    draft.record(BuyInConfirmed(transfer.transfer, transfer.seat, transfer.amount))
    seat = seat_at(table, transfer.seat)
    if seat is not None and seat.broke:
        draft.record(_came_back(draft.table, seat, posts=True))
    return draft


def refuse_buy_in(table: Table, transfer: Transfer, reason: str) -> Draft:
    """The account would not pay; a seat that never had chips is free again."""
    draft = Draft(table)
    draft.record(BuyInRefused(transfer.transfer, transfer.seat, reason))
    seat = seat_at(table, transfer.seat)
    if seat is not None and seat.standing == "buying_in":
        draft.record(stood_up(draft.table, seat, 0, "buy_in_refused"))
    elif seat is not None:
        standing_wishes.give_up_auto_top_up(draft, seat)
    return draft


def after_hand(draft: Draft, facts: Facts) -> None:
    """What waited for the end of the hand: leaving, sitting out, top-ups; and who has no chips sits out."""
    patience = draft.config.clocks.time_outs_to_sit_out
    for seat in draft.table.seats:
        if seat.leave_queued:
            draft.record(stood_up(draft.table, seat, facts.now_ms))
            continue
        if seat.standing == "active":
            _rest(draft, seat, patience, facts)
        if seat.top_up_queued or seat.top_up_below:
            standing_wishes.top_up_after_hand(draft, seat.seat, transfer_id(draft.table))


def _rest(draft: Draft, seat: Seat, patience: int, facts: Facts) -> None:
    if seat.sit_out_queued:
        draft.record(PlayerSatOut(seat.seat, facts.now_ms))
    elif not seat.stack:
        draft.record(PlayerSatOut(seat.seat, facts.now_ms, "no_chips"))
    elif seat.time_outs >= patience:
        away = seat.disconnected
        draft.record(PlayerSatOut(seat.seat, facts.now_ms, "disconnected" if away else "time_outs"))


def remove_absent(table: Table, seat: Seat, facts: Facts) -> Draft:
    """The kick timer of a player who sits out ran off; the stack goes back to the account (R8.3)."""
    draft = Draft(table)
    draft.record(stood_up(table, seat, facts.now_ms, "kicked"))
    return draft


def _seat(table: Table, player: PlayerId) -> Seat:
    seat = seat_of(table, player)
    if seat is None:
        raise refusals.NotSeated
    return seat
