"""Chat models: how many requests and films one server is given at once."""
