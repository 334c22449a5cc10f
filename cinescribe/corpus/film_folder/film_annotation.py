"""What is told of one film, gathered from all that lies beside it: its described sound track and its screenplay."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path

from cinescribe.corpus.alignment.action_sentences import script_sentences
from cinescribe.corpus.alignment.script_align import match_script
from cinescribe.corpus.core.sentences import FilmSentence
from cinescribe.corpus.film_folder.film_folder import FilmFiles
from cinescribe.corpus.film_folder.shot_clips import shot_spans
from cinescribe.corpus.narration.asr_transcripts import narrated_sentences
from cinescribe.corpus.narration.described_track import segment_ad
from cinescribe.corpus.narration.recognisers import Recogniser
from cinescribe.corpus.narration.transcripts import as_it_is, read_transcript
from cinescribe.corpus.screenplays.screenplay import script_cast
from cinescribe.errors import InputError, RecordError
from cinescribe.media.film.probe import probe
from cinescribe.media.shots.shots import shots
from cinescribe.record import Record
from cinescribe.schema import Film
from cinescribe.store import digest, read_record, write_record
from cinescribe.timing import Seconds, Span

VERSION = "2"  # of how sentences are found; those of another version are found anew


@dataclass(frozen=True)
class FilmTelling(Record):
    """All sentences that describe a film, those that were not chosen too.

    Args:
        film: its id.
        digest: SHA-256 of the film's file.
        made: what else it depends on: version, recogniser, and the name and SHA-256 of every other file.
        duration: of the film.
        description: what the narrator says, where somebody wrote it down or it was recognised.
        heard_by: the recogniser of the narrator's words; None where a person wrote them down.
        script: sentences of the screenplay.
        cast: those who speak in the screenplay.
        faults: what lies beside the film and could not be used, and why.
        untold: the spans of its clips where nothing describes it.
    """

    film: str
    digest: str
    made: tuple[str, ...]
    duration: Seconds
    description: tuple[FilmSentence, ...] = ()
    heard_by: str | None = None
    script: tuple[FilmSentence, ...] = ()
    cast: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()
    untold: tuple[Span, ...] = ()

    @property
    def chosen(self) -> tuple[FilmSentence, ...]:
        """The sentences that become clips: the description's, made of the film as it was shot, else the script's."""
        return self.description or self.script


def film_telling(files: FilmFiles, kept: Path, *, asr: Recogniser | None = None) -> FilmTelling:
    """What is told of a film; found once, and kept on disk until a file or the recogniser changes.

    What lies beside the film and cannot be used is a fault of the telling, and no error: one wrong script does not
    keep a folder of films from becoming a corpus.

    Args:
        files: the film and what lies beside it.
        kept: the file in which the telling is kept.
        asr: recognises what a narrator says whom nobody wrote down, of films that no screenplay tells; None does not.

    Raises:
        FilmError: when the film cannot be read.
        RecordError: when a file beside it cannot be opened.
        OutputError: when `kept` cannot be written.
    """
    film_digest, *others = (digest(path) for path in files.all())
    names = (path.name for path in files.all()[1:])
    made = (VERSION, asr.name if asr else "", *(" ".join(pair) for pair in zip(names, others, strict=True)))
    old = _kept(kept)
    if old is not None and (old.film, old.digest, old.made) == (files.id, film_digest, made):
        return old
    film = probe(files.film)
    told = FilmTelling(files.id, film_digest, made, film.duration)
    for add in (_with_script, _with_description, partial(_with_recognised, asr=asr)):
        told = add(told, files, film)
    if not told.chosen:
        told = told.replace(untold=shot_spans(film))
    write_record(kept, told)
    return told


def _kept(path: Path) -> FilmTelling | None:
    try:
        return read_record(path, FilmTelling) if path.is_file() else None
    except RecordError:  # of another version, or spoilt: the film's files are read anew
        return None


def _with_script(told: FilmTelling, files: FilmFiles, film: Film) -> FilmTelling:
    if files.script is None:
        return told
    if files.subtitles is None:
        return _faulty(
            told, files.script, f"a screenplay finds its times by subtitles; put {files.film.stem}.srt there"
        )
    try:
        matched = match_script(files.script, files.subtitles, duration=film.duration)
        cast = tuple(character.name for character in script_cast(files.script))
    except InputError as error:
        return _faulty(told, files.script, str(error))
    cut = shots(film) if film.first("video") else ()
    # Those without a sure time too: they say why they are left out, and a correction may bring them back.
    aligned = matched.lines(shots=cut, least_score=0.0, least_certainty=0.0)
    return told.replace(script=script_sentences(aligned), cast=cast)


def _with_description(told: FilmTelling, files: FilmFiles, film: Film) -> FilmTelling:
    """With what somebody wrote down of the narrator; on the film's clock, where the described track is there too."""
    if files.transcript is None:
        return told
    try:
        film_time = segment_ad(files.film, files.described).alignment.film_time if files.described else as_it_is
        sentences = read_transcript(files.transcript, film_time=film_time)
    except InputError as error:
        return _faulty(told, files.transcript, str(error))
    if not sentences:
        return _faulty(told, files.transcript, "no sentence is in it; write down what the narrator says, or remove it")
    return told.replace(description=sentences)


def _with_recognised(told: FilmTelling, files: FilmFiles, film: Film, *, asr: Recogniser | None) -> FilmTelling:
    """With what is recognised of the narrator, where nothing better is there."""
    if files.described is None or told.description or told.script:
        return told
    if asr is None:
        wanted = f"nobody wrote down what is said; put {files.film.stem}.described.vtt there, or name a recogniser"
        return _faulty(told, files.described, wanted)
    try:
        sentences = narrated_sentences(files.film, files.described, asr=asr.load())
    except InputError as error:
        return _faulty(told, files.described, str(error))
    if not sentences:
        return _faulty(told, files.described, "no narrator is heard in it beside the film's own sound")
    return told.replace(description=sentences, heard_by=asr.name)


def _faulty(told: FilmTelling, path: Path, why: str) -> FilmTelling:
    return told.replace(faults=(*told.faults, f"{path.name}: {why}"))
