"""A table in a terminal: how it is drawn, how it is told, and what a person can type."""
