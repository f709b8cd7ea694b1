"""What a club sets for a table: saved with the table, validated, each option with a default and a unit."""

from collections.abc import Mapping
from typing import Literal

import msgspec

from riverrun.contracts.admission import ADMISSION_BOUNDS, AdmissionOptions
from riverrun.contracts.insurance_options import INSURANCE_BOUNDS, InsuranceOptions, is_odds_table
from riverrun.contracts.talk import TalkMode
from riverrun.contracts.time_options import (
    DISCONNECT_BOUNDS,
    TIME_BANK_BOUNDS,
    DisconnectAllowance,
    TimeBank,
)
from riverrun.kernel.chips import MAX_CHIPS, Chips

MIN_SEATS = 2
MAX_SEATS = 9
MAX_TIME_MS = 2**53 - 1

AnteMode = Literal["none", "classic", "bb_ante"]
ButtonMethod = Literal["dead", "moving"]
NewPlayerEntry = Literal["wait", "post", "choice"]
Reopening = Literal["cumulative", "strict"]
Kind = Literal["play", "real"]


class RakeTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the club keeps of a pot (R5.6): `bps` of the contested chips.

    Capped by the number of players dealt in.

    `drop` is a fixed amount a hand, at most a big blind, taken in place of the rate where it is not 0.
    """

    bps: int = 0
    cap_two: Chips = 0
    cap_three_four: Chips = 0
    cap_five_up: Chips = 0
    no_flop_no_drop: bool = True
    drop: Chips = 0


class Clocks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long things take, all in milliseconds but for counts of time-outs (R8.1, R8.3).

    `flop_ms`, `turn_ms`, `river_ms`: the time of a turn on that street, where it is not `decision_ms` (0).
    """

    decision_ms: int = 20_000
    flop_ms: int = 0
    turn_ms: int = 0
    river_ms: int = 0
    between_hands_ms: int = 3_000
    runout_ms: int = 1_200
    prompt_ms: int = 8_000
    squeeze_ms: int = 0
    kick_ms: int = 600_000
    seat_offer_ms: int = 60_000
    time_outs_to_sit_out: int = 2
    cut_ms: int = 2_000


class TableConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of one table; amounts in chips (R1.3)."""

    name: str = "Table"
    kind: Kind = "play"
    currency: str = "PLAY"
    seats: int = 6
    small_blind: Chips = 50
    big_blind: Chips = 100
    min_buy_in: Chips = 4_000
    max_buy_in: Chips = 20_000
    ante_mode: AnteMode = "none"
    ante: Chips = 0
    button: ButtonMethod = "dead"
    new_player_entry: NewPlayerEntry = "choice"
    dead_blinds: bool = False
    seat_change_post: bool = False
    returning_stack_minutes: int = 120
    straddles: int = 0
    short_allin_reopen: Reopening = "cumulative"
    burn_cards: bool = False
    rake: RakeTerms = RakeTerms()
    run_it: int = 1
    rabbit_hunt: bool = False
    rabbit_fee: Chips = 0
    bomb_pot_every: int = 0
    bomb_pot_ante: Chips = 0
    bomb_pot_boards: int = 1
    ends_after_hands: int = 0
    ends_at_ms: int = 0
    talk: TalkMode = "seated"
    clocks: Clocks = Clocks()
    time_bank: TimeBank = TimeBank()
    disconnect: DisconnectAllowance = DisconnectAllowance()
    insurance: InsuranceOptions = InsuranceOptions()
    players_cut: bool = False
    club: str = ""
    admission: AdmissionOptions = AdmissionOptions()


class BadConfig(ValueError):
    """An option outside its bounds; `option` names it."""

    def __init__(self, option: str, why: str) -> None:
        super().__init__(f"{option}: {why}")
        self.option = option


def checked(config: TableConfig) -> TableConfig:
    """The same config when every option is within its bounds. Raises `BadConfig`."""
    _check_name(config)
    _check_stakes(config)
    _check_extras(config)
    _check_bomb_pots(config)
    _check_end(config)
    _check_rake(config.rake, config.big_blind)
    _check_clocks(config.clocks)
    _check_bounds("time_bank", config.time_bank, TIME_BANK_BOUNDS)
    _check_bounds("disconnect", config.disconnect, DISCONNECT_BOUNDS)
    _check_bounds("admission", config.admission, ADMISSION_BOUNDS)
    _check_bounds("insurance", config.insurance, INSURANCE_BOUNDS)
    if not is_odds_table(config.insurance.odds_table):
        raise BadConfig("insurance.odds_table", "empty, or 14 odds in hundredths, 100 to 100000")
    return config


def _check_name(config: TableConfig) -> None:
    if not 1 <= len(config.name) <= 60 or not config.name.isprintable():
        raise BadConfig("name", "1 to 60 printable characters")
    if not 1 <= len(config.currency) <= 8 or not config.currency.isalnum():
        raise BadConfig("currency", "1 to 8 letters or digits")
    if not MIN_SEATS <= config.seats <= MAX_SEATS:
        raise BadConfig("seats", f"{MIN_SEATS} to {MAX_SEATS}")


def _check_stakes(config: TableConfig) -> None:
    if not 1 <= config.big_blind <= MAX_CHIPS // 1000:
        raise BadConfig("big_blind", f"1 to {MAX_CHIPS // 1000}")
    if not 1 <= config.small_blind <= config.big_blind:
        raise BadConfig("small_blind", "1 to the big blind")
    if not config.big_blind <= config.min_buy_in <= config.max_buy_in <= MAX_CHIPS // 100:
        raise BadConfig("min_buy_in", "at least a big blind, at most max_buy_in")
    if (config.ante_mode == "none") != (config.ante == 0):
        raise BadConfig("ante", "0 without an ante mode, else at least 1")
    if not 0 <= config.ante <= config.big_blind * 10:
        raise BadConfig("ante", "0 to 10 big blinds")


def _check_extras(config: TableConfig) -> None:
    if not 0 <= config.returning_stack_minutes <= 1_440:
        raise BadConfig("returning_stack_minutes", "0 to 1440")
    if not 0 <= config.straddles <= MAX_SEATS - 2:
        raise BadConfig("straddles", f"0 (none) to {MAX_SEATS - 2}")
    if not 1 <= config.run_it <= 3:
        raise BadConfig("run_it", "1 to 3 boards")
    if len(config.club) > 64 or not all(one.isalnum() or one in "-_" for one in config.club):
        raise BadConfig("club", "empty, or a club's id")
    if not 0 <= config.rabbit_fee <= config.big_blind * 10:
        raise BadConfig("rabbit_fee", "0 to 10 big blinds")


def _check_end(config: TableConfig) -> None:
    if not 0 <= config.ends_after_hands <= 1_000_000:
        raise BadConfig("ends_after_hands", "0 (never) to 1000000 hands")
    if not 0 <= config.ends_at_ms <= MAX_TIME_MS:
        raise BadConfig("ends_at_ms", "0 (never) or a time in Unix milliseconds")


def _check_bomb_pots(config: TableConfig) -> None:
    if not 0 <= config.bomb_pot_ante <= config.big_blind * 100:
        raise BadConfig("bomb_pot_ante", "0 (no bomb pots) to 100 big blinds")
    if not 0 <= config.bomb_pot_every <= 1_000 or (config.bomb_pot_every and not config.bomb_pot_ante):
        raise BadConfig("bomb_pot_every", "0 (only when called) to 1000 hands, with an ante")
    if not 1 <= config.bomb_pot_boards <= 2:
        raise BadConfig("bomb_pot_boards", "1 or 2")


def _check_rake(rake: RakeTerms, big_blind: Chips) -> None:
    if not 0 <= rake.bps <= 1_000:
        raise BadConfig("rake.bps", "0 to 1000")
    for option in ("cap_two", "cap_three_four", "cap_five_up"):
        if not 0 <= getattr(rake, option) <= MAX_CHIPS:
            raise BadConfig(f"rake.{option}", f"0 to {MAX_CHIPS}")
    if not 0 <= rake.drop <= big_blind:
        raise BadConfig("rake.drop", "0 (the rate counts) to a big blind")


def _check_clocks(clocks: Clocks) -> None:
    bounds = {
        "decision_ms": (500, 300_000),
        "between_hands_ms": (0, 60_000),
        "runout_ms": (0, 30_000),
        "prompt_ms": (1_000, 60_000),
        "squeeze_ms": (0, 30_000),
        "seat_offer_ms": (5_000, 600_000),
        "cut_ms": (500, 10_000),
        "kick_ms": (10_000, 86_400_000),
        "time_outs_to_sit_out": (1, 100),
    }
    _check_bounds("clocks", clocks, bounds)
    for option in ("flop_ms", "turn_ms", "river_ms"):
        if getattr(clocks, option):
            _check_bounds("clocks", clocks, {option: bounds["decision_ms"]})


def _check_bounds(name: str, part: msgspec.Struct, bounds: Mapping[str, tuple[int, int]]) -> None:
    for option, (low, high) in bounds.items():
        if not low <= getattr(part, option) <= high:
            raise BadConfig(f"{name}.{option}", f"{low} to {high}")
