"""Corpora of pictures with metaphors, from which video language models learn first: HAIVMet, made and joined ones."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
