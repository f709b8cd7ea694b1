"""The flags of a finished hand, player by player, in one pass over its decisions (R10.1)."""

from itertools import groupby
from operator import attrgetter

from services.history.projection import words
from services.history.projection.followed_hand import FollowedHand
from services.history.statistics.flag_names import BIT
from services.history.statistics.flags import Flags
from services.history.statistics.later_flags import LaterStreet
from services.history.statistics.preflop_flags import Preflop

_MONEY_IN = BIT["vpip"] | BIT["pfr"]
_WTSD, _WSD, _WWSF = BIT["wtsd"], BIT["wsd"], BIT["wwsf"]
_street = attrgetter("street")


def walked(hand: FollowedHand, place: int) -> bool:
    """Whether all others folded before the player had a decision."""
    player = hand.players[place]
    folded_around = hand.ended_by == "fold" and hand.street == words.PREFLOP
    return folded_around and not player.folded_on and not player.decided


def hand_flags(hand: FollowedHand) -> Flags:
    """All flags of a hand; none of a voided one, none of before the flop in a bomb pot."""
    flags = Flags([player.position for player in hand.players])
    if hand.ended_by == "void":
        return flags
    aggressor: int | None = None
    continues: int | None = None
    for street, decisions in groupby(hand.decisions, _street):
        if street == words.PREFLOP:
            preflop = Preflop(flags)
            for decision in decisions:
                preflop.take(decision)
            aggressor = continues = preflop.raiser
            continue
        round_ = LaterStreet(flags, street, aggressor, continues)
        for decision in decisions:
            round_.take(decision)
        aggressor, continues = round_.last, round_.cbet_by
    if not hand.started.bomb_pot:
        for place in range(len(hand.players)):
            if not walked(hand, place):
                flags.could[place] |= _MONEY_IN
    _endings(flags, hand)
    return flags


def _endings(flags: Flags, hand: FollowedHand) -> None:
    """Going to showdown, and winning there or anywhere."""
    if hand.street == words.PREFLOP:
        return
    showdown = hand.ended_by == "showdown"
    for place, player in enumerate(hand.players):
        if player.folded_on == words.PREFLOP + 1:
            continue
        at_showdown = showdown and not player.folded_on
        flags.chance(place, _WTSD, at_showdown)
        flags.chance(place, _WWSF, player.won > 0)
        if at_showdown:
            flags.chance(place, _WSD, player.won > 0)
