"""Random hands replayed on pokerkit: who is asked, what is offered, and the final stacks.

Where the two differ on purpose, that comparison alone is left out:

- A player who has acted may not raise over a short all-in; pokerkit lets him as long as nobody has made a
  full bet or raise on the street (R4.4; TDA 47).
- Short all-ins that together make a full raise over what a player last matched let him raise (R4.5; TDA 47);
  pokerkit begins to count anew with the all-in that completed one, for every player alike.
- A raise is open while anybody else has chips; pokerkit offers none where nobody could put in a chip more
  than the bet (R4.3). It makes no difference to the result: the raise goes back.
- Who alone has chips left is not asked once he owes nothing; pokerkit has him check street by street (R2.2).
- Odd chips go one each to the tied players; pokerkit gives all of a pot's to one (R5.4).
"""

import pytest
from pokerkit import Automation, Mode, NoLimitTexasHoldem, State

from riverrun.contracts.table_events import PotAwarded
from riverrun.holdem.state import Betting
from riverrun.kernel.cards import text_of
from tests.support.random_hand import BIG, SMALL, RandomHand, Taken

AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.RUNOUT_COUNT_SELECTION,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


class Twin:
    """The same hand on pokerkit; its players are numbered from the left of the button, as ours are."""

    def __init__(self, hand: RandomHand) -> None:
        self.hand = hand
        self.seats = hand.played.hand.seats
        self.state = self._state()
        self._cards = iter(hand.deck)
        self._deal()

    def _state(self) -> State:
        config = self.hand.config
        per_head = config.ante if config.ante_mode == "classic" else 0
        ante = {1: config.ante} if config.ante_mode == "bb_ante" else per_head
        return NoLimitTexasHoldem.create_state(
            AUTOMATIONS,
            config.ante_mode != "bb_ante",
            ante,
            (SMALL, BIG),
            BIG,
            tuple(self.hand.stacks[seat] for seat in self.seats),
            len(self.seats),
            mode=Mode.CASH_GAME,
        )

    def _deal(self) -> None:
        """Deal what pokerkit waits for: our own cards."""
        state = self.state
        while state.can_deal_hole():
            state.deal_hole(text_of([next(self._cards)]))
        while state.can_burn_card() or state.can_deal_board():
            if state.can_burn_card():
                state.burn_card("??")
            size = 1 if state.board_cards else 3
            board = [card for cards in state.board_cards for card in cards]
            opened = self.hand.played.hand.boards[0]
            state.deal_board(text_of(opened[len(board) : len(board) + size]))

    def take(self, taken: Taken) -> None:
        """The same action."""
        if taken.action == "fold":
            self.state.fold()
        elif taken.action in ("check", "call") or nobody_could_answer(taken):
            self.state.check_or_call()
        else:
            self.state.complete_bet_or_raise_to(taken.to)
        self._deal()

    def run_out(self) -> None:
        """Check where pokerkit still asks the only one with chips."""
        while self.state.actor_index is not None:
            self.state.check_or_call()
            self._deal()

    def offer(self) -> tuple[int, int, int, int]:
        """Seat, amount to call, and the bounds of a raise (0: none)."""
        state = self.state
        assert state.actor_index is not None
        bounds = (0, 0)
        if state.can_complete_bet_or_raise_to():
            bounds = (
                state.min_completion_betting_or_raising_to_amount or 0,
                state.max_completion_betting_or_raising_to_amount or 0,
            )
        return (self.seats[state.actor_index], state.checking_or_calling_amount or 0, *bounds)


def raise_is_closed_by_a_short_all_in(taken: Taken) -> bool:
    """The first of the differences: he has acted, and nobody has bet or raised in full."""
    betting = taken.hand.phase
    assert isinstance(betting, Betting)
    asked = taken.hand.players[taken.turn.at]
    nobody_s = BIG if taken.hand.street == "preflop" else 0
    return asked.acted_at >= 0 and betting.last_full_raise_to == nobody_s


def raise_is_opened_by_several_short_all_ins(taken: Taken) -> bool:
    """The second one: no full raise since he acted, but short all-ins that make one."""
    betting = taken.hand.phase
    assert isinstance(betting, Betting)
    asked = taken.hand.players[taken.turn.at]
    return (
        asked.acted_at >= betting.last_full_raise_to
        and betting.current_bet - asked.acted_at >= betting.last_raise_size
    )


def nobody_could_answer(taken: Taken) -> bool:
    """The third one: no other player could put in a chip more than the bet."""
    betting = taken.hand.phase
    assert isinstance(betting, Betting)
    return all(
        player.folded or player.bet + player.stack <= betting.current_bet
        for at, player in enumerate(taken.hand.players)
        if at != taken.turn.at
    )


def odd_chips(hand: RandomHand) -> bool:
    """The last one: some pot did not divide."""
    shares: dict[int, set[int]] = {}
    for award in hand.played.happened(PotAwarded):
        shares.setdefault(award.pot, set()).add(award.amount)
    return any(len(amounts) > 1 for amounts in shares.values())


def check(seed: int) -> None:
    hand = RandomHand(seed, plain=True).play()
    twin = Twin(hand)
    for taken in hand.taken:
        turn = taken.turn
        ours = (turn.seat, turn.call_amount, turn.min_raise_to, turn.max_raise_to)
        theirs = twin.offer()
        assert ours[:2] == theirs[:2], f"seed {seed}"
        if not (
            raise_is_closed_by_a_short_all_in(taken)
            or (raise_is_opened_by_several_short_all_ins(taken) and theirs[2:] == (0, 0))
            or nobody_could_answer(taken)
        ):
            assert ours == theirs, f"seed {seed}"
        twin.take(taken)
    twin.run_out()
    stacks = {seat.seat: seat.stack for seat in hand.played.table.seats}
    assert not twin.state.status, f"seed {seed}: pokerkit is not through"
    if not odd_chips(hand):
        assert dict(zip(twin.seats, twin.state.stacks, strict=True)) == stacks, f"seed {seed}"


@pytest.mark.filterwarnings("ignore:There is no reason for this player to fold")
@pytest.mark.parametrize("first", range(0, 2_000, 250))
def test_random_hands_go_as_on_pokerkit(first: int) -> None:
    for seed in range(first, first + 250):
        check(seed)


@pytest.mark.long
@pytest.mark.timeout(3_000)
@pytest.mark.filterwarnings("ignore:There is no reason for this player to fold")
def test_many_random_hands_go_as_on_pokerkit() -> None:
    for seed in range(10_000, 30_000):
        check(seed)
