"""What somebody meets who describes films: editing, interruptions, progress."""
