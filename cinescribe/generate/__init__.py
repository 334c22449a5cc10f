"""Chooses words: greedy, beam and sampled decoding, filled-in blanks, captioners of whole films."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
