"""Reads clips with what their captions imply, and writes what captions imply."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
