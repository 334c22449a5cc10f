"""What is said in a film: the stage that writes it down, its language, and the names in it."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
