"""Describes a film by chat models in stages: its pauses, the frames they are shown, and the record of why."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
