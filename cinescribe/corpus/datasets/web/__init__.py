"""Readers and writers of published data sets of web videos, which are distributed as a file for each clip."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
