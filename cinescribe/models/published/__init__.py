"""Models that others published: safe readers of their weights, and MICap's release as a checkpoint."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
