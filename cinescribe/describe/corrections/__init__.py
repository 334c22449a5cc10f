"""What describers made of a captioner's cues: accepted, changed, rejected, moved and added ones, as training pairs."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
