"""How long-running work reports its progress."""

from collections.abc import Callable
from typing import TypeAlias

Progress: TypeAlias = Callable[[str, float], None]
"""Called with the name of a stage and the share of it that is done, 0 to 1."""


def no_progress(stage: str, share: float) -> None:
    """Report nothing."""
