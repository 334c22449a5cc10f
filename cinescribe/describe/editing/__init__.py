"""Editing of a description by hand: the journal of all edits, and the script that follows from draft and journal."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
