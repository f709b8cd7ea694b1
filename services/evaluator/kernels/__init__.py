"""The evaluator compiled: these modules are compiled, or loaded from the disk, as they are imported."""
