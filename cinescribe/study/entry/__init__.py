"""What comes before the first page of a rater: consent, a place, and examples to practise on."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
