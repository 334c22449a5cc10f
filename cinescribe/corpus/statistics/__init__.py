"""The tables and figures of *Movie Description* (Rohrbach et al. 2016) for any corpus of films."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
