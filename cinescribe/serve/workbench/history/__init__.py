"""The page `History`: every edit, with who made it and when; undo and redo."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
