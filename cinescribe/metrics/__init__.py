"""Scores texts. Every score carries a signature that says how it was computed."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
