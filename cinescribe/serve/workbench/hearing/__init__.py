"""What is heard on the workbench: cues in the film, the film itself, takes of cues, and the voice."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
