"""Challenges on a hidden test set: teams submit captions, a process of its own scores them, people find the winner."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
