"""A told hand in others' formats: PHH, Open Hand History, text as PokerStars writes it (R10.2)."""
