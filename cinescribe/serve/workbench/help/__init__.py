"""Help: how to start, the keys and how to change them, and what the guidelines ask."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
