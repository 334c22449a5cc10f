"""Audio description to compare with: windows of published data sets, casts, and facts of stories."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
