"""The pages of studies as CSV sheets, for people who answer in a spreadsheet, and the answers in filled sheets."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
