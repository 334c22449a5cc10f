"""Which language a text in the picture is in, and what it says in the language of the description."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
