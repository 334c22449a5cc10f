"""Where the reference data is: beside the project on our machines and in CI, nowhere else."""

from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[2] / "shared"


def shared(path: str) -> Path:
    """A file or folder of the reference data; the test is skipped where it is missing, and says what is."""
    found = SHARED / path
    if not found.exists():
        pytest.skip(f"reference data is missing: shared/{path}")
    return found
