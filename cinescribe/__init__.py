"""Cinescribe turns films into words.

The doors below are the same functions that the command line calls.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cinescribe.backlot.shoot import shoot
    from cinescribe.describe.crew import Crew
    from cinescribe.describe.describe import describe_film
    from cinescribe.describe.film_people import film_people
    from cinescribe.export.description import export_description
    from cinescribe.media.gaps import film_gaps
    from cinescribe.media.probe import probe
    from cinescribe.media.shots import shots
    from cinescribe.media.speech import film_speech

__version__ = "0.1.0"

# Loaded when first asked for: the model libraries behind them take seconds.
_HOMES = {
    "Crew": "describe.crew",
    "describe_film": "describe.describe",
    "export_description": "export.description",
    "film_gaps": "media.gaps",
    "film_people": "describe.film_people",
    "film_speech": "media.speech",
    "probe": "media.probe",
    "shoot": "backlot.shoot",
    "shots": "media.shots",
}

__all__ = [
    "Crew",
    "describe_film",
    "export_description",
    "film_gaps",
    "film_people",
    "film_speech",
    "probe",
    "shoot",
    "shots",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'cinescribe' has no attribute {name!r}; it has {', '.join(__all__)}")
    return getattr(importlib.import_module(f"cinescribe.{_HOMES[name]}"), name)
