"""The easy level: it plays mostly the immediate strength of its hand, with a mood of its own (R12.2)."""

from services.bots.decision import Decision, bet_or_raise, check_or_call, check_or_fold
from services.bots.level import Chance
from services.bots.seen import Seen
from services.bots.starting_hands import Tier, tier_of
from services.bots.strength import Strength, outs, strength

UNSEEN_ON_FLOP = 47


def choose(seen: Seen, chance: Chance) -> Decision:
    """Decide by the cards; position, stacks' depth and other players' habits mean nothing to this level."""
    if not seen.board:
        return _before_the_flop(seen, chance)
    held = _held(seen)
    return _facing_a_bet(seen, held, chance) if seen.call_amount else _unbet(seen, held, chance)


# -- before the flop


def _before_the_flop(seen: Seen, chance: Chance) -> Decision:
    tier = tier_of(seen.hole_cards)
    if seen.opponents <= 2 and tier < Tier.STRONG:
        tier = Tier(tier + 1)
    if seen.current_bet > seen.big_blind:
        return _facing_a_raise(seen, tier, chance)
    opens = {Tier.PREMIUM: 1.0, Tier.STRONG: 0.75, Tier.PLAYABLE: 0.2}.get(tier, 0.0)
    limps = {Tier.LOOSE: 0.6, Tier.JUNK: 0.03}.get(tier, 1.0)
    if chance.mood < opens:
        return bet_or_raise(seen, seen.pot + seen.big_blind * (1.5 + chance.size))
    return check_or_call(seen) if chance.mood < limps else check_or_fold(seen)


def _facing_a_raise(seen: Seen, tier: Tier, chance: Chance) -> Decision:
    reraises = {Tier.PREMIUM: 0.85, Tier.STRONG: 0.1}.get(tier, 0.0)
    if chance.mood < reraises:
        return bet_or_raise(seen, seen.current_bet * (2.5 + chance.size))
    most = {
        Tier.PREMIUM: seen.stack,
        Tier.STRONG: max(6 * seen.big_blind, seen.stack // 6),
        Tier.PLAYABLE: 3 * seen.big_blind,
        Tier.LOOSE: seen.big_blind,
        Tier.JUNK: 0,
    }[tier]
    cheap = tier >= Tier.PLAYABLE and seen.odds <= 0.2
    return check_or_call(seen) if cheap or seen.call_amount <= most else check_or_fold(seen)


# -- after the flop


def _held(seen: Seen) -> Strength:
    """With two boards each is worth half of the pot: their middle, and the lower of two that have none."""
    strengths = [strength(seen.hole_cards, board) for board in seen.boards]
    return Strength(sum(strengths) // len(strengths))


def _outs(seen: Seen) -> int:
    return sum(outs(seen.hole_cards, board) for board in seen.boards) // len(seen.boards)


def _unbet(seen: Seen, held: Strength, chance: Chance) -> Decision:
    bets = {Strength.MONSTER: 0.85, Strength.STRONG: 0.85, Strength.MEDIUM: 0.35}.get(held, 0.0)
    if held <= Strength.WEAK:
        bets = 0.3 if _outs(seen) >= 8 else 0.08 if seen.opponents <= 2 else 0.0
    if chance.mood >= bets:
        return check_or_fold(seen)
    least = {Strength.MONSTER: 0.55, Strength.STRONG: 0.45}.get(held, 0.35)
    return bet_or_raise(seen, seen.pot * (least + 0.3 * chance.size))


def _facing_a_bet(seen: Seen, held: Strength, chance: Chance) -> Decision:
    raises = {Strength.MONSTER: 0.55, Strength.STRONG: 0.12, Strength.NOTHING: 0.02}.get(held, 0.0)
    if chance.mood < raises:
        return bet_or_raise(
            seen, seen.current_bet + (seen.pot + seen.call_amount) * (0.6 + 0.3 * chance.size)
        )
    return check_or_call(seen) if seen.odds <= _worth(seen, held, chance) else check_or_fold(seen)


def _worth(seen: Seen, held: Strength, chance: Chance) -> float:
    """How often the hand is taken to win: what a call may cost of the pot to come, give or take a mood."""
    made = {
        Strength.MONSTER: 1.0,
        Strength.STRONG: 0.38,
        Strength.MEDIUM: 0.27,
        Strength.WEAK: 0.16,
        Strength.NOTHING: 0.0,
    }[held]
    if held >= Strength.STRONG:
        return made
    # A draw that comes in wins more than lies in the pot now.
    drawn = 1.3 * _outs(seen) / UNSEEN_ON_FLOP
    return max(made + 0.06 * (chance.mood - 0.5) if made else 0.0, drawn)
