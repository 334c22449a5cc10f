"""Backlot's claims in other languages: words of our own for what the English templates say."""
