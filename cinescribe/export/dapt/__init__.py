"""DAPT, the W3C's exchange format for audio description: write, read and validate."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
