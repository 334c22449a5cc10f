"""What is to be filmed, as records: cast, takes, lines, captions and the ground truth."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
