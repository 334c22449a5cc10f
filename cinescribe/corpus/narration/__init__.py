"""Sentences of audio description: narration detected in a sound track, recognised, or read from a transcript."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
