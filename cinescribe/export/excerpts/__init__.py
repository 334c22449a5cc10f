"""Parts of a described film's sound, made quickly: a cue in the film, only its voice, or the film without it."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
