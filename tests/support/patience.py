"""How much longer than promised a test waits.

Tests run side by side on machines that do other things too, and a busy machine must not be a red test. What
is promised is measured by `make chaos` and `riverrun bench`.
"""

PATIENCE = 4
