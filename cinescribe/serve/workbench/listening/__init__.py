"""The film with its description as its listeners hear it, with sound from the workbench."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
