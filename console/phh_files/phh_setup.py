"""From a PHH hand to a table before its deal: who sits where, the blinds, the known cards."""

from collections.abc import Sequence
from typing import NamedTuple

from console.cases.case_shapes import (
    Ante,
    BombPot,
    HandCase,
    HandConfig,
    HandExpect,
    Post,
    Rake,
    SeatStack,
    Straddle,
)
from console.phh_files.bad_phh import BadPhh
from console.phh_files.phh_hand import MOST_PLAYERS, PhhHand
from console.phh_files.phh_places import Places, in_seat_order, places
from riverrun.kernel.cards import NotACard, cards
from services.table.rules.blinds import Lineup

UNKNOWN = "?"


class Dealt(NamedTuple):
    """What the dealer's actions say: hole cards by player's number, and the first board."""

    holes: dict[int, str]
    board: str


class Setup(NamedTuple):
    """A hand as cases tell it, and its places."""

    case: HandCase
    places: Lineup


def dealt_in(hand: PhhHand) -> Dealt:
    """The cards. Raises `BadPhh`."""
    holes: dict[int, str] = {}
    board = ""
    for part, action in enumerate(hand.actions):
        words = action.split("#")[0].split()
        match words:
            case ["d", "dh", player, text] | [player, "sm", text] if UNKNOWN not in text and text != "-":
                _require_cards(text, 2, part)
                holes[player_number(player, hand, part)] = text
            case ["d", "db", text]:
                _require_cards(text, 1 if board else 3, part)
                board += text
            case _:
                continue
    _require_each_once([*holes.values(), board])
    return Dealt(holes, board)


def player_number(word: str, hand: PhhHand, part: int) -> int:
    """The player whom `p1`, `p2` and so on name, counted from 0. Raises `BadPhh`."""
    names = [f"p{number}" for number in range(1, len(hand.starting_stacks) + 1)]
    if word not in names:
        raise BadPhh("bad_action", f"no player {word!r}", "actions", part)
    return names.index(word)


def setup(hand: PhhHand, dealt: Dealt) -> Setup:
    """The table. Raises `BadPhh`."""
    seats = tuple(_seats(hand))
    at = None if _is_bomb_pot(hand) else places(hand)
    holes = {seats[number]: text for number, text in dealt.holes.items()}
    config = _without_blinds(hand, seats) if at is None else _with_blinds(hand, seats, at)
    case = HandCase(config, HandExpect(), [], holes, dealt.board, hand.boards)
    small = None if at is None or at.small is None else seats[at.small]
    small_place = seats[-1 if len(seats) == 2 else 0] if small is None else small
    big = seats[(0 if len(seats) == 2 else 1) if at is None else at.big]
    return Setup(case, Lineup(seats[-1], small, small_place, big, seats))


def _with_blinds(hand: PhhHand, seats: Sequence[int], at: Places) -> HandConfig:
    ante, dead = _antes(in_seat_order(hand.antes), hand.starting_stacks, at.big)
    return HandConfig(
        sb=at.small_price or max(1, at.big_price // 2),
        bb=at.big_price,
        button=seats[-1],
        seats=[
            SeatStack(seat, stack, _post(Post(at.posts.get(place, 0), dead[place])))
            for place, (seat, stack) in enumerate(zip(seats, hand.starting_stacks, strict=True))
        ],
        ante=ante,
        straddles=[Straddle(seats[place], price) for place, price in at.straddles.items()],
        run_it=max(1, len(hand.boards)),
        rake=Rake(fixed=_rake(hand)),
    )


def _without_blinds(hand: PhhHand, seats: Sequence[int]) -> HandConfig:
    return HandConfig(
        sb=max(1, hand.least_bet // 2),
        bb=hand.least_bet,
        button=seats[-1],
        seats=[SeatStack(seat, stack) for seat, stack in zip(seats, hand.starting_stacks, strict=True)],
        bomb_pot=BombPot(max(hand.antes)),
        run_it=max(1, len(hand.boards)),
        rake=Rake(fixed=_rake(hand)),
    )


def _is_bomb_pot(hand: PhhHand) -> bool:
    """Antes alone, and the first to act does so on the flop. Raises `BadPhh`."""
    if any(hand.blinds_or_straddles):
        return False
    if max(hand.antes) <= 0:
        raise BadPhh("unknown_blinds", "neither blinds nor antes", "blinds_or_straddles")
    antes = zip(in_seat_order(hand.antes), hand.starting_stacks, strict=True)
    if any(ante < min(stack, max(hand.antes)) for ante, stack in antes):
        raise BadPhh("unknown_blinds", "without blinds everybody puts in the same ante", "antes")
    kinds = [action.split()[1:2] for action in hand.actions]
    first = next((part for part, kind in enumerate(kinds) if kind in (["cc"], ["cbr"], ["f"])), None)
    if first is not None and ["db"] not in kinds[:first]:
        raise BadPhh("unknown_blinds", "antes alone, and betting before the flop", "actions", first)
    return True


def _seats(hand: PhhHand) -> list[int]:
    count = len(hand.starting_stacks)
    seats = hand.seats or list(range(1, count + 1))
    lowest = seats.index(min(seats))
    if seats[lowest:] + seats[:lowest] != sorted(set(seats)):
        raise BadPhh("bad_field", "seats going round from the left of the button, each once", "seats")
    if not 1 <= min(seats) <= max(seats) <= MOST_PLAYERS:  # a table of ten, or counted from 0: as they sit
        numbers = {seat: number for number, seat in enumerate(sorted(seats), start=1)}
        return [numbers[seat] for seat in seats]
    return seats


def _antes(antes: Sequence[int], stacks: Sequence[int], big: int) -> tuple[Ante | None, list[int]]:
    """A classic ante is everybody's, one of the big blind's his alone; what is beyond is dead money.

    Who has fewer chips than the ante puts in what he has.
    """
    same = min((ante for ante, stack in zip(antes, stacks, strict=True) if ante < stack), default=max(antes))
    if same > 0:
        return Ante("classic", same), [max(0, amount - same) for amount in antes]
    if antes[big] > 0:
        return Ante("bb", antes[big]), [0 if place == big else amount for place, amount in enumerate(antes)]
    return None, list(antes)


def _post(post: Post) -> Post | None:
    return post if post.live or post.dead else None


def _rake(hand: PhhHand) -> int:
    """As the file says, else what is missing in the end."""
    if hand.rake is not None:
        return hand.rake
    if not hand.finishing_stacks:
        return 0
    return max(0, sum(hand.starting_stacks) - sum(hand.finishing_stacks) + sum(hand.insurance))


def _require_cards(text: str, least: int, part: int) -> None:
    try:
        found = cards(text)
    except NotACard as error:
        raise BadPhh("bad_cards", str(error), "actions", part) from None
    if len(found) < least:
        raise BadPhh("bad_cards", f"{text!r} are too few", "actions", part)


def _require_each_once(texts: Sequence[str]) -> None:
    found = [card for text in texts for card in cards(text)]
    if len(found) != len(set(found)):
        raise BadPhh("bad_cards", "a card lies in two places", "actions")
