"""Describes the films of a trial, and makes the study in which they are judged."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
