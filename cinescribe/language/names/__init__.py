"""People's names in texts: lists of names, mentions, and names found without a list."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
