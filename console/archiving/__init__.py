"""Closed ids of tables in files of their own, under signed totals; audits may start from those."""
