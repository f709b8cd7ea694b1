"""The rules of the game as plain functions: values in, values out, no events."""
