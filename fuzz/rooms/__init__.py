"""The readers of each package, with valid files to damage."""
