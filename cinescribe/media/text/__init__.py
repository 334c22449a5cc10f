"""Finds and reads the text in the pictures of a film: titles, signs, credits, burned-in subtitles and watermarks."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
