"""From a hand case to a table before its deal: options, places, posts, and a deck of the known cards."""

from collections.abc import Mapping, Sequence
from itertools import takewhile

from console.cases.case_shapes import HandCase, HandConfig
from riverrun.contracts.table_config import RakeTerms, TableConfig
from riverrun.kernel.cards import ALL_CARDS, Cards, cards
from riverrun.kernel.chips import MAX_CHIPS
from riverrun.kernel.identifiers import SeatNo
from services.table.decide.dealing import Extras, Post, Straddle
from services.table.rules.blinds import Lineup, clockwise_from
from services.table.rules.runouts import hole_positions

FLOP = 3
"""Cards of a flop."""


def options(config: HandConfig) -> TableConfig:
    """The table's options; any stack may sit down."""
    ante = config.ante
    return TableConfig(
        seats=max(seat.seat for seat in config.seats),
        small_blind=config.sb,
        big_blind=config.bb,
        min_buy_in=1,
        max_buy_in=MAX_CHIPS,
        ante_mode="none" if ante is None else "classic" if ante.mode == "classic" else "bb_ante",
        ante=0 if ante is None else ante.amount,
        short_allin_reopen=config.rules.reopen,
        rake=_rake_terms(config),
    )


def _rake_terms(config: HandConfig) -> RakeTerms:
    rake = config.rake
    if rake is None:
        return RakeTerms()
    cap = MAX_CHIPS if rake.cap is None else rake.cap
    return RakeTerms(rake.bps, cap, cap, cap, rake.no_flop_no_drop, rake.fixed)


def lineup(config: HandConfig) -> Lineup:
    """The hand's places: as given, else the button and the other, or the first two left of it."""
    order = clockwise_from(config.button, [seat.seat for seat in config.seats])
    small, big = (order[1], order[0]) if len(order) == 2 else (order[0], order[1])
    if isinstance(config.bb_seat, int):
        big = config.bb_seat
    posted = config.sb_seat if isinstance(config.sb_seat, int | None) else None if small == big else small
    return Lineup(config.button, posted, small if posted is None else posted, big, order)


def boards_of_bomb_pot(case: HandCase) -> int:
    """How many boards a bomb pot has from its flop on; 1 for any other hand."""
    if case.config.bomb_pot is None:
        return 1
    return len(case.boards) if case.boards and cards_shared(case) < FLOP else case.config.bomb_pot.boards


def extras(config: HandConfig, places: Lineup, boards: int = 1) -> Extras:
    """Posts in order from the left of the button, straddles and a bomb pot's ante as given."""
    post = {seat.seat: seat.post for seat in config.seats if seat.post is not None}
    return Extras(
        posts=tuple(Post(seat, post[seat].live, post[seat].dead) for seat in places.seats if seat in post),
        straddles=tuple(Straddle(one.seat, one.amount) for one in config.straddles),
        bomb_pot=config.bomb_pot.ante if config.bomb_pot is not None else 0,
        boards=boards,
    )


def stacked_deck(case: HandCase, places: Lineup, boards: int = 1) -> Cards:
    """A deck that deals the known cards to their seats and boards (R2.5, R3.15, R7.2)."""
    holes = {seat: cards(text) for seat, text in case.holes.items()}
    board = street_by_street(_runs(case)) if boards > 1 else _board_cards(case)
    return deck_of(holes, places.seats, board)


def street_by_street(boards: Sequence[Cards]) -> Cards:
    """The cards of boards side by side in the order in which they are dealt."""
    streets = ((0, FLOP), (FLOP, FLOP + 1), (FLOP + 1, FLOP + 2))
    return tuple(card for first, last in streets for board in boards for card in board[first:last])


def deck_of(holes: Mapping[SeatNo, Cards], order: Sequence[SeatNo], board: Cards) -> Cards:
    """A whole deck: hole cards to the seats of `order`, then `board`; other cards fill the gaps."""
    deck: dict[int, int] = {2 * len(order) + place: card for place, card in enumerate(board)}
    for seat, places in zip(order, hole_positions(len(order)), strict=True):
        deck.update(zip(places, holes.get(seat, ()), strict=False))
    known = set(deck.values())
    if len(known) != len(deck):
        raise ValueError("a card lies in two places")
    rest = (card for card in ALL_CARDS if card not in known)
    return tuple(deck[place] if place in deck else next(rest) for place in range(52))


def _board_cards(case: HandCase) -> Cards:
    """The board, and after it what later runs add to the cards that all runs share."""
    runs = _runs(case)
    shared = cards_shared(case)
    return runs[0] + tuple(card for run in runs[1:] for card in run[shared:])


def cards_shared(case: HandCase) -> int:
    """How many board cards all runs have in common: those that were open when the betting was over."""
    same = takewhile(lambda dealt: len(set(dealt)) == 1, zip(*_runs(case), strict=True))
    return sum(1 for _ in same)


def _runs(case: HandCase) -> list[Cards]:
    return [cards(text) for text in case.boards] or [cards(case.board)]
