"""Decodes films: streams, and frames and sound in the formats that sinks ask for."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
