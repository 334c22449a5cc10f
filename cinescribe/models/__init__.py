"""What is probable: captioning models, the rule-based observer, and models of the hub."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
