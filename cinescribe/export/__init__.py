"""Exports a description as text, subtitles, DAPT, CSV, sound, film or web page; reads edited exports back."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
