"""What a transfer measures: how two cuts of a film run together, and the shots and the speech of the new one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from cinescribe.describe.stages import Stages
from cinescribe.describe.transfer.described_source import DescribedSource
from cinescribe.media.shots.shots import ShotFinder
from cinescribe.media.speech.speech import VoiceDetector
from cinescribe.media.versions.alignment import VersionAlignment, aligned_versions
from cinescribe.media.versions.film_signature import film_signature
from cinescribe.progress import Progress
from cinescribe.schema import Film, Shot, Speech
from cinescribe.store import read_record, read_records, write_record, write_records
from cinescribe.timing import Seconds

_STAGE = "versions"
_VERSION = 1  # of the measurements; raising it makes them be made again
_ALIGNMENT = "alignment.json"


@dataclass(frozen=True)
class CutMeasurements:
    """What was measured in two cuts of a film.

    Args:
        alignment: what they share.
        shots: of the new cut.
        speech, certain: all speech that was detected in the new cut, and what is certain of it.
        old_speech: that of the old cut, where its description knows none.
    """

    alignment: VersionAlignment
    shots: tuple[Shot, ...]
    speech: tuple[Speech, ...]
    certain: tuple[Speech, ...]
    old_speech: tuple[Speech, ...]


def measured_cuts(source: DescribedSource, film: Film, stages: Stages, *, progress: Progress) -> CutMeasurements:
    """Measure two cuts of a film, each in one pass; what an earlier run has measured is read.

    Args:
        source: the description of the old cut.
        film: the new cut, with its digest.
        stages: keeps what is measured.
        progress: called with the film that is read, and the share that is done.

    Raises:
        FilmError: when a film cannot be read to its end.
        OutputError: when the folder cannot be written.
    """
    is_silent = not source.state.script.speech
    key = {"old": source.film.digest, "new": film.digest, "measured": _VERSION, "speech": is_silent}

    def work(folder: Path) -> None:
        shots, voice, old_voice = ShotFinder(), VoiceDetector(), VoiceDetector()
        heard_before = (old_voice,) if is_silent else ()
        old = film_signature(source.film, sounds=heard_before, progress=_share(progress, "old film", source.film))
        new = film_signature(film, pictures=(shots,), sounds=(voice,), progress=_share(progress, "new film", film))
        progress("alignment", 0.0)
        write_record(folder / _ALIGNMENT, aligned_versions(old, new))
        write_records(folder / "shots.jsonl", shots.shots(film.duration))
        write_records(folder / "speech.jsonl", voice.speech())
        write_records(folder / "certain.jsonl", voice.certain_speech())
        write_records(folder / "old.jsonl", old_voice.speech() if is_silent else ())

    folder = stages.run(_STAGE, key, work)
    speech, certain, before = (tuple(read_records(folder / f"{name}.jsonl", Speech)) for name in _SPEECH)
    alignment = read_record(folder / _ALIGNMENT, VersionAlignment)
    return CutMeasurements(alignment, tuple(read_records(folder / "shots.jsonl", Shot)), speech, certain, before)


_SPEECH = ("speech", "certain", "old")


def _share(progress: Progress, stage: str, film: Film) -> Callable[[Seconds], None]:
    return lambda time: progress(stage, time / film.duration)
