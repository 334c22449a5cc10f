"""Readers and writers of published data sets, one file each, and builders of Backlot corpora."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
