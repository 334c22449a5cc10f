"""Commands that make a description of a film: from nothing, for another cut, for a series."""
