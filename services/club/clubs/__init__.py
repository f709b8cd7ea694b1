"""Clubs: who belongs to them and may do what, and the tables they have (R13.1)."""
