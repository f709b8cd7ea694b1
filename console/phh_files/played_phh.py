"""A PHH hand played again by our own rules: the events that a table of ours would have written."""

import hashlib
import re
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from console.cases.hand_setup import boards_of_bomb_pot, extras, options, stacked_deck
from console.phh_files.bad_phh import BadPhh
from console.phh_files.imported_table import ImportedTable, Named
from console.phh_files.phh_hand import PhhHand, amount_in
from console.phh_files.phh_setup import Dealt, Setup, dealt_in, player_number, setup
from riverrun.contracts.refusals import Refusal
from riverrun.contracts.table_config import RakeTerms, TableConfig
from riverrun.contracts.table_events import PotAwarded, TableEvent
from riverrun.holdem.state import Betting, Turn
from riverrun.kernel.identifiers import PlayerId, SeatNo

CURRENCY = "PHH"
USUAL_RATES = (500, 1_000, 400, 300, 250)
"""In basis points."""


class PlayedPhh(NamedTuple):
    """The table's options, and all that happened from the first player's sitting down on."""

    config: TableConfig
    events: list[TableEvent]


def played_phh(hand: PhhHand, source: str, at_ms: int) -> PlayedPhh:
    """Play it, at that time. Raises `BadPhh` where our rules allow no such hand, or come to other stacks."""
    dealt = dealt_in(hand)
    made = setup(hand, dealt)
    played = []
    for rake in _possible_rakes(made):
        config = msgspec.structs.replace(_config(hand, made, source), rake=rake)
        names = _names(hand, made, source)
        table = _played(hand, made, dealt, ImportedTable(config, names, made.case.holes, at_ms))
        played.append(table)
        if not _off(table, hand, made.places.seats):
            break
    nearest = min(played, key=lambda table: _off(table, hand, made.places.seats))
    _require_stacks(nearest, hand, made.places.seats)
    nearest.show_known()
    nearest.seal()
    return PlayedPhh(nearest.table.config, nearest.told())


def _possible_rakes(made: Setup) -> Iterator[RakeTerms]:
    """The format tells the rake of the hand, and not how much of it came from which pot."""
    rake = options(made.case.config).rake
    yield rake
    if rake.drop:
        cap = rake.drop
        yield from (RakeTerms(bps, cap, cap, cap, no_flop_no_drop=False) for bps in USUAL_RATES)


def _played(hand: PhhHand, made: Setup, dealt: Dealt, table: ImportedTable) -> ImportedTable:
    for seat in made.case.config.seats:
        table.seat(seat.seat, seat.stack)
    boards = boards_of_bomb_pot(made.case)
    runs = made.case.config.run_it if boards == 1 else 1
    try:
        posted = extras(made.case.config, made.places, boards)
        table.deal(made.places, posted, stacked_deck(made.case, made.places, boards), runs)
    except (Refusal, ValueError) as error:
        raise BadPhh("not_allowed", f"no such deal: {error}", "blinds_or_straddles") from None
    _act(table, hand, made.places.seats)
    table.play_out()
    if not table.over:
        raise BadPhh("unfinished", "the hand does not come to its end", "actions", len(hand.actions) - 1)
    _require_board(table, hand, dealt.board)
    return table


def _act(table: ImportedTable, hand: PhhHand, seats: tuple[SeatNo, ...]) -> None:
    for part, action in enumerate(hand.actions):
        words = action.split("#")[0].split()
        if not words or words[0] == "d" or words[1:2] == ["sm"]:
            continue
        seat = seats[player_number(words[0], hand, part)]
        _pass_over_whom_nobody_can_raise(table, seat)
        turn, betting = table.turn, table.betting
        if turn is None or betting is None or turn.seat != seat:
            raise BadPhh("out_of_turn", f"{action!r}: it is not the player's turn", "actions", part)
        do, to = _decision(words[1:], turn, betting, hand.decimals, table.completing)
        if not do:
            raise BadPhh("bad_action", f"{action!r} is no action of Hold'em", "actions", part)
        try:
            table.act(seat, do, to)
        except (Refusal, msgspec.ValidationError) as error:
            raise BadPhh("not_allowed", f"{action!r}: {error}", "actions", part) from None


def _pass_over_whom_nobody_can_raise(table: ImportedTable, acting: SeatNo) -> None:
    """He has nothing to decide, and the format's readers do not ask him."""
    while (turn := table.turn) is not None and turn.seat != acting:
        if turn.call_amount or turn.max_raise_to:
            return
        table.act(turn.seat, "check", None)


def _decision(
    words: list[str], turn: Turn, betting: Betting, decimals: int, completing: int | None
) -> tuple[str, int | None]:
    """What the player does, and to how much he raises; empty: no action of Hold'em. Raises `BadPhh`."""
    match words:
        case ["f"]:
            return "fold", None
        case ["cc"]:
            return ("call" if turn.call_amount else "check"), None
        case ["cbr", amount]:
            to = amount_in(amount, decimals)
            if to == completing:
                return "call", None
            return ("raise" if betting.current_bet else "bet"), to
        case _:
            return "", None


def _require_board(table: ImportedTable, hand: PhhHand, board: str) -> None:
    """Cards that the file does not tell were dealt at random."""
    told = len(hand.boards[0]) if hand.boards else len(board)
    if 2 * len(table.hand.boards[0]) > told:
        raise BadPhh("cards_missing", "the board has fewer cards than were dealt", "actions")


def _off(table: ImportedTable, hand: PhhHand, seats: tuple[SeatNo, ...]) -> int:
    """By how much a stack is another in the end than in the file, at most."""
    insured = hand.insurance or [0] * len(seats)
    stacks = {seat.seat: seat.stack for seat in table.table.seats}
    told = zip(seats, hand.finishing_stacks, insured, strict=False)
    return max((abs(stacks[seat] + insurance - final) for seat, final, insurance in told), default=0)


def _require_stacks(table: ImportedTable, hand: PhhHand, seats: tuple[SeatNo, ...]) -> None:
    """As in the file, but for who gets the odd chips of pots that were split."""
    off = _off(table, hand, seats)
    if off >= max(1, len(table.happened(PotAwarded))):
        raise BadPhh("stacks_differ", f"by {off} from what our rules come to", "finishing_stacks")


def _config(hand: PhhHand, made: Setup, source: str) -> TableConfig:
    name = " ".join(one for one in (source, hand.event or hand.venue) if one)
    plain = "".join(one for one in name if one.isprintable())[:60]
    currency = "".join(one for one in hand.currency if one.isalnum() and one.isascii())[:8]
    return msgspec.structs.replace(options(made.case.config), name=plain, currency=currency or CURRENCY)


def _names(hand: PhhHand, made: Setup, source: str) -> dict[SeatNo, Named]:
    names = hand.players or [f"Player {number}" for number in range(1, len(made.places.seats) + 1)]
    if len(set(names)) != len(names):
        raise BadPhh("bad_players", "a player sits in two seats", "players")
    return {
        seat: Named(_id(source, name), "".join(one for one in name if one.isprintable())[:40])
        for seat, name in zip(made.places.seats, names, strict=True)
    }


def _id(source: str, name: str) -> PlayerId:
    """The same for the same name of the same source, so that a player's hands are found together."""
    mark = hashlib.sha256(f"{source}\0{name}".encode()).hexdigest()[:8]
    readable = re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-").lower()[:32]
    return f"phh-{readable}-{mark}" if readable else f"phh-{mark}"
