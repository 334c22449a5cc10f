"""Parts of a described film's sound, made in a moment: a cue in the film, its voice alone, the film without it."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
