"""How the events of a hand change a table."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from riverrun.contracts.table_events import (
    AntePosted,
    BettingClosed,
    BlindPosted,
    BoardDealt,
    HandEnded,
    HandMucked,
    HandSealed,
    HandShown,
    HandStarted,
    HandsTurnedUp,
    HandVoided,
    HoleCardsDealt,
    PlayerBet,
    PlayerCalled,
    PlayerChecked,
    PlayerFolded,
    PlayerRaised,
    PotAwarded,
    RakeTaken,
    RunsAgreed,
    TurnStarted,
    UncalledBetReturned,
)
from riverrun.holdem.state import AllIn, Betting, Hand, HandPlayer, Over, Places, Seat, Showdown, Table, Turn
from riverrun.kernel.identifiers import SeatNo


def _hand(table: Table) -> Hand:
    assert table.hand is not None, "no hand is in progress"
    return table.hand


def _betting(hand: Hand) -> Betting:
    phase = hand.phase
    assert type(phase) is Betting, f"no betting in phase {type(phase).__name__}"
    return phase


def _place(hand: Hand, number: SeatNo) -> int:
    for at, player in enumerate(hand.players):
        if player.seat == number:
            return at
    raise AssertionError(f"seat {number} is not in hand {hand.hand}")


def _put(players: tuple[HandPlayer, ...], at: int, player: HandPlayer) -> tuple[HandPlayer, ...]:
    return (*players[:at], player, *players[at + 1 :])


# -- the start


def _hand_started(table: Table, event: HandStarted) -> Table:
    stacks = {dealt.seat: dealt.stack for dealt in event.players}
    time_outs = {seat.seat: seat.time_outs for seat in table.seats}
    small_blind_place = event.small_blind_place if event.small_blind_place is not None else event.button
    big_blind = event.big_blind if event.big_blind is not None else event.button
    bet = table.config.big_blind
    hand = Hand(
        hand=event.hand,
        button=event.button,
        small_blind=event.small_blind,
        big_blind=event.big_blind,
        players=tuple(
            HandPlayer(dealt.seat, dealt.player, dealt.stack, time_outs=time_outs.get(dealt.seat, 0))
            for dealt in event.players
        ),
        phase=Betting(0, bet, 0),
        street="preflop",
        boards=((),),
        dealt=0,
        turns=0,
        pots=(),
        paid=0,
        bomb_pot=event.bomb_pot,
        commitment=event.commitment,
        deck_box=event.deck_box,
        key_id=event.key_id,
    )
    return replace(
        table,
        hand=hand,
        hand_number=event.hand,
        places=Places(event.button, small_blind_place, big_blind),
        seats=tuple(_seat_in_hand(seat, stacks, event.missed) for seat in table.seats),
    )


def _seat_in_hand(seat: Seat, stacks: dict[SeatNo, int], missed: tuple[SeatNo, ...]) -> Seat:
    stack = stacks.get(seat.seat)
    if stack is not None:
        return replace(seat, stack=seat.stack - stack, standing="active", missed=False, posts=False)
    return replace(seat, missed=True) if seat.seat in missed else seat


def _ante_posted(table: Table, event: AntePosted) -> Table:
    hand = _hand(table)
    at = _place(hand, event.seat)
    player = hand.players[at]
    stack = player.stack - event.amount
    if event.dead:
        player = replace(player, stack=stack, dead=player.dead + event.amount)
    else:
        player = replace(player, stack=stack, contribution=player.contribution + event.amount)
    return replace(table, hand=replace(hand, players=_put(hand.players, at, player)))


def _blind_posted(table: Table, event: BlindPosted) -> Table:
    hand = _hand(table)
    betting = _betting(hand)
    at = _place(hand, event.seat)
    player = hand.players[at]
    amount = event.amount
    if event.kind == "dead":
        player = replace(player, stack=player.stack - amount, dead=player.dead + amount)
        return replace(table, hand=replace(hand, players=_put(hand.players, at, player)))
    player = replace(
        player,
        stack=player.stack - amount,
        bet=player.bet + amount,
        contribution=player.contribution + amount,
    )
    level = max(betting.current_bet, event.price)
    raise_size = event.price if event.kind == "straddle" else betting.last_raise_size
    phase = replace(betting, current_bet=level, last_raise_size=raise_size, last_full_raise_to=level)
    return replace(table, hand=replace(hand, players=_put(hand.players, at, player), phase=phase))


def _hole_cards_dealt(table: Table, event: HoleCardsDealt) -> Table:
    hand = _hand(table)
    return replace(table, hand=replace(hand, positions=event.positions, dealt=2 * len(hand.players)))


# -- betting


def _turn_started(table: Table, event: TurnStarted) -> Table:
    hand = _hand(table)
    turn = Turn(
        event.turn,
        _place(hand, event.seat),
        event.seat,
        event.call_amount,
        event.min_raise_to,
        event.max_raise_to,
        event.deadline_ms,
    )
    return replace(table, hand=replace(hand, turns=event.turn, phase=replace(_betting(hand), turn=turn)))


def _asked(betting: Betting, seat: SeatNo) -> int:
    turn = betting.turn
    assert turn is not None, "nobody is asked"
    assert turn.seat == seat, f"seat {seat} acts out of turn"
    return turn.at


def _player_folded(table: Table, event: PlayerFolded) -> Table:
    hand = _hand(table)
    betting = _betting(hand)
    at = _asked(betting, event.seat)
    player = hand.players[at]
    player = replace(player, folded=True, time_outs=_time_outs(player, event.cause))
    phase = replace(betting, turn=None)
    return replace(table, hand=replace(hand, players=_put(hand.players, at, player), phase=phase))


def _player_checked(table: Table, event: PlayerChecked) -> Table:
    hand = _hand(table)
    betting = _betting(hand)
    at = _asked(betting, event.seat)
    player = hand.players[at]
    player = replace(player, acted_at=betting.current_bet, time_outs=_time_outs(player, event.cause))
    phase = replace(betting, turn=None)
    return replace(table, hand=replace(hand, players=_put(hand.players, at, player), phase=phase))


def _time_outs(player: HandPlayer, cause: str) -> int:
    return player.time_outs + 1 if cause == "clock" else 0


def _player_called(table: Table, event: PlayerCalled) -> Table:
    hand = _hand(table)
    betting = _betting(hand)
    at = _asked(betting, event.seat)
    player = _pays(hand.players[at], event.amount, betting.current_bet)
    phase = replace(betting, turn=None)
    return replace(table, hand=replace(hand, players=_put(hand.players, at, player), phase=phase))


def _pays(player: HandPlayer, amount: int, acted_at: int) -> HandPlayer:
    return replace(
        player,
        stack=player.stack - amount,
        bet=player.bet + amount,
        contribution=player.contribution + amount,
        acted_at=acted_at,
        time_outs=0,
    )


def _bet_or_raised(table: Table, event: PlayerBet | PlayerRaised) -> Table:
    hand = _hand(table)
    betting = _betting(hand)
    at = _asked(betting, event.seat)
    player = _pays(hand.players[at], event.amount, event.to)
    if event.full:
        phase = Betting(event.to, event.to - betting.current_bet, event.to, event.seat)
    else:
        phase = Betting(event.to, betting.last_raise_size, betting.last_full_raise_to, event.seat)
    return replace(table, hand=replace(hand, players=_put(hand.players, at, player), phase=phase))


def _uncalled_bet_returned(table: Table, event: UncalledBetReturned) -> Table:
    hand = _hand(table)
    at = _place(hand, event.seat)
    player = hand.players[at]
    player = replace(
        player,
        stack=player.stack + event.amount,
        bet=max(0, player.bet - event.amount),
        contribution=player.contribution - event.amount,
    )
    return replace(table, hand=replace(hand, players=_put(hand.players, at, player)))


def _board_dealt(table: Table, event: BoardDealt) -> Table:
    hand = _hand(table)
    cards = event.cards
    board = event.board
    boards = (*hand.boards[:board], hand.boards[board] + cards, *hand.boards[board + 1 :])
    opened = tuple(range(event.position, event.position + len(cards)))
    positions = hand.board_positions
    positions = (*positions[:board], positions[board] + opened, *positions[board + 1 :])
    players = hand.players
    phase = hand.phase
    if type(phase) is Betting:
        players = tuple(replace(player, bet=0, acted_at=-1) for player in players)
        phase = Betting(0, table.config.big_blind, 0)
    elif all(len(one) == 5 for one in boards):
        phase = Showdown()
    return replace(
        table,
        hand=replace(
            hand,
            players=players,
            phase=phase,
            street=event.street,
            boards=boards,
            board_positions=positions,
            dealt=event.position + len(cards),
        ),
    )


# -- the end


def _betting_closed(table: Table, event: BettingClosed) -> Table:
    hand = _hand(table)
    phase = AllIn() if event.all_in else Showdown(_betting(hand).aggressor)
    players = tuple(replace(player, bet=0) for player in hand.players)
    return replace(table, hand=replace(hand, pots=event.pots, players=players, phase=phase))


def _runs_agreed(table: Table, event: RunsAgreed) -> Table:
    hand = _hand(table)
    boards = hand.boards[:1] * event.runs
    positions = hand.board_positions[:1] * event.runs
    return replace(table, hand=replace(hand, boards=boards, board_positions=positions))


def _hands_turned_up(table: Table, event: HandsTurnedUp) -> Table:
    hand = _hand(table)
    shown = dict(event.hands)
    players = tuple(
        replace(player, cards=shown[player.seat]) if player.seat in shown else player
        for player in hand.players
    )
    return replace(table, hand=replace(hand, players=players))


def _hand_shown(table: Table, event: HandShown) -> Table:
    hand = _hand(table)
    at = _place(hand, event.seat)
    player = replace(hand.players[at], cards=event.cards, mucked=False)
    return replace(table, hand=replace(hand, players=_put(hand.players, at, player)))


def _hand_mucked(table: Table, event: HandMucked) -> Table:
    hand = _hand(table)
    at = _place(hand, event.seat)
    return replace(
        table,
        hand=replace(hand, players=_put(hand.players, at, replace(hand.players[at], mucked=True))),
    )


def _rake_taken(table: Table, event: RakeTaken) -> Table:
    hand = _hand(table)
    return replace(table, raked=table.raked + event.amount, hand=replace(hand, paid=hand.paid + event.amount))


def _pot_awarded(table: Table, event: PotAwarded) -> Table:
    hand = _hand(table)
    at = _place(hand, event.seat)
    player = hand.players[at]
    players = _put(hand.players, at, replace(player, stack=player.stack + event.amount))
    return replace(table, hand=replace(hand, players=players, paid=hand.paid + event.amount))


def _hand_voided(table: Table, _: HandVoided) -> Table:
    hand = _hand(table)
    players = tuple(
        replace(player, stack=player.stack + player.contribution + player.dead, bet=0, contribution=0, dead=0)
        for player in hand.players
    )
    return replace(table, hand=replace(hand, players=players, pots=()))


def _hand_ended(table: Table, event: HandEnded) -> Table:
    hand = _hand(table)
    stacks = dict(event.stacks)
    time_outs = {player.seat: player.time_outs for player in hand.players}
    seats = tuple(
        replace(seat, stack=seat.stack + stacks[seat.seat], time_outs=time_outs[seat.seat])
        if seat.seat in stacks
        else seat
        for seat in table.seats
    )
    players = tuple(replace(player, stack=0, bet=0, contribution=0, dead=0) for player in hand.players)
    phase = Over(event.ended_by, event.ended_ms, event.show_until_ms)
    return replace(table, seats=seats, hand=replace(hand, players=players, paid=0, phase=phase))


def _hand_sealed(table: Table, _: HandSealed) -> Table:
    return replace(table, hand=None)


EVOLVERS: dict[type[Any], Callable[[Table, Any], Table]] = {
    HandStarted: _hand_started,
    AntePosted: _ante_posted,
    BlindPosted: _blind_posted,
    HoleCardsDealt: _hole_cards_dealt,
    TurnStarted: _turn_started,
    PlayerFolded: _player_folded,
    PlayerChecked: _player_checked,
    PlayerCalled: _player_called,
    PlayerBet: _bet_or_raised,
    PlayerRaised: _bet_or_raised,
    UncalledBetReturned: _uncalled_bet_returned,
    BoardDealt: _board_dealt,
    BettingClosed: _betting_closed,
    RunsAgreed: _runs_agreed,
    HandsTurnedUp: _hands_turned_up,
    HandShown: _hand_shown,
    HandMucked: _hand_mucked,
    RakeTaken: _rake_taken,
    PotAwarded: _pot_awarded,
    HandVoided: _hand_voided,
    HandEnded: _hand_ended,
    HandSealed: _hand_sealed,
}
