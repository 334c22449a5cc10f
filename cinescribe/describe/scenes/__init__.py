"""Scenes of a film, and what in them tells people apart beside their faces."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
