"""Flags of the first betting round: money in, steals, re-raises."""

from services.history.projection import words
from services.history.projection.followed_hand import Decision
from services.history.statistics.flag_names import BIT
from services.history.statistics.flags import Flags

_VPIP, _PFR, _LIMP, _STEAL = BIT["vpip"], BIT["pfr"], BIT["limp"], BIT["steal"]
_FOLD_TO_STEAL, _THREE_BET, _SQUEEZE = BIT["fold_to_steal"], BIT["three_bet"], BIT["squeeze"]
_FOLD_TO_THREE_BET, _FOUR_BET = BIT["fold_to_three_bet"], BIT["four_bet"]
_RAISES = (words.BET, words.RAISE)


class Preflop:
    """Follows the round's decisions; `raiser` is the last one who raised."""

    __slots__ = (
        "_callers",
        "_decided",
        "_entered",
        "_faced",
        "_flags",
        "_opener",
        "_raises",
        "_stolen",
        "raiser",
    )

    def __init__(self, flags: Flags) -> None:
        self._flags = flags
        self._raises = 0
        self._callers = 0
        self._opener: int | None = None
        self.raiser: int | None = None
        self._entered = False
        self._stolen = False
        self._decided: set[int] = set()
        self._faced: dict[int, set[int]] = {1: set(), 2: set()}

    def take(self, decision: Decision) -> None:
        """The next decision."""
        place = decision.place
        if place not in self._decided:
            self._decided.add(place)
            self._first(decision)
        faced = self._faced.get(self._raises)
        if faced is not None and place != self.raiser and place not in faced:
            faced.add(place)
            self._facing(decision)
        self._money(decision)

    def _first(self, decision: Decision) -> None:
        """A player's first decision: limping, stealing, and folding to a steal."""
        place, kind = decision.place, decision.kind
        position = self._flags.positions[place]
        if not self._raises and decision.price:
            self._flags.chance(place, _LIMP, kind == words.CALL)
        if not self._entered and position in words.STEALERS:
            self._flags.chance(place, _STEAL, kind in _RAISES)
        alone = self._raises == 1 and self._stolen and not self._callers
        if alone and position in words.BLIND_POSITIONS:
            self._flags.chance(place, _FOLD_TO_STEAL, kind == words.FOLD)

    def _facing(self, decision: Decision) -> None:
        """The first decision of a player who faces exactly one raise, or exactly two."""
        place, raised = decision.place, decision.kind in _RAISES
        if self._raises == 2:
            self._flags.chance(place, _FOUR_BET, raised)
            if place == self._opener:
                self._flags.chance(place, _FOLD_TO_THREE_BET, decision.kind == words.FOLD)
        elif decision.can_raise:
            self._flags.chance(place, _THREE_BET, raised)
            if self._callers:
                self._flags.chance(place, _SQUEEZE, raised)

    def _money(self, decision: Decision) -> None:
        place = decision.place
        if decision.kind in _RAISES:
            self._flags.did[place] |= _VPIP | _PFR
            self._raises += 1
            if self._raises == 1:
                self._opener = place
                self._stolen = not self._entered and self._flags.positions[place] in words.STEALERS
            self.raiser, self._entered = place, True
        elif decision.kind == words.CALL:
            self._flags.did[place] |= _VPIP
            self._callers += self._raises == 1
            self._entered = True
        elif decision.kind == words.CHECK:
            # Who posted a live blind and checks is in: it is not folded to those after him.
            self._entered = True
