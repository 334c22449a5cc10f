"""Carries a description over to another cut of its film, and lists what a person must look at."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
