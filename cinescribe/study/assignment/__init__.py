"""What a rater sees (`pages`), who gets what (`leases`), and what is answered (`answering`)."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
