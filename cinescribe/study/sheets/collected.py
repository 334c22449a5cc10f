"""What filled sheets give: records, and counts of what was answered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from cinescribe.record import Record

_Some = TypeVar("_Some", bound=Record)


@dataclass(frozen=True)
class Collected(Generic[_Some]):
    """Records from filled sheets.

    Attributes:
        records: in the order of the sheets.
        counts: of answers and of what is missing, by name.
    """

    records: tuple[_Some, ...]
    counts: Mapping[str, int]
