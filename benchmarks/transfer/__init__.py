"""Measurements of the transfer of descriptions to other cuts of their films."""
