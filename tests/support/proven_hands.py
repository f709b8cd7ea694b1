"""Finished hands with their sealed decks, as the log holds them, for tests of what is proven of them."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from riverrun.contracts.table_events import BoardDealt, DealtIn, HandSealed, HandStarted
from riverrun.kernel.cards import Cards
from riverrun.kernel.deck import OpenDeck
from riverrun.kernel.identifiers import SeatNo
from riverrun.runtime.sealing.key_ring import Key, KeyRing
from services.table.rules.runouts import hole_positions, next_cards
from services.table.sealing import seal_hand

HISTORY = KeyRing([Key("history-2026-11-a", bytes(range(32)))], "history-2026-11-a")
NAMES = ("", "Ann", "Cem", "Dao", "Eva", "Finn", "Gul", "Hana", "Ivo", "Jae")


@dataclass(frozen=True)
class FinishedHand:
    """A hand's deck and the events that a proof is written from."""

    deck: OpenDeck
    started: HandStarted
    streets: tuple[BoardDealt, ...]
    sealed: HandSealed
    hole: dict[SeatNo, tuple[int, int]]

    @property
    def names(self) -> dict[SeatNo, str]:
        return {player.seat: NAMES[player.seat] for player in self.started.players}


def finished_hand(
    deck: OpenDeck,
    button: SeatNo = 2,
    seats: Collection[SeatNo] = (2, 3, 5),
    shown: Sequence[tuple[SeatNo, int]] = (),
    streets: int = 3,
    runs: int = 1,
    burn: bool = False,
    side_by_side: bool = False,
) -> FinishedHand:
    """A hand dealt by the table's own rules; `shown` are seats, each with the card it shows: 0 or 1."""
    clockwise = [seat for seat in (*range(button + 1, 10), *range(1, button + 1)) if seat in seats]
    hole = dict(zip(clockwise, hole_positions(len(clockwise)), strict=True))
    if side_by_side:
        dealt = _both_boards(deck, 2 * len(clockwise), streets, burn)
    else:
        dealt = _streets(deck, 2 * len(clockwise), streets, runs, burn)
    public = [one.position + at for one in dealt for at in range(len(one.cards))]
    public += [hole[seat][card] for seat, card in shown]
    return FinishedHand(
        deck=deck,
        started=HandStarted(
            hand=deck.hand,
            button=button,
            small_blind=None,
            big_blind=clockwise[0],
            players=tuple(DealtIn(seat, f"p-{NAMES[seat].lower()}", 1000) for seat in clockwise),
            commitment=deck.root,
            deck_box=b"",
            key_id="live-2026-11-a",
        ),
        streets=dealt,
        sealed=seal_hand(
            deck, public, {seat: (f"p-{NAMES[seat].lower()}", own) for seat, own in hole.items()}, HISTORY
        ),
        hole=hole,
    )


def _streets(deck: OpenDeck, dealt: int, streets: int, runs: int, burn: bool) -> tuple[BoardDealt, ...]:
    """With several runs the flop is shared, turn and river are dealt once for each."""
    boards: tuple[Cards, ...] = ((),)
    events = []
    for _ in range(streets if runs == 1 else 1 + 2 * runs):
        if len(boards) == 1 and len(boards[0]) == 3:
            boards *= runs
        event = _next_street(deck, boards, dealt, burn, side_by_side=False)
        boards, dealt = _with(boards, event), event.position + len(event.cards)
        events.append(event)
    return tuple(events)


def _both_boards(deck: OpenDeck, dealt: int, streets: int, burn: bool) -> tuple[BoardDealt, ...]:
    """A bomb pot's two boards, street by street (R3.15)."""
    boards: tuple[Cards, ...] = ((), ())
    events = []
    for _ in range(2 * streets):
        event = _next_street(deck, boards, dealt, burn, side_by_side=True)
        boards, dealt = _with(boards, event), event.position + len(event.cards)
        events.append(event)
    return tuple(events)


def _next_street(
    deck: OpenDeck, boards: tuple[Cards, ...], dealt: int, burn: bool, *, side_by_side: bool
) -> BoardDealt:
    coming = next_cards(boards, dealt, burn, side_by_side)
    cards = deck.cards(range(coming.position, coming.position + coming.size))
    return BoardDealt(coming.street, cards, coming.position, coming.board)


def _with(boards: tuple[Cards, ...], event: BoardDealt) -> tuple[Cards, ...]:
    at = event.board
    return (*boards[:at], boards[at] + event.cards, *boards[at + 1 :])
