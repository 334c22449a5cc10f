"""Raters that answer by known strengths, and the power of a planned study."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
