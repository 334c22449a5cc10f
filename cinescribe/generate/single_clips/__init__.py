"""Captioners of films that caption each clip separately, with `someone` for people."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
