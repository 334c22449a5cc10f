"""Sentences for the pauses of a film, in stages: what is seen, what could be said, whether it is true, what is said."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
