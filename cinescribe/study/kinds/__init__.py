"""The kinds of study, a file for each, and what they share: questions, answers, ratings and tables."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
