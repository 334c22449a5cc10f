"""A screenplay aligned to a film that can be looked at."""

from __future__ import annotations

from pathlib import Path

from cinescribe.corpus.alignment.script_align import AlignedLine, match_script
from cinescribe.corpus.film_folder.film_folder import PICTURES
from cinescribe.media.film.probe import probe
from cinescribe.media.shots.shots import shots


def film_beside(subtitles: Path) -> Path | None:
    """The film that lies beside its subtitles: `film.mp4` of `film.srt` or `film.en.srt`; None where there is none."""
    subtitles = Path(subtitles)
    names = [subtitles.stem, Path(subtitles.stem).stem]
    found = (subtitles.with_name(name + ending) for name in names for ending in PICTURES)
    return next((path for path in found if path.is_file()), None)


def align_script_to_film(script: Path, subtitles: Path, *, film: Path) -> tuple[AlignedLine, ...]:
    """`align_script` with the film's duration and shots, which are found by looking at its pictures.

    Raises:
        FilmError: when the film cannot be read, or has no pictures.
        CorpusError, SubtitleError: as `align_script`.
    """
    seen = probe(film)
    matched = match_script(script, subtitles, duration=seen.duration)
    return matched.lines(shots=shots(seen))
