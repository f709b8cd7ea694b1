"""How unlike all others each row of features is, by scikit-learn's isolation forest."""

from collections.abc import Sequence

TREES, SEED = 200, 20_26
FEWEST_ROWS = 20
"""Among fewer, nobody is unusual."""


def unlikeness(rows: Sequence[Sequence[float]]) -> list[float]:
    """For each row its score: about 0.5 for what is usual, towards 1 for what a few cuts set apart."""
    if len(rows) < FEWEST_ROWS:
        return [0.0] * len(rows)
    # Importing takes seconds and a hundred megabytes: only who reviews pays for it.
    from sklearn.ensemble import IsolationForest  # noqa: PLC0415

    forest = IsolationForest(n_estimators=TREES, random_state=SEED).fit(rows)
    return [-float(score) for score in forest.score_samples(rows)]
