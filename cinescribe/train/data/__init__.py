"""Training data: the clip sets and captions of each epoch, and feature dropout."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
