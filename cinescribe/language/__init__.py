"""Read English: tokens, parses, scene graphs, word senses, vectors."""
