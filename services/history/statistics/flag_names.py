"""The yes-or-no facts about a player's hand that statistics count: one bit each, in `did` and in `could`.

A bit in `could` says that there was an opportunity, the same bit in `did` that it was taken. Places never
change: new flags come at the end. The schema has a column of the same name for each bit, and `<name>_of` for
its chance.
"""

from typing import Final

FLAGS: Final = (
    "vpip",
    "pfr",
    "limp",
    "steal",
    "fold_to_steal",
    "three_bet",
    "fold_to_three_bet",
    "four_bet",
    "squeeze",
    "cbet_flop",
    "cbet_turn",
    "cbet_river",
    "fold_to_cbet_flop",
    "fold_to_cbet_turn",
    "fold_to_cbet_river",
    "donk_flop",
    "donk_turn",
    "donk_river",
    "check_raise_flop",
    "check_raise_turn",
    "check_raise_river",
    "wtsd",
    "wsd",
    "wwsf",
)
BIT: Final = {name: 1 << place for place, name in enumerate(FLAGS)}
