"""The clock ran out, or the player is on the way out: check where it is free, else fold (R8.1)."""

from riverrun.contracts.table_events import PlayerChecked, PlayerFolded
from tests.support.script_lines import play


def test_a_time_out_facing_a_bet_folds() -> None:
    hand = play("""
        Blinds 1/2
        BTN 100, SB 100, BB 100
        BTN raises to 6
        SB times out
        BB folds
        BTN wins 5
    """)

    assert hand.played.happened(PlayerFolded)[0] == PlayerFolded(hand.seat("SB"), "clock")


def test_a_time_out_where_a_check_is_free_checks() -> None:
    hand = play("""
        Blinds 1/2
        BTN 100, SB 100, BB 100
        BTN calls 2
        SB calls 1
        BB times out
        Flop Ah 7d 2c
        SB times out
        BB is to act
    """)

    assert hand.played.happened(PlayerChecked) == [
        PlayerChecked(hand.seat("BB"), "clock"),
        PlayerChecked(hand.seat("SB"), "clock"),
    ]


def test_an_all_in_player_cannot_time_out_of_his_pot() -> None:
    play("""
        Blinds 1/2
        BTN 100 ThTd, SB 20 AcAd, BB 100
        BTN raises to 20
        SB is all-in
        BB calls 18
        BB times out
        BTN bets 10
        BB times out
        Flop 2c 7d 9h
        Main pot 60: SB BTN
        SB wins 60
    """)


def test_an_action_of_one_s_own_forgets_earlier_time_outs() -> None:
    hand = play("""
        Blinds 1/2
        BTN 100, SB 100, BB 100
        BTN calls 2
        SB calls 1
        BB times out
        SB times out
        BB times out
        BTN checks
        SB checks
    """)
    time_outs = {hand.name(player.seat): player.time_outs for player in hand.played.hand.players}

    assert time_outs == {"BTN": 0, "SB": 0, "BB": 2}
