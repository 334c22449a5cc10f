"""Films that are not described yet, and how a description of one is begun."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
