"""Generated from protos/riverrun/evaluator/v1; `make protos` writes it anew."""
