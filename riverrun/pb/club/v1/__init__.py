"""Generated from protos/riverrun/club/v1; `make protos` writes it anew."""
