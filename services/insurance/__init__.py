"""The insurance service: says what covering an all-in would cost, and remembers nothing (R9)."""
