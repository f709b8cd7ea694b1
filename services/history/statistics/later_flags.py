"""Flags of a betting round after the flop came: continuation and donk bets, check-raises, the counts."""

from services.history.projection import words
from services.history.projection.followed_hand import Decision
from services.history.statistics.flag_names import BIT
from services.history.statistics.flags import Flags

_CBET = (0, BIT["cbet_flop"], BIT["cbet_turn"], BIT["cbet_river"])
_FOLD_TO_CBET = (0, BIT["fold_to_cbet_flop"], BIT["fold_to_cbet_turn"], BIT["fold_to_cbet_river"])
_DONK = (0, BIT["donk_flop"], BIT["donk_turn"], BIT["donk_river"])
_CHECK_RAISE = (0, BIT["check_raise_flop"], BIT["check_raise_turn"], BIT["check_raise_river"])
_COUNT = {words.BET: 0, words.RAISE: 1, words.CALL: 2, words.FOLD: 3}


class LaterStreet:
    """Follows the round's decisions.

    `aggressor` bet or raised last on the street before, `continues` is who could go on betting. Afterwards
    `last` is this street's aggressor and `cbet_by` who made its continuation bet.
    """

    __slots__ = (
        "_acted", "_aggressor", "_bets", "_checked", "_continues", "_faced_cbet", "_flags", "_street",
        "cbet_by", "last",
    )  # fmt: skip

    def __init__(self, flags: Flags, street: int, aggressor: int | None, continues: int | None) -> None:
        self._flags = flags
        self._street = street
        self._aggressor = aggressor
        self._continues = continues
        self._bets = 0
        self.last: int | None = None
        self.cbet_by: int | None = None
        self._acted: set[int] = set()
        self._checked: set[int] = set()
        self._faced_cbet: set[int] = set()

    def take(self, decision: Decision) -> None:
        """The next decision."""
        place, kind = decision.place, decision.kind
        if self._bets:
            self._facing_a_bet(decision)
        elif place not in self._acted:
            self._unopened(place, kind == words.BET)
        self._acted.add(place)
        if kind == words.CHECK:
            self._checked.add(place)
            return
        self._flags.counts[place][_COUNT[kind]] += 1
        if kind in (words.BET, words.RAISE):
            self._bets += 1
            self.last = place

    def _unopened(self, place: int, bets: bool) -> None:
        if place == self._continues:
            self._flags.chance(place, _CBET[self._street], bets)
            self.cbet_by = place if bets else None
        if self._aggressor is not None and place < self._aggressor:
            self._flags.chance(place, _DONK[self._street], bets)

    def _facing_a_bet(self, decision: Decision) -> None:
        place, street = decision.place, self._street
        if self.cbet_by is not None and self._bets == 1 and place not in self._faced_cbet:
            self._faced_cbet.add(place)
            self._flags.chance(place, _FOLD_TO_CBET[street], decision.kind == words.FOLD)
        if place in self._checked:
            self._checked.discard(place)
            self._flags.chance(place, _CHECK_RAISE[street], decision.kind == words.RAISE)
