"""Texts in many languages: the sentences of descriptions, and the words of pages, by Project Fluent."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
