"""Readings: what accepted facts of a film imply, by chat models, checked in several ways; notes, never spoken."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
