"""Journals of edits, which prove that no edit is lost or altered, and the lock under which folders are changed."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
