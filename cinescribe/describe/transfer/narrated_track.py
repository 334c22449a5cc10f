"""A described sound track as a description: its narration, with words from a transcript or a transcriber."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cinescribe.corpus.core.sentences import FilmSentence
from cinescribe.corpus.narration.asr_transcripts import transcribe_narration
from cinescribe.corpus.narration.described_track import Alignment, DescriptionAudio, segment_ad
from cinescribe.corpus.narration.transcripts import film_span
from cinescribe.describe.editing.changed_cue import free_id
from cinescribe.describe.stages import Stages
from cinescribe.describe.transfer.described_source import (
    DescribedSource,
    WrittenCues,
    described_film,
    source_of_cues,
    written_cues,
)
from cinescribe.errors import FilmError, ParameterError
from cinescribe.input_files import digest
from cinescribe.language_tags import file_name_language
from cinescribe.media.film.probe import probe
from cinescribe.media.transcription.transcriber import Transcriber
from cinescribe.progress import Progress
from cinescribe.schema import Cue, Film
from cinescribe.store import read_record, read_records, write_record, write_records
from cinescribe.timing import Span, clock

_STAGE = "narration"
_VERSION = 1  # of how narration is found; raising it makes it be found again
_NARRATION, _SENTENCES = "narration.json", "sentences.jsonl"
_MOSTLY = 0.5  # share of a cue's time that must be of the film's sound, for the cue to be in the film
_MOST_TIMES = 5  # that a remark lists
_OUTSIDE = "the described track has nothing of the film where it is said"


@dataclass(frozen=True)
class NarratedTrack:
    """A described track, with where its words come from.

    Args:
        path: a sound file, or a film, with the narrator in its sound.
        film: the same film without the narrator, with its digest.
        written: its transcript, on the clock of the track; None: a transcriber writes it down.
        transcriber: of the narrator's voice; None if there is a transcript.
        who: the name for the journal.
    """

    path: Path
    film: Film
    written: WrittenCues | None
    transcriber: Transcriber | None
    who: str

    def description(self, stages: Stages, *, progress: Progress) -> DescribedSource:
        """Find the narration, and return it as a description; what an earlier run has found is read.

        Args:
            stages: keeps what is found.
            progress: called with each stage and the share of it that is done.

        Raises:
            FilmError: when a sound track cannot be read, or nobody narrates in it.
            CorpusError: when a track is silent or shorter than 5 s, or the two belong to different films.
            ModelError: when the transcriber fails.
            OutputError: when the folder cannot be written.
        """
        key = {"film": self.film.digest, "track": digest(self.path), "found": _VERSION}
        if self.written is None:
            assert self.transcriber is not None
            return self._heard(stages, key, self.transcriber, progress)

        def find(folder: Path) -> None:
            write_record(folder / _NARRATION, segment_ad(self.film.path, self.path, progress=progress))

        found = read_record(stages.run(_STAGE, key, find) / _NARRATION, DescriptionAudio)
        self._check_narrated(found.segments)
        cues = [_in_film(cue, found.alignment) for cue in self.written.cues]
        return source_of_cues(
            cues,
            self.written.people,
            self.film,
            who=self.who,
            name=self.path.name,
            language=self.written.language,
            remarks=_remarks(self.written.cues, cues, found),
        )

    def _heard(
        self, stages: Stages, key: Mapping[str, object], transcriber: Transcriber, progress: Progress
    ) -> DescribedSource:
        language = file_name_language(self.path) or "en"

        def find(folder: Path) -> None:
            film = Path(self.film.path)
            found = transcribe_narration(film, self.path, asr=transcriber, language=language, progress=progress)
            write_records(folder / _SENTENCES, found)

        folder = stages.run(_STAGE, {**key, "transcriber": transcriber.name, "language": language}, find)
        cues = _heard_cues(read_records(folder / _SENTENCES, FilmSentence), transcriber.name)
        self._check_narrated(cues)
        remark = f"the words of all {len(cues)} cues were heard by {transcriber.name}, and nobody has checked them"
        return source_of_cues(
            cues, (), self.film, who=self.who, name=self.path.name, language=language, remarks=(remark,)
        )

    def _check_narrated(self, found: Sequence[object]) -> None:
        if not found:
            raise FilmError(
                f"nobody narrates in {str(self.path)!r} besides the sound of {self.film.path!r}; name a described "
                "track, or a file of cues"
            )


def narrated_track(
    path: Path, film: Path | None, *, transcript: Path | None, transcriber: Transcriber | None, who: str
) -> NarratedTrack:
    """Return a described track, after all that can be checked at once.

    Args:
        path: a sound file, or a film, with the narrator in its sound.
        film: the same film without the narrator.
        transcript: what the narrator says and when, on the clock of the track: WebVTT, SubRip, DAPT, CSV or text.
        transcriber: writes it down where there is no transcript.
        who: the name for the journal.

    Raises:
        ParameterError: when there is no film, or neither transcript nor transcriber, or both.
        FilmError: when a file cannot be read, or has no sound.
        SubtitleError: when the transcript cannot be read.
    """
    if film is None:
        raise ParameterError(
            f"{str(path)!r} is a described track; give its film, with its own sound only, as `old_film`"
        )
    if transcript is None and transcriber is None:
        raise ParameterError(
            f"what is said in {str(path)!r} is not written; give its `transcript`, or a `transcriber` that writes it"
        )
    if transcript is not None and transcriber is not None:
        raise ParameterError("there are a `transcript` and a `transcriber`; give one of them")
    known = described_film(film)
    for one in (known, probe(path)):
        if one.track("audio") is None:
            raise FilmError(f"{one.path!r} has no sound; the narrator is found by comparing the sound of both files")
    return NarratedTrack(path, known, None if transcript is None else written_cues(transcript), transcriber, who)


def _in_film(cue: Cue, alignment: Alignment) -> Cue:
    """A cue on the film's clock; it lasts as long as before, since the voice does."""
    if cue.status == "dropped":
        at = film_span(cue.span, alignment.film_time).start
        return cue.replace(span=Span(at, at))
    span = film_span(cue.span, alignment.film_time)
    if span.duration < _MOSTLY * cue.span.duration:
        return cue.replace(span=Span(span.start, span.start), status="dropped", pause=0.0, reason=_OUTSIDE)
    start = round(span.start, 3)
    return cue.replace(span=Span(start, round(start + cue.span.duration, 3)))


