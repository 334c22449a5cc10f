"""Each change, in order."""
