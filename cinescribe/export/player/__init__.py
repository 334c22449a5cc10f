"""The player for listeners: a page that plays a film with its description and answers questions about the moment."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
