"""What a captioner writes about a film: the clips it is shown, in batches, and its captions."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
