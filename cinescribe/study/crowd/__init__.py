"""Crowd work: open links by which people join a study (`joining`), and what decides their payment (`payment`)."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
