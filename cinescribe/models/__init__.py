"""Captioning models, checkpoints, the rule-based observer, and hub models as captioners."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
