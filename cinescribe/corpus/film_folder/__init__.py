"""Builds a corpus from a folder of films with descriptions, screenplays and subtitles."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
