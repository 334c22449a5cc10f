"""Changes of people beside the cues: what they would do, lists of names, and the cast file."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
