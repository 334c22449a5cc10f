"""Decoding: greedy, beam and sampling, filling in blanks, and captioning corpora and whole films."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
