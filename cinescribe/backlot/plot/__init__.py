"""Plots of films: stories, dialogue, camera coverage, screenplay, commonsense and adverts."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
