"""Metrics of identity: iSPICE, and accuracies of filling people into blanks."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
