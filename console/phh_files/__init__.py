"""Hands in the poker hand history format (PHH): read, played again by our own rules, brought into the log."""
