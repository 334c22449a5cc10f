"""The connection to a server that speaks OpenAI's interface: its address, requests, and the ways in which they fail."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
