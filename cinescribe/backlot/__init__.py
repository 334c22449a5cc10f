"""Backlot, the procedural film studio: films and stills from integer seeds, with complete ground truth."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
