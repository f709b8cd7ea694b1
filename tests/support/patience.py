"""How much longer than promised a test waits.

Tests run side by side on machines that do other things too, and a busy machine must not be a red test. What
is promised is measured by `make chaos` and `riverrun bench`.
"""

PATIENCE = 4
LONG_S = 20 * PATIENCE
"""For what certainly comes: a wait ends on the event, so a long bound costs nothing."""
