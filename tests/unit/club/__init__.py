"""Computer players: what they decide, where they sit, and that nothing keeps them from playing on."""
