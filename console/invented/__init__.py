"""Invented play: honest people of very different styles, and cheats among them, to measure review with."""
