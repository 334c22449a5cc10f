"""Annotates one film: collects sentences from the description and the screenplay beside it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path

from cinescribe.corpus.alignment.action_sentences import script_sentences
from cinescribe.corpus.alignment.align_script import match_script
from cinescribe.corpus.core.sentences import FilmSentence, Origin
from cinescribe.corpus.film_folder.film_folder import FilmFiles
from cinescribe.corpus.film_folder.shot_clips import shot_spans
from cinescribe.corpus.narration.asr_transcripts import transcribe_narration
from cinescribe.corpus.narration.described_track import segment_ad
from cinescribe.corpus.narration.recognisers import Recogniser
from cinescribe.corpus.narration.transcripts import read_transcript, unchanged_time
from cinescribe.corpus.screenplays.screenplay import script_cast
from cinescribe.errors import InputError, RecordError
from cinescribe.input_files import digest
from cinescribe.media.film.probe import probe
from cinescribe.media.shots.shots import shots
from cinescribe.record import Record
from cinescribe.schema import Film
from cinescribe.store import read_record, write_record
from cinescribe.timing import Seconds, Span

_VERSION = "2"  # of the annotation; cached files of another version are computed again


@dataclass(frozen=True)
class FilmAnnotation(Record):
    """All sentences that describe a film, from every source.

    Args:
        film: id of the film.
        digest: SHA-256 of the film's file.
        dependencies: what else the annotation depends on: version, recogniser, and name and SHA-256 of every other
            file.
        duration: duration of the film.
        description: sentences of the audio description, from a transcript or speech recognition.
        recogniser: name of the speech recogniser of the description; None if a person transcribed it.
        script: sentences of the screenplay.
        cast: speaking characters of the screenplay.
        faults: files of the film that could not be used, and why.
        shot_spans: spans of its clips if it has neither description nor script.
    """

    film: str
    digest: str
    dependencies: tuple[str, ...]
    duration: Seconds
    description: tuple[FilmSentence, ...] = ()
    recogniser: str | None = None
    script: tuple[FilmSentence, ...] = ()
    cast: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()
    shot_spans: tuple[Span, ...] = ()

    @property
    def source(self) -> Origin | None:
        """The source of the film's clips: its description, which fits the film as shot, else its script, else None."""
        if self.description:
            return "description"
        return "script" if self.script else None

    @property
    def sentences(self) -> tuple[FilmSentence, ...]:
        """The sentences of `source`, which become clips."""
        return self.script if self.source == "script" else self.description


def annotate_film(files: FilmFiles, cache: Path, *, asr: Recogniser | None = None) -> FilmAnnotation:
    """Return the annotation of a film, computed once and cached until a file or the recogniser changes.

    A file of the film that cannot be used is recorded in `faults` and raises no error, so that one wrong screenplay
    does not stop a whole corpus.

    Args:
        files: the film and its files.
        cache: file of the cached annotation.
        asr: speech recogniser for descriptions without a transcript, if the film has no screenplay; None to skip them.

    Raises:
        FilmError: if the film cannot be read.
        RecordError: if a file beside it cannot be opened.
        OutputError: if `cache` cannot be written.
    """
    film_digest, *others = (digest(path) for path in files.all())
    names = (path.name for path in files.all()[1:])
    dependencies = (_VERSION, asr.name if asr else "", *(" ".join(pair) for pair in zip(names, others, strict=True)))
    old = _cached(cache)
    if old is not None and (old.film, old.digest, old.dependencies) == (files.id, film_digest, dependencies):
        return old
    film = probe(files.film)
    annotation = FilmAnnotation(files.id, film_digest, dependencies, film.duration)
    for add in (_with_script, _with_transcript, partial(_with_recognised, asr=asr)):
        annotation = add(annotation, files, film)
    if annotation.source is None:
        annotation = annotation.replace(shot_spans=shot_spans(film))
    write_record(cache, annotation)
    return annotation


def _cached(path: Path) -> FilmAnnotation | None:
    try:
        return read_record(path, FilmAnnotation) if path.is_file() else None
    except RecordError:  # of another version, or damaged: the annotation is computed again
        return None


def _with_script(annotation: FilmAnnotation, files: FilmFiles, film: Film) -> FilmAnnotation:
    if files.script is None:
        return annotation
    if files.subtitles is None:
        advice = f"a screenplay needs subtitles for its times; add {files.film.stem}.srt"
        return _with_fault(annotation, files.script, advice)
    try:
        matched = match_script(files.script, files.subtitles, duration=film.duration)
        cast = tuple(character.name for character in script_cast(files.script))
    except InputError as error:
        return _with_fault(annotation, files.script, str(error))
    cuts = shots(film) if film.track("video") else ()
    # Uncertain sentences are kept with the reason in `left_out`, so that people can correct them.
    aligned = matched.lines(shots=cuts, min_score=0.0, min_certainty=0.0)
    return annotation.replace(script=script_sentences(aligned), cast=cast)


def _with_transcript(annotation: FilmAnnotation, files: FilmFiles, film: Film) -> FilmAnnotation:
    """Add the sentences of a transcript; if there is a described track too, its alignment gives the film's clock."""
    if files.transcript is None:
        return annotation
    try:
        film_time = segment_ad(files.film, files.described).alignment.film_time if files.described else unchanged_time
        sentences = read_transcript(files.transcript, film_time=film_time)
    except InputError as error:
        return _with_fault(annotation, files.transcript, str(error))
    if not sentences:
        return _with_fault(annotation, files.transcript, "it has no sentence; transcribe the narration, or remove it")
    return annotation.replace(description=sentences)


def _with_recognised(
    annotation: FilmAnnotation, files: FilmFiles, film: Film, *, asr: Recogniser | None
) -> FilmAnnotation:
    """Add recognised sentences of the described track if the film has no other source."""
    if files.described is None or annotation.source is not None:
        return annotation
    if asr is None:
        advice = f"it has no transcript; add {files.film.stem}.described.vtt, or choose a speech recogniser"
        return _with_fault(annotation, files.described, advice)
    try:
        sentences = transcribe_narration(files.film, files.described, asr=asr.load())
    except InputError as error:
        return _with_fault(annotation, files.described, str(error))
    if not sentences:
        return _with_fault(annotation, files.described, "it has no narration besides the film's own sound")
    return annotation.replace(description=sentences, recogniser=asr.name)


def _with_fault(annotation: FilmAnnotation, path: Path, reason: str) -> FilmAnnotation:
    return annotation.replace(faults=(*annotation.faults, f"{path.name}: {reason}"))
