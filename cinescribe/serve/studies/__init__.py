"""Pages on which raters answer studies, with the clips and the texts' sound."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
