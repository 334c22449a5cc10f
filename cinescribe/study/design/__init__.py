"""What a study consists of, and how one is made from a corpus and the texts of systems."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
