"""Trials of a model on films: the folder, what the run cost, the results of one person, tables of several."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
