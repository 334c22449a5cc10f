"""A film's speech: the stage that transcribes it, its language, and the names in it."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
