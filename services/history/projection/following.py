"""What each event does to a followed hand; events that mean nothing to rows are passed over."""

from collections.abc import Callable, Mapping
from typing import Any

from riverrun.contracts.table_events import (
    AntePosted,
    BettingClosed,
    BlindPosted,
    BoardDealt,
    HandEnded,
    HandMucked,
    HandShown,
    HandsTurnedUp,
    HandVoided,
    HoleCardsDealt,
    InsuranceBought,
    InsuranceOffered,
    InsuranceRefused,
    InsuranceSettled,
    PlayerBet,
    PlayerCalled,
    PlayerChecked,
    PlayerFolded,
    PlayerRaised,
    PotAwarded,
    RabbitHunted,
    RakeTaken,
    RunsAgreed,
    TurnStarted,
    UncalledBetReturned,
)
from riverrun.kernel.cards import text_of
from services.history.projection import words
from services.history.projection.followed_hand import FollowedHand


def follow(hand: FollowedHand, event: Any, at_ms: int) -> None:
    """Follow one event of the hand."""
    change = CHANGES_OF_HAND.get(type(event))
    if change is not None:
        change(hand, event, at_ms)


def _ante(hand: FollowedHand, event: AntePosted, at_ms: int) -> None:
    player = hand.at[event.seat]
    kind = words.BB_ANTE if event.dead else words.ANTE
    hand.moved(player, kind, event.amount, at_ms, 0, 0, event.amount == player.stack)
    hand.pay(player, event.amount)


def _blind(hand: FollowedHand, event: BlindPosted, at_ms: int) -> None:
    player = hand.at[event.seat]
    kind = words.BLINDS[event.kind]
    dead = kind == words.DEAD
    hand.straddles += kind == words.STRADDLE
    to = player.bet if dead else player.bet + event.amount
    hand.moved(player, kind, event.amount, at_ms, to, event.price, event.amount == player.stack)
    hand.pay(player, event.amount)
    player.bet = to


def _dealt(hand: FollowedHand, event: HoleCardsDealt, _: int) -> None:
    hand.positions = event.positions


def _turn(hand: FollowedHand, event: TurnStarted, at_ms: int) -> None:
    hand.asked, hand.asked_ms = event, at_ms


def _folded(hand: FollowedHand, event: PlayerFolded, at_ms: int) -> None:
    hand.decided(event.seat, words.FOLD, 0, at_ms, False, event.cause == "clock")
    hand.at[event.seat].folded_on = hand.street + 1


def _checked(hand: FollowedHand, event: PlayerChecked, at_ms: int) -> None:
    hand.decided(event.seat, words.CHECK, 0, at_ms, False, event.cause == "clock")


def _called(hand: FollowedHand, event: PlayerCalled, at_ms: int) -> None:
    hand.decided(event.seat, words.CALL, event.amount, at_ms, event.all_in, event.cause == "clock")


def _bet(hand: FollowedHand, event: PlayerBet, at_ms: int) -> None:
    hand.decided(event.seat, words.BET, event.amount, at_ms, event.all_in, False)


def _raised(hand: FollowedHand, event: PlayerRaised, at_ms: int) -> None:
    hand.decided(event.seat, words.RAISE, event.amount, at_ms, event.all_in, False)


def _uncalled(hand: FollowedHand, event: UncalledBetReturned, at_ms: int) -> None:
    player = hand.at[event.seat]
    hand.moved(player, words.UNCALLED, event.amount, at_ms, max(0, player.bet - event.amount), 0)
    hand.pay(player, -event.amount)


def _closed(hand: FollowedHand, event: BettingClosed, _: int) -> None:
    hand.pots = event.pots
    hand.all_in = event.all_in
    hand.board_at_all_in = hand.boards[0]


def _board(hand: FollowedHand, event: BoardDealt, at_ms: int) -> None:
    hand.street = words.STREETS[event.street]
    hand.boards[event.board] += event.cards
    for player in hand.players:
        player.bet = 0
    hand.board_rows.append((hand.next_step(), at_ms, hand.street, event.board, text_of(event.cards)))


