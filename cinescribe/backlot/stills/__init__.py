"""Stills: single pictures with captions, and boxes and classes of what they show."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
