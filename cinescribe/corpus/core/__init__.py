"""A corpus on disk: films, clips, stills, clip sets, and the files they are read from."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