def _runs(hand: FollowedHand, event: RunsAgreed, _: int) -> None:
    hand.runs = event.runs
    hand.boards = hand.boards[:1] * event.runs


def _turned_up(hand: FollowedHand, event: HandsTurnedUp, at_ms: int) -> None:
    hand.equities = event.equities
    for seat, cards in event.hands:
        hand.show(hand.at[seat], words.TURNED_UP, cards, at_ms)


def _shown(hand: FollowedHand, event: HandShown, at_ms: int) -> None:
    kind = words.CHOSEN if event.chosen else words.SHOWN
    hand.show(hand.at[event.seat], kind, event.cards, at_ms)


def _mucked(hand: FollowedHand, event: HandMucked, at_ms: int) -> None:
    player = hand.at[event.seat]
    hand.shows.append((hand.next_step(), at_ms, player.player, player.seat, words.MUCKED, ""))


def _rabbit(hand: FollowedHand, event: RabbitHunted, at_ms: int) -> None:
    player = hand.at.get(event.seat)
    if player is not None:
        hand.shows.append((hand.next_step(), at_ms, player.player, player.seat, words.RABBIT, ""))


def _rake(hand: FollowedHand, event: RakeTaken, _: int) -> None:
    hand.rakes[event.pot] = hand.rakes.get(event.pot, 0) + event.amount


def _awarded(hand: FollowedHand, event: PotAwarded, at_ms: int) -> None:
    player = hand.at[event.seat]
    player.won += event.amount
    player.rake += event.rake
    row = (
        hand.next_step(),
        at_ms,
        player.player,
        player.seat,
        event.pot,
        event.board,
        event.amount,
        event.rake,
    )
    hand.awards.append(row)


def _offered(hand: FollowedHand, event: InsuranceOffered, at_ms: int) -> None:
    for offer in event.offers:
        amounts = (offer.amount, 0, 0, text_of(offer.outs))
        hand.insure(words.OFFERED, offer.seat, offer.street, offer.pot, amounts, at_ms)


def _bought(hand: FollowedHand, event: InsuranceBought, at_ms: int) -> None:
    cover = event.cover
    amounts = (cover.coverage, cover.premium, 0, text_of(cover.outs))
    hand.insure(words.BOUGHT, cover.seat, cover.street, cover.pot, amounts, at_ms)


def _refused(hand: FollowedHand, event: InsuranceRefused, at_ms: int) -> None:
    hand.insure(words.REFUSED, event.seat, event.street, event.pot, (0, 0, 0, ""), at_ms)


def _settled(hand: FollowedHand, event: InsuranceSettled, at_ms: int) -> None:
    hand.at[event.seat].insurance -= event.to_club
    amounts = (event.paid, event.taken, event.due, "")
    hand.insure(words.SETTLED, event.seat, "river", event.pot, amounts, at_ms)


def _voided(hand: FollowedHand, event: HandVoided, _: int) -> None:
    hand.pots, hand.rakes = (), {}
    for seat, amount in event.returned:
        hand.pay(hand.at[seat], -amount)


def _ended(hand: FollowedHand, event: HandEnded, _: int) -> None:
    hand.ended_by, hand.ended_ms = event.ended_by, event.ended_ms


Change = Callable[[FollowedHand, Any, int], None]

CHANGES_OF_HAND: Mapping[type[Any], Change] = {
    AntePosted: _ante,
    BlindPosted: _blind,
    HoleCardsDealt: _dealt,
    TurnStarted: _turn,
    PlayerFolded: _folded,
    PlayerChecked: _checked,
    PlayerCalled: _called,
    PlayerBet: _bet,
    PlayerRaised: _raised,
    UncalledBetReturned: _uncalled,
    BettingClosed: _closed,
    BoardDealt: _board,
    RunsAgreed: _runs,
    HandsTurnedUp: _turned_up,
    HandShown: _shown,
    HandMucked: _mucked,
    RabbitHunted: _rabbit,
    RakeTaken: _rake,
    PotAwarded: _awarded,
    InsuranceOffered: _offered,
    InsuranceBought: _bought,
    InsuranceRefused: _refused,
    InsuranceSettled: _settled,
    HandVoided: _voided,
    HandEnded: _ended,
}
