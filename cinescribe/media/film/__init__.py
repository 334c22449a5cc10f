"""Decodes films: streams, frames and sound at the rates that consumers ask for."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
