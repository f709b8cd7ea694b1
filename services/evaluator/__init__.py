"""The evaluator service: ranks hands for whoever asks, and remembers nothing."""
