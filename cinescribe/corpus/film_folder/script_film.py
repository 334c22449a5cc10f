"""Alignment of a screenplay with a film file, whose shots make the times better."""

from __future__ import annotations

from pathlib import Path

from cinescribe.corpus.alignment.align_script import AlignedLine, align_script, match_script
from cinescribe.corpus.film_folder.film_folder import PICTURES
from cinescribe.media.film.probe import probe
from cinescribe.media.shots.shots import shots


def film_beside(subtitles: str | Path) -> Path | None:
    """Return the film beside its subtitles (`film.mp4` for `film.srt` or `film.en.srt`), None if there is none."""
    subtitles = Path(subtitles)
    names = [subtitles.stem, Path(subtitles.stem).stem]
    found = (subtitles.with_name(name + ending) for name in names for ending in PICTURES)
    return next((path for path in found if path.is_file()), None)


def align_script_to_film(
    script: str | Path, subtitles: str | Path, *, film: str | Path | None
) -> tuple[AlignedLine, ...]:
    """Align a screenplay as `align_script` does, with the film's duration and detected shots.

    Args:
        script: Fountain, Final Draft (.fdx), PDF with text, or plain text.
        subtitles: of the film, in the screenplay's language.
        film: the film, such as `film_beside(subtitles)`; without it far fewer sentences get a time.

    Raises:
        FilmError: if the film cannot be read, or has no pictures.
        CorpusError: as `align_script`.
        SubtitleError: as `align_script`.
    """
    script, subtitles = Path(script), Path(subtitles)
    if film is None:
        return align_script(script, subtitles)
    probed = probe(film)
    matched = match_script(script, subtitles, duration=probed.duration)
    return matched.lines(shots=shots(probed))
