"""The page `People`: who is in the film; names, merges and splits, whose effect is shown before it is done."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
