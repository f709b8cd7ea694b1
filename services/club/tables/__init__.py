"""Clubs' tables seen from outside: opened by command, and followed for what they pay (R11.5)."""
