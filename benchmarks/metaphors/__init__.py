"""Benchmarks of captions with metaphors."""
