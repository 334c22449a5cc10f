"""Feature vectors over the time of a film, the form that all streams share."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
