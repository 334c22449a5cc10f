"""Changes of valid files: of their bytes, of their text, and of the structure of their format."""
