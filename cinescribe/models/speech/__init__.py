"""Speech to text: Whisper models in this process, and models behind servers."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
