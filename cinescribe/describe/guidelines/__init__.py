"""Checks descriptions against published guidelines: timing, grammar, wording, names, on-screen text and sound."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
