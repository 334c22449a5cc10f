"""Scenes of a film, and what distinguishes people in them besides faces."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
