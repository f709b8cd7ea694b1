"""Hands that were played elsewhere: in a log and a database of their own, to which the same is asked."""
