"""Generated from protos/riverrun/insurance; `make protos` writes it anew."""
