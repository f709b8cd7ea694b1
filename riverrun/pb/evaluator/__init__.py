"""Generated from protos/riverrun/evaluator; `make protos` writes it anew."""
