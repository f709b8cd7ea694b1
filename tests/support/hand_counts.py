"""How many of the 133,784,560 hands of seven cards are of each kind."""

from riverrun.holdem.hand_classes import Category

HANDS_BY_CATEGORY = {
    Category.HIGH_CARD: 23_294_460,
    Category.PAIR: 58_627_800,
    Category.TWO_PAIR: 31_433_400,
    Category.TRIPS: 6_461_620,
    Category.STRAIGHT: 6_180_020,
    Category.FLUSH: 4_047_644,
    Category.FULL_HOUSE: 3_473_184,
    Category.QUADS: 224_848,
    Category.STRAIGHT_FLUSH: 41_584,
}
