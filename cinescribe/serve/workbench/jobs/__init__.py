"""Work that takes long: commands in processes of their own, which say how far they are and can be stopped."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
