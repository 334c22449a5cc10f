"""Caption by translation: a CRF chooses labels from classifier scores, phrase-based translation writes a sentence."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
