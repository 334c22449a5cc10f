"""One cue: what it rests on, its other wordings, its history, and its stretch described again."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
