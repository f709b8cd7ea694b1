"""Review of play: what speaks for collusion or a machine, and what people decided about it (R11.2)."""
