"""The database of studies: tables, migrations, and answers that are never lost or stored twice."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
