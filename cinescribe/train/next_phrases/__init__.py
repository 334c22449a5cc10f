"""Training of the ranker of phrases that follow an event (*Video2Commonsense*, A.2)."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
