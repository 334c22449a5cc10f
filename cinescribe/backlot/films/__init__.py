"""Renders planned films: frames, sound and ground truth, written to files."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
