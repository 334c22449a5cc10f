"""Writes a description as subtitles, DAPT, sound, film or page. Reads DAPT, WebVTT and SRT."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
