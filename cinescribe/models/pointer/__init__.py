"""The pointer: which face group of a clip set each blank of its captions refers to."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
