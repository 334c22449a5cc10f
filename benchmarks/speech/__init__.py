"""How well speech is found."""
