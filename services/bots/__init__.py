"""Computer players: they sit among people and play through the public client like anyone (R12.1)."""
