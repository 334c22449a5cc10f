"""Reads the weights of models that others published, as `torch.save` wrote them, without running their code."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
