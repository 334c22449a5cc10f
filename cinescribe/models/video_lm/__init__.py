"""Video language models: what a frozen vision model sees, as a prefix of a causal language model."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
