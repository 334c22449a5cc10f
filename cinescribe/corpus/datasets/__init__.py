"""Readers and writers of other people's data sets, one file each, and of Backlot."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
