"""Answers to questions about clips, by trained models and by counting (V2C-QA of *Video2Commonsense*)."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
