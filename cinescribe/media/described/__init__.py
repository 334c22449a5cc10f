"""Compares described soundtracks with their films: alignment, and the narrator's voice alone."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
