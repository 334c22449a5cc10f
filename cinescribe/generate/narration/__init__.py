"""Sentences for the pauses of a film, in stages: observations, candidates, a check of their truth, the choice."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
