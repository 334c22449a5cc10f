"""Many films: described by several workers, each to its folder, with a report of all."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
