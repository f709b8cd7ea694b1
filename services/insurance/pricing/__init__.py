"""The prices of all-in insurance as plain functions: exact numbers in, exact numbers out (R9.2-R9.12)."""
