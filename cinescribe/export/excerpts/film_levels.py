"""The levels of a whole described film: of a few stretches at first, of all of it once it is measured."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cinescribe.export.excerpts.film_powers import film_powers, kept_powers, sampled_powers
from cinescribe.media.sound.mix_excerpt import WholeMix, expected_mix, sampled_mix
from cinescribe.media.sound.mix_levels import MixLevels
from cinescribe.schema import Film, Script


@dataclass(frozen=True)
class _Known:
    """The levels of the last script that was asked for."""

    script: Script
    mix: MixLevels
    whole: WholeMix


class FilmLevels:
    """The levels of a described film; several threads may ask.

    Args:
        folder: of the description, in which the film's loudness is kept.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._sampled: NDArray[np.float64] | None = None
        self._measured: NDArray[np.float64] | None = None
        self._known: _Known | None = None
        self._lock = threading.Lock()

    def whole(self, script: Script, film: Film, mix: MixLevels) -> WholeMix:
        """Return the levels of the whole mix of a script.

        Args:
            script: the description.
            film: its film; it must exist at its path.
            mix: ducking and loudness of the settings.

        Raises:
            FilmError: when the film cannot be read.
        """
        with self._lock:
            known = self._known
            if known is None or known.script is not script or known.mix != mix:
                known = self._known = _Known(script, mix, self._expected(script, film, mix))
            return known.whole

    def measure(self, film: Film) -> None:
        """Measure the loudness of a whole film, which takes some seconds for each hour, or read what was measured.

        Raises:
            FilmError: when the film cannot be read.
        """
        measured = film_powers(film, self._folder)
        with self._lock:
            self._measured, self._known = measured, None

    def _expected(self, script: Script, film: Film, mix: MixLevels) -> WholeMix:
        if self._measured is None:
            self._measured = kept_powers(film, self._folder)
        if self._measured is not None:
            heard = [cue.span for cue in script.cues if cue.status == "spoken"]
            waiting = sum(cue.pause for cue in script.cues if cue.status == "extended")
            return expected_mix(self._measured, heard, waiting=waiting, levels=mix)
        if self._sampled is None:
            self._sampled = sampled_powers(film)
        return sampled_mix(self._sampled, levels=mix)
