"""Generated from protos/riverrun/history/v1; `make protos` writes it anew."""
