"""Each step of a study or a challenge as one function of its folder: make, invite, simulate, export, results."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
