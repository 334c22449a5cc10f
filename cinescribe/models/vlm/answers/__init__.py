"""Reads what chat models and their servers send: the answer in a text, its JSON value, completions and errors."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
