"""Plots of films: stories, dialogue, camera coverage, screenplay and commonsense."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
