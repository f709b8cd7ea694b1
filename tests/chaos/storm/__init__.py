"""Clubs' chips in a storm: a crowd moves them by all ways at once while processes are killed."""
