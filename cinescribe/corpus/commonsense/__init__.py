"""What captions imply: events of ATOMIC, retrieved for captions of human activity (*Video2Commonsense*)."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
