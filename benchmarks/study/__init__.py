"""Studies under load."""
