"""Hosts tables: one actor a table, from a command to the log, the answer and the views."""
