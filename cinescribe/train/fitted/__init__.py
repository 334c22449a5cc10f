"""What is fitted to training captions and features without gradient descent: labels and their classifiers."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
