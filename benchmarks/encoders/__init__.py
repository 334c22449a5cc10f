"""Trains the small picture networks that come with the package, on Backlot films."""
