"""WordNet 3.0: word senses, base forms, topics of verbs."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
