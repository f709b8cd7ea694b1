"""The table service: hosts tables whose only truth is their event log."""
