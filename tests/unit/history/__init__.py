"""History: rows, flags, exports."""
