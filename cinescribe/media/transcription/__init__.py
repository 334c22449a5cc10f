"""Speech to text: what every transcriber offers, those that need no other room, and the words of a whole film."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
