"""What an all-in was worth when hands were turned up: equities in place of the cards that came."""

from collections import defaultdict

from riverrun.contracts.events.equities import EQUITY_OF_A_WIN, Equity
from services.history.projection.followed_hand import COMPLETE_BOARD, FollowedHand


def ev_milli(hand: FollowedHand) -> list[int]:
    """Each player's result in thousandths of a chip, by place: with equity where all-in before the river.

    Each pot after rake is shared by the equities of those who contend for it, the mean of all boards where
    there are several; who folded lost what he put in. The result stands where nobody told equities.
    """
    results = [player.net * 1000 for player in hand.players]
    if not hand.equities or len(hand.board_at_all_in) >= COMPLETE_BOARD:
        return results
    expected = [-player.paid_in * 1000 for player in hand.players]
    by_pot: defaultdict[int, list[Equity]] = defaultdict(list)
    for equity in hand.equities:
        by_pot[equity.pot].append(equity)
    for number, pot in enumerate(hand.pots):
        told = by_pot.get(number)
        if told is None:
            return results
        chips = (pot.amount - hand.rakes.get(number, 0)) * 1000
        for equity in told:
            whole = EQUITY_OF_A_WIN * equity.ways * len(told)
            for seat, share in equity.shares:
                expected[hand.at[seat].place] += chips * share // whole
    return expected
