"""A film's audio description, from the file to the script, in stages that a killed run resumes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from cinescribe.describe.analyse import VERSION, Watched, film_to_watch, read_watched, rows_made, watch
from cinescribe.describe.batches import batches
from cinescribe.describe.captioner_selection import suited
from cinescribe.describe.cast import Cast, read_cast, with_cast, write_cast
from cinescribe.describe.clips import clips
from cinescribe.describe.components import Crew
from cinescribe.describe.event_segmentation import beats
from cinescribe.describe.evidence import drop_evidence, keep_evidence
from cinescribe.describe.film_people import people_in
from cinescribe.describe.placement import place
from cinescribe.describe.portraits import with_portraits
from cinescribe.describe.stages import Stages
from cinescribe.explain.words.word_evidence import VERSION as EXPLAINED
from cinescribe.explain.words.word_evidence import word_evidence
from cinescribe.export.folder import CAST, FACES, FEATURES, LOG, SCRIPT
from cinescribe.generate.captioner import Captioner
from cinescribe.generate.micap_captioner import MicapCaptioner, unseen
from cinescribe.language.parser.parse import shipped_parser
from cinescribe.media.speech.gaps import gaps
from cinescribe.media.speech.speech import united
from cinescribe.media.speech.subtitles import embedded_subtitles, read_subtitles
from cinescribe.schema import Caption, Clip, Face, Film, Person, Script, Speech
from cinescribe.store import digest, read_records, write_record, write_records
from cinescribe.timing import Span


@dataclass(frozen=True)
class _Told:
    """Who writes, and everything they may look at."""

    writer: Captioner
    clips: Sequence[Clip]
    watched: Watched
    people: Sequence[Person]
    faces: Sequence[Face]


def describe_film(
    path: str | Path,
    folder: str | Path,
    *,
    subtitles: str | Path | None = None,
    cast: str | Path | None = None,
    extended: bool = False,
    explain: bool = False,
    crew: Crew | None = None,
) -> Script:
    """The audio description of a film, also written to `folder`.

    What was measured is kept in the folder, so that a second run, after the cast file was edited or the first was
    killed, does only what is left to do.

    Args:
        path: any film that FFmpeg reads, with pictures.
        folder: where the description goes; made if need be.
        subtitles: a subtitle file; by default the film's own text subtitles, if it has any.
        cast: a cast file for this run; by default the one in the folder, which the first run writes.
        extended: whether the film may wait for the voice where a caption fits nowhere.
        explain: whether each cue is to say, word by word where the captioner can be looked into, what led to it, and
            the frames that cues rest on are to be kept in `folder/evidence`.
        crew: who does the work; by default what needs no download.

    Returns:
        The script, as in `folder/script.json`.

    Raises:
        FilmError: the film cannot be read to its end, or has no pictures.
        SubtitleError: the subtitle file cannot be read.
        CastError: the cast file is malformed or names somebody unknown.
        OutputError: the folder cannot be written.

    Example:
        >>> describe_film("film.mp4", "film.ad").spoken()[0].text  # doctest: +SKIP
        'P1 appears in close-up on the left.'
    """
    crew, folder = crew or Crew(), Path(folder)
    film = film_to_watch(path)
    written = read_subtitles(subtitles) if subtitles else embedded_subtitles(film)
    known = _known_cast(folder, cast)
    stages = Stages(folder / FEATURES, folder / LOG)
    key = {
        "film": digest(Path(film.path)),
        "faces": crew.faces.name,
        "measured": VERSION,
        "rows": rows_made(),
        "cinescribe": version("cinescribe"),  # another release may group faces, or word sentences, otherwise
    }

    watched = _watched(film, stages, key, crew)
    people, faces = _cast_people(*_found_people(watched, stages, key, crew), folder, known)
    people = with_portraits(people, faces, watched.glimpses, folder=folder)
    speech = _inside(film, united(written, watched.speech))
    writer = _writer(watched, stages, crew)
    told = _Told(writer, _clips(film, watched, speech, writer), watched, people, faces)
    captions = _captions(told, stages, key, crew)
    if explain:
        captions = _explained(captions, told, stages, crew)
    room = gaps(speech, film.duration)
    cues = place(captions, told.clips, room, voice=crew.voice, speech=speech, extended=extended)

    everybody = (*people, *_unseen(captions, people))
    script = Script(film, people=everybody, shots=watched.shots, speech=speech, gaps=room, cues=cues)
    write_records(folder / FACES, faces)
    if explain:
        keep_evidence(cues, watched.frames, folder=folder)
    else:
        drop_evidence(folder)
    write_record(folder / SCRIPT, script)
    _log_outcome(script, stages)
    return script


def _watched(film: Film, stages: Stages, key: dict[str, Any], crew: Crew) -> Watched:
    def look(folder: Path) -> None:
        watch(film, folder, extractor=crew.faces, progress=lambda time: crew.progress("watch", time / film.duration))

    return read_watched(stages.run("watch", key, look))


def _found_people(
    watched: Watched, stages: Stages, key: dict[str, Any], crew: Crew
) -> tuple[tuple[Person, ...], tuple[Face, ...]]:
    """The people as the faces tell, before the cast file has its say."""

    def group(folder: Path) -> None:
        people, faces = people_in(
            watched.faces, watched.embeddings, watched.shots, same_distance=crew.faces.same_distance
        )
        write_records(folder / "people.jsonl", people)
        write_records(folder / FACES, faces)

    done = stages.run("people", key, group)
    return tuple(read_records(done / "people.jsonl", Person)), tuple(read_records(done / FACES, Face))


def _known_cast(folder: Path, cast: str | Path | None) -> Cast | None:
    """The cast file that is named, else the folder's own; None on a first run."""
    if cast is None and not (folder / CAST).is_file():
        return None
    return read_cast(folder / CAST if cast is None else Path(cast))


