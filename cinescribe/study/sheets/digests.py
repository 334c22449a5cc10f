"""The token of answers from a sheet: the same answers, collected again, are stored once."""

from __future__ import annotations

import hashlib
import json
from typing import Any


def answers_token(*parts: Any) -> str:
    """Return a token for answers: a digest of whose they are, of what, and of the answers."""
    return "sheet-" + hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:40]
