"""The page `Replace`: a word or a phrase in some or all cues; what changes is shown before it is done."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
