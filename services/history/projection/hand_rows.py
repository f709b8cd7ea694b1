"""The rows of a finished hand, a tuple each, in the order of the schema's columns."""

from collections import defaultdict
from typing import Any

from riverrun.contracts.table_events import HandSealed
from riverrun.kernel.cards import text_of
from riverrun.kernel.identifiers import TableId
from services.history.hands.told_hand import encode_told
from services.history.projection import words
from services.history.projection.equity import ev_milli
from services.history.projection.followed_hand import FollowedHand
from services.history.projection.telling import told
from services.history.statistics.hand_flags import hand_flags, walked

Rows = defaultdict[str, list[tuple[Any, ...]]]
"""Table's name -> its rows."""

LAST_STEP, MOST_COUNTED = 2**16 - 1, 2**8 - 1
"""What the columns hold. Two with deep stacks who raise by the least forever come beyond it, and a row that
cannot be stored would stop the history of all tables: what is beyond stands at the bound."""


def no_rows() -> Rows:
    return defaultdict(list)


def add_hand(rows: Rows, table: TableId, hand: FollowedHand, sealed: HandSealed, seq: int) -> None:
    """All rows of a hand; it ended with the commit at `seq`."""
    key = (table, hand.started.hand)
    rows["hands"].append((*key, *_hand(hand, seq)))
    rows["replays"].append((*key, encode_told(told(table, hand)).decode()))
    rows["seats"] += _seats(key, hand)
    within = hand.step <= LAST_STEP
    for name, found in (
        ("actions", hand.actions),
        ("boards", hand.board_rows),
        ("shows", hand.shows),
        ("awards", hand.awards),
        ("insurance", hand.insurance),
    ):
        if found:
            rows[name] += [(*key, *row) for row in (found if within else map(_at_the_last_step, found))]
    rows["pots"] += [
        (*key, number, pot.amount, hand.rakes.get(number, 0), list(pot.contenders))
        for number, pot in enumerate(hand.pots)
    ]
    places = dict(zip(hand.at, hand.positions, strict=False))
    rows["sealed_cards"] += [
        (*key, one.player, one.seat, list(places.get(one.seat, ())), one.key_id, one.box.hex())
        for one in sealed.private
    ]


def _at_the_last_step(row: tuple[Any, ...]) -> tuple[Any, ...]:
    step, *rest = row
    return min(step, LAST_STEP), *rest


def _hand(hand: FollowedHand, seq: int) -> tuple[Any, ...]:
    started, config = hand.started, hand.context.config
    boards = [text_of(board) for board in hand.boards]
    return (
        hand.started_ms,
        hand.ended_ms,
        hand.first_seq,
        seq,
        config.name,
        words.KINDS[config.kind],
        config.currency,
        config.small_blind,
        config.big_blind,
        config.seats,
        len(hand.players),
        [player.player for player in hand.players],
        started.button,
        *hand.blind_seats,
        started.bomb_pot,
        hand.straddles,
        words.ENDED_BY[hand.ended_by],
        hand.street,
        hand.pot_in_all,
        hand.raked,
        int(hand.closed_all_in),
        int(hand.insured),
        hand.runs,
        boards[0],
        boards[1:],
        started.commitment.hex(),
        int(config.burn_cards),
    )


def _seats(key: tuple[str, int], hand: FollowedHand) -> list[tuple[Any, ...]]:
    config, flags, expected = hand.context.config, hand_flags(hand), ev_milli(hand)
    kind, players = words.KINDS[config.kind], len(hand.players)
    voided, all_in = int(hand.ended_by == "void"), hand.closed_all_in
    ended_by, insured = words.ENDED_BY[hand.ended_by], int(hand.insured)
    first, *others = [text_of(board) for board in hand.boards]
    of_the_hand = (config.name, hand.pot_in_all, first, "".join(others), ended_by, int(all_in), insured)
    found = []
    for place, player in enumerate(hand.players):
        row = (
            *key,
            hand.ended_ms,
            player.player,
            player.name,
            player.seat,
            place,
            player.position,
            players,
            kind,
            config.currency,
            config.big_blind,
            hand.started.bomb_pot,
            player.start,
            player.paid_in,
            player.won,
            player.rake,
            player.insurance,
            player.net,
            expected[place],
            voided,
            int(walked(hand, place)),
            int(all_in and not player.folded_on),
            player.folded_on,
            text_of(player.shown),
            *[min(count, MOST_COUNTED) for count in flags.counts[place]],
            flags.did[place],
            flags.could[place],
            *of_the_hand,
        )
        found.append(row)
    return found
