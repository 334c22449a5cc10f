"""Self-contained HTML pages: a description with its evidence, a caption with its attributions."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
