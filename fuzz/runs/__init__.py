"""Runs readers on damaged files in guarded processes, and reports what went wrong."""
