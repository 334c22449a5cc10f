"""Metaphors of videos (VMCD): what annotators answer, how it is checked, and the corpus that it becomes."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
