"""Keeps the web program safe: headers, forms that come from our own pages, and sessions in cookies."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
