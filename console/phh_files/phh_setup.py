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
from console.phh_files.phh_hand import PhhHand
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
    if not word[1:].isdigit() or word[0] != "p" or not 1 <= int(word[1:]) <= len(hand.starting_stacks):
        raise BadPhh("bad_action", f"no player {word!r}", "actions", part)
    return int(word[1:]) - 1


def setup(hand: PhhHand, dealt: Dealt) -> Setup:
    """The table. Raises `BadPhh`."""
    seats = _seats(hand)
    # Heads-up the format names the small blind first, though p1 is the big blind.
    turned = len(seats) == 2
    blinds = hand.blinds_or_straddles[::-1] if turned else hand.blinds_or_straddles
    antes = hand.antes[::-1] if turned else hand.antes
    bomb_pot = not any(blinds)
    big_place = 0 if turned else _big_blind_place(blinds, hand.min_bet)
    small_place = 1 if turned else 0 if big_place else None
    small = 0 if small_place is None else max(0, blinds[small_place])
    big = max(blinds[big_place], 1) if not bomb_pot else hand.min_bet
    ante, dead = _antes(antes, hand.starting_stacks, big_place, bomb_pot=bomb_pot)
    beyond = [place for place in range(len(seats)) if place not in (big_place, small_place)]
    posts = {place: Post(max(0, -blinds[place]), dead[place]) for place in beyond}
    config = HandConfig(
        sb=small or max(1, big // 2),
        bb=big,
        button=seats[-1],
        seats=[
            SeatStack(seat, stack, _post(posts.get(place, Post(0, dead[place]))))
            for place, (seat, stack) in enumerate(zip(seats, hand.starting_stacks, strict=True))
        ],
        ante=None if bomb_pot else ante,
        straddles=[Straddle(seats[place], blinds[place]) for place in beyond if blinds[place] > 0],
        bomb_pot=_bomb_pot(hand, antes) if bomb_pot else None,
        run_it=max(1, len(hand.boards)),
        rake=Rake(fixed=_rake(hand)),
    )
    holes = {seats[number]: text for number, text in dealt.holes.items()}
    case = HandCase(config, HandExpect(), [], holes, dealt.board, hand.boards)
    posted = seats[small_place] if small_place is not None and small else None
    first = seats[small_place or 0]
    return Setup(case, Lineup(seats[-1], None if bomb_pot else posted, first, seats[big_place], tuple(seats)))


def _seats(hand: PhhHand) -> list[int]:
    count = len(hand.starting_stacks)
    seats = hand.seats or list(range(1, count + 1))
    lowest = seats.index(min(seats))
    if seats[lowest:] + seats[:lowest] != sorted(set(seats)) or not 1 <= min(seats) <= max(seats) <= 9:
        raise BadPhh("bad_field", "seats 1 to 9, going round from the left of the button", "seats")
    return seats


def _big_blind_place(blinds: Sequence[int], least_bet: int) -> int:
    """The second player's, unless nobody sat at the small blind's place."""
    return 0 if blinds[1] != least_bet and blinds[0] == least_bet else 1


def _antes(
    antes: Sequence[int], stacks: Sequence[int], big_place: int, *, bomb_pot: bool
) -> tuple[Ante | None, list[int]]:
    """A classic ante is everybody's, one of the big blind's his alone; what is beyond is dead money.

    Who has fewer chips than the ante puts in what he has.
    """
    if bomb_pot:
        return None, [0] * len(antes)
    same = min((ante for ante, stack in zip(antes, stacks, strict=True) if ante < stack), default=max(antes))
    if same > 0:
        return Ante("classic", same), [max(0, amount - same) for amount in antes]
    if antes[big_place] > 0:
        return Ante("bb", antes[big_place]), [
            0 if place == big_place else amount for place, amount in enumerate(antes)
        ]
    return None, list(antes)


def _bomb_pot(hand: PhhHand, antes: Sequence[int]) -> BombPot:
    if max(antes) <= 0:
        raise BadPhh("bad_blinds", "neither blinds nor antes", "blinds_or_straddles")
    return BombPot(max(antes), max(1, len(hand.boards)))


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
