"""Loads Thinc, on which spaCy computes, without PyTorch, for programs that do nothing but parse.

Thinc loads PyTorch wherever it is installed, for networks that PyTorch computes. The shipped parser computes with
NumPy, and PyTorch takes longer to load than a description to be parsed. Import this module before what imports spaCy.
"""

from __future__ import annotations

import importlib
import sys
from typing import Any

_ABSENT: Any = None  # in place of a module: the import system then says that there is none


def _load_thinc() -> None:
    if "torch" in sys.modules:
        return
    sys.modules["torch"] = _ABSENT
    try:
        importlib.import_module("thinc.compat")
    finally:
        del sys.modules["torch"]


_load_thinc()
