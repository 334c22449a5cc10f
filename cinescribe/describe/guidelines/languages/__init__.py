"""Rules in languages other than English: by lists of words, by marks, and by parsers that the user has installed."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
