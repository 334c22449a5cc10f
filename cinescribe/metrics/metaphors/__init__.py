"""Checks of metaphors: a nonsense control, fit by a language model, accuracies against annotators' answers."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
