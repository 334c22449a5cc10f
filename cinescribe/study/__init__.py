"""Studies in which people rank, rate, choose and annotate: designs, assignment, answers, results."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
