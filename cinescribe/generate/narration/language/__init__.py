"""What depends on the language of the sentences: their length, examples, and the statements checked with them."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
