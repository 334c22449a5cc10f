"""Faults for descriptions in eight languages, and the verdicts on what was found in untouched texts."""
