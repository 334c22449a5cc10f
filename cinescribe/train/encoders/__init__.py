"""Trains the small picture networks on Backlot films."""
