"""Semantic parser: clauses, word senses and roles of sentences, as labels (subject, verb, object, location)."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
