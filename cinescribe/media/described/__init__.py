"""Compares described soundtracks with their films: alignment, and isolates the narrator's voice."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
