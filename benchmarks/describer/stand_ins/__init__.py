"""Chat models that stand in for real ones: a witness who knows the truth, and liars; behind a server, and counted."""
