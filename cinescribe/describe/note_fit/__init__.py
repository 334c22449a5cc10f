"""Fits how likely a chat model's notes are true, on Backlot films whose people act for known reasons."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
