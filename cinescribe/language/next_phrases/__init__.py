"""How likely a phrase follows an event, by a text encoder trained for it."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
