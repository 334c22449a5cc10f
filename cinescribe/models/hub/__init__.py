"""Image-to-text and video-to-text models of `transformers` as captioners."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
