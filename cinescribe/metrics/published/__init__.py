"""Scores as the code that papers released computes them, where it differs from the metrics' definitions."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
