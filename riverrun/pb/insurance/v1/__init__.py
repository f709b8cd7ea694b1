"""Generated from protos/riverrun/insurance/v1; `make protos` writes it anew."""
