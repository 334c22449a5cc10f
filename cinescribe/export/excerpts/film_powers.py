"""How loud a film is from moment to moment: measured once, and kept in the folder of its description."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cinescribe.arrays import Form, read_arrays_like, write_arrays
from cinescribe.errors import OutputError, RecordError
from cinescribe.export.folder import FEATURES
from cinescribe.media.film.read import read_through
from cinescribe.media.film.resample import Samples, Sound
from cinescribe.media.sound.level_gain import powers
from cinescribe.media.sound.loudness import LoudnessMeter
from cinescribe.media.sound.soundtrack import film_part, mixed_format
from cinescribe.output_folder import refuse_links
from cinescribe.schema import Film
from cinescribe.timing import Seconds, Span

_N_STRETCHES, _STRETCH = 6, 3.0  # seconds each, which represent a film until all of it is measured
_FORM: dict[str, Form] = {"powers": (np.float32, 1), "film": (np.int64, 1)}


def sampled_powers(film: Film) -> NDArray[np.float64]:
    """Return the powers of a few stretches of a film, from all its parts, in a moment.

    Raises:
        FilmError: when the film cannot be read.
    """
    starts = np.linspace(0, max(0.0, film.duration - _STRETCH), _N_STRETCHES + 2)[1:-1]
    if film.duration <= _N_STRETCHES * _STRETCH:
        starts = np.zeros(1)
    length = film.duration if len(starts) == 1 else _STRETCH
    parts = [film_part(film, Span(float(start), float(start) + length)) for start in starts]
    return np.concatenate([powers(part.samples, part.rate_hz) for part in parts])


def film_powers(film: Film, folder: Path, *, progress: Callable[[Seconds], None] | None = None) -> NDArray[np.float64]:
    """Return the K-weighted power of every tenth of a second of a film; they are kept in a folder of its description.

    Args:
        film: the film; it must exist at its path.
        folder: of the description; one that cannot be written stays as it is.
        progress: called regularly with the second that was reached.

    Raises:
        FilmError: when the film cannot be read.
    """
    found = kept_powers(film, folder)
    if found is not None:
        return found
    meter = _Meter(mixed_format(film))
    if film.track("audio") is not None:
        read_through(film, sounds=(meter,), progress=progress)
    measured = meter.powers()
    with suppress(OutputError):
        refuse_links(folder, (FEATURES,))
        write_arrays(_path(folder), {"powers": measured.astype(np.float32), "film": _stamp(film)})
    return measured


def kept_powers(film: Film, folder: Path) -> NDArray[np.float64] | None:
    """Return the powers that the folder has of this film; None if there are none, or the file has changed since."""
    try:
        arrays = read_arrays_like(_path(folder), _FORM)
    except RecordError:
        return None
    return arrays["powers"].astype(np.float64) if np.array_equal(arrays["film"], _stamp(film)) else None


def _path(folder: Path) -> Path:
    return folder / FEATURES / "loudness.safetensors"


def _stamp(film: Film) -> NDArray[np.int64]:
    """What changes with the file of a film."""
    facts = Path(film.path).stat()
    return np.array([facts.st_size, facts.st_mtime_ns], np.int64)


class _Meter:
    """A sound sink that measures loudness."""

    def __init__(self, wanted: Sound) -> None:
        self.wants = wanted
        self._meter = LoudnessMeter(wanted.rate_hz, wanted.n_channels or 2)

    def take(self, start: Seconds, samples: Samples) -> None:
        self._meter.take(samples)

    def powers(self) -> NDArray[np.float64]:
        return self._meter.powers()
