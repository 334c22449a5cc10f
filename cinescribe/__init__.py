"""Cinescribe turns films into words.

The names below are the functions that the command line calls. They are loaded when first used, because the model
libraries behind them take seconds to import.
"""

import lazy_loader

__version__ = "0.5.0"

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
