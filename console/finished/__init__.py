"""Finished hands at the terminal: listed, told line by line, looked through step by step, kept and shared."""
