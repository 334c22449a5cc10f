"""Captioners of single clips with LSTMs: S2VT, temporal attention, frame-video-concept fusion, visual labels."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
