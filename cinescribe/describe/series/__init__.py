"""A series: episodes with one cast, whose people and names are kept in a folder of its own."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
