"""Causal language models, with their tokenizers: a packaged one, folders, and models of the hub."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
