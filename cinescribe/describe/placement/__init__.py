"""Where and when captions are spoken: the best choice over the whole film, and the true reasons of dropped captions."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
