"""Questions about what clips imply, from templates: V2C-QA of *Video2Commonsense* (Fang et al. 2020, section 5)."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
