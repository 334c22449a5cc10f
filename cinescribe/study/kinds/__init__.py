"""The kinds of study, their questions with the papers' ones as defaults, and the check of an answer."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
