"""Pages on which people log in and out, use an invitation, and say something of themselves."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
