"""What people look like from hair to knees: the colours of their clothes, and small pictures of them."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
