"""The rules as plain functions."""
