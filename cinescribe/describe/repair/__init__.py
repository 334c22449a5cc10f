"""Goes on with a description or a series whose journal is damaged: what can be proven stays, and so do the words."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
