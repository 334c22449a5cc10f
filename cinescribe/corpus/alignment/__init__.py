"""Alignment of a screenplay with its film, by the subtitles."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
