"""Aligns two versions of one film, by pictures and sound: what was cut, added, moved or sped up between them."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