def _cast_people(
    people: tuple[Person, ...], faces: tuple[Face, ...], folder: Path, known: Cast | None
) -> tuple[tuple[Person, ...], tuple[Face, ...]]:
    """The people as the cast file has them; the folder's own lists everybody from now on."""
    kept, owned = (people, faces) if known is None else with_cast(people, faces, known)
    found = {person.id for person in people}
    split_off = [person for person in kept if person.id not in found]
    theirs = [face for face in owned if face.person is not None and face.person not in found]
    write_cast(folder / CAST, (*people, *split_off), (*faces, *theirs))
    return kept, owned


def _writer(watched: Watched, stages: Stages, crew: Crew) -> Captioner:
    """Who writes: who was named, or who the film's pictures ask for, which is said."""
    if crew.captioner is not None:
        return crew.captioner
    choice = suited(watched.clip)
    stages.note("chosen", captioner=choice.captioner.name, why=choice.why)
    crew.announce(f"captions by {choice.captioner.name}: {choice.why}")
    return choice.captioner


def _clips(film: Film, watched: Watched, speech: Sequence[Speech], writer: Captioner) -> tuple[Clip, ...]:
    """The clips that are told one by one: for MICap such as it learnt from, otherwise about a shot each."""
    name = Path(film.path).stem
    if isinstance(writer, MicapCaptioner):
        return beats(name, watched.shots, speech=speech, pictures=watched.clip)
    return clips(name, watched.shots)


def _unseen(captions: Sequence[Caption], people: Sequence[Person]) -> list[Person]:
    """Those whom the captions tell of and no face shows, by first mention."""
    known = {person.id for person in people}
    told = dict.fromkeys(person for caption in captions for person in caption.people)
    return [unseen(person) for person in told if person not in known]


def _captions(told: _Told, stages: Stages, key: dict[str, Any], crew: Crew) -> list[Caption]:
    writer = told.writer
    named = [person.replace(portrait=None).to_dict() for person in told.people]
    owners = [face.person for face in told.faces]
    cuts = [clip.span.start for clip in told.clips]

    def write(folder: Path) -> None:
        captions: list[Caption] = []
        for batch in batches(told.clips, told.watched, told.faces, told.people, writer):
            captions += writer.caption(batch)
            crew.progress("captions", len(captions) / len(told.clips))
        write_records(folder / "captions.jsonl", captions)

    done = stages.run("captions", {**key, "by": writer.name, "cuts": cuts, "people": named, "owners": owners}, write)
    return read_records(done / "captions.jsonl", Caption)


def _explained(captions: list[Caption], told: _Told, stages: Stages, crew: Crew) -> list[Caption]:
    """The captions with what led to their words, where the captioner can be asked."""
    writer = told.writer
    if not isinstance(writer, MicapCaptioner):
        return captions

    def look(folder: Path) -> None:
        found: list[Caption] = []
        parser = shipped_parser()
        for batch in batches(told.clips, told.watched, told.faces, told.people, writer):
            for telling in writer.tell(batch):
                words = word_evidence(telling, writer.trained, batch, parser=parser)
                found.append(telling.caption.replace(evidence=(*telling.caption.evidence, *words)))
                crew.progress("evidence", len(found) / len(told.clips))
        write_records(folder / "captions.jsonl", found)

    key = {"captions": [caption.to_dict() for caption in captions], "by": writer.name, "explained": EXPLAINED}
    return read_records(stages.run("evidence", key, look) / "captions.jsonl", Caption)


def _inside(film: Film, speech: Sequence[Speech]) -> tuple[Speech, ...]:
    """The speech without what subtitles tell beyond the film's end."""
    spans = [(one, one.span.within(Span(0.0, film.duration))) for one in speech]
    return tuple(one.replace(span=span) for one, span in spans if span is not None)


def _log_outcome(script: Script, stages: Stages) -> None:
    for cue in script.cues:
        if cue.status != "spoken" or cue.reason:
            stages.note(cue.status, time=cue.span.start, text=cue.text, reason=cue.reason)
    stages.note("described", cues=len(script.spoken()), people=len(script.people), gaps=len(script.gaps))