def _remarks(written: Sequence[Cue], cues: Sequence[Cue], found: DescriptionAudio) -> Iterator[str]:
    """Where the transcript and the narration that was found differ; times are those of the described track."""
    narrated, said = [one.span for one in found.segments], [cue for cue in written if cue.status != "dropped"]
    outside = {cue.id for cue in cues if cue.reason == _OUTSIDE}
    if outside:
        where = _times(cue.span for cue in said if cue.id in outside)
        yield f"{len(outside)} of {len(said)} cues are dropped, since {_OUTSIDE}: {where}"
    unheard = [cue.span for cue in said if cue.id not in outside and not _touches(cue.span, narrated)]
    if unheard:
        yield (
            f"no narration is heard in the described track at {len(unheard)} of {len(said)} cues: {_times(unheard)}; "
            "check that the transcript is on its clock"
        )
    wordless = [span for span in narrated if not _touches(span, [cue.span for cue in said])]
    if wordless:
        yield f"the transcript has no words for {len(wordless)} of {len(narrated)} narrations: {_times(wordless)}"


def _touches(span: Span, others: Iterable[Span]) -> bool:
    return any(span.overlap(other) > 0 for other in others)


def _times(spans: Iterable[Span]) -> str:
    times = [clock(span.start) for span in spans]
    more = f" and {len(times) - _MOST_TIMES} more" if len(times) > _MOST_TIMES else ""
    return ", ".join(times[:_MOST_TIMES]) + more


def _heard_cues(sentences: Iterable[FilmSentence], by: str) -> list[Cue]:
    cues, taken = list[Cue](), set[str]()
    for one in sentences:
        cues.append(Cue(one.span, one.text, by=by, id=free_id(one.span.start, taken)))
        taken.add(cues[-1].id)
    return cues
