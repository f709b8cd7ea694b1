"""Finished hands as a viewer may know them: found, told step by step, written in others' formats."""
