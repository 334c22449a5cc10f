"""Rules of loudness: the described film as loud as the guidelines ask for, no peak above their ceiling."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

from cinescribe.describe.guidelines.finding import Fault, RuleSetting
from cinescribe.describe.guidelines.lint_input import LintInput, MeasuredSound
from cinescribe.export.description import FORMATS
from cinescribe.media import sound as media_sound  # loaded when a film or a narration was exported


def loudness(given: LintInput, setting: RuleSetting) -> Iterator[Fault]:
    """Yield the mixes whose integrated loudness is more than `limit` LU from `target` LUFS."""
    for sound in given.sounds:
        level = sound.loudness.lufs
        if sound.is_mix and abs(level - setting.target) > setting.limit:
            is_silent = math.isinf(level)
            found = "is silent" if is_silent else f"has {level:.1f} LUFS"
            yield Fault(f"{sound.path.name} {found}; expected {setting.target:g} \u00b1 {setting.limit:g}")


def true_peak(given: LintInput, setting: RuleSetting) -> Iterator[Fault]:
    """Yield the sound files whose true peak is above `limit` dBTP."""
    for sound in given.sounds:
        if sound.loudness.peak_dbtp > setting.limit:
            yield Fault(
                f"{sound.path.name} has a true peak of {sound.loudness.peak_dbtp:.1f} dBTP; "
                f"expected at most {setting.limit:g}"
            )


def exported_sounds(folder: Path) -> tuple[MeasuredSound, ...]:
    """Return the described film and the narration that were exported into a description's folder, measured.

    Raises:
        FilmError: when one of them cannot be read.
    """
    mixes = (path for path in sorted(folder.glob(f"{FORMATS['film'].name}.*")) if path.is_file())
    voice = folder / FORMATS["wav"].name
    return tuple(measured(path, is_mix=path != voice) for path in (*mixes, voice) if path.is_file())


def measured(path: Path, *, is_mix: bool) -> MeasuredSound:
    """Return a sound file, or the sound of a film, measured.

    Raises:
        FilmError: when it cannot be read.
    """
    return MeasuredSound(path, is_mix, media_sound.file_loudness(path))
