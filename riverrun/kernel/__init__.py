"""Cards, deck, chips and identifiers: the nouns every part shares, on the standard library alone."""
