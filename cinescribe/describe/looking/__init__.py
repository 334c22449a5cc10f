"""What a describer looks at again: pictures of a moment with what is known of them, a stretch described once more."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
