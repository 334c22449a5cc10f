"""Text tracks and tables: WebVTT, SRT, CSV and the text form, written and read back; the script for braille."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
