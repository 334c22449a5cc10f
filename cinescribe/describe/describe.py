"""Writes a film's audio description, in stages that a killed run resumes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

from cinescribe.describe.analyse import (
    CHECKPOINT,
    HEARD,
    VERSION,
    Analysis,
    extractor_names,
    listen,
    read_analysis,
    seeable_film,
    watch,
)
from cinescribe.describe.batches import batches
from cinescribe.describe.captioner_selection import doubts, suitable_captioner
from cinescribe.describe.cast import Cast, applied_cast, own_cast, read_cast
from cinescribe.describe.clips import shot_clips
from cinescribe.describe.components import Components
from cinescribe.describe.editing.comparison import Remark
from cinescribe.describe.editing.conflicts import conflicts
from cinescribe.describe.editing.replay import edited_ids
from cinescribe.describe.editing.workspace import State, Workspace
from cinescribe.describe.event_segmentation import event_clips
from cinescribe.describe.evidence import drop_evidence, keep_evidence
from cinescribe.describe.film_features import with_further
from cinescribe.describe.folder_film import check_film, claim_description, set_aside
from cinescribe.describe.narration.commonsense_notes import with_notes
from cinescribe.describe.narration.figures import film_figures, with_figures
from cinescribe.describe.narration.film_narration import FilmFacts, narrate_film, with_cues
from cinescribe.describe.placement.film_placement import film_placement
from cinescribe.describe.placement.outcome import log_outcome
from cinescribe.describe.portraits import with_portraits
from cinescribe.describe.scenes.film_scenes import film_scenes
from cinescribe.describe.scenes.person_words import CaptionedFilm, off_screen, with_pointed_people
from cinescribe.describe.scenes.scene_people import analysed_people, with_wide_shots
from cinescribe.describe.stages import Stages
from cinescribe.describe.text_captions import subtitles_translate, text_captions, untranslated
from cinescribe.describe.windows import captions_of, sentences_of, window_clips, write_predictions
from cinescribe.explain.words.word_evidence import VERSION as EVIDENCE_VERSION
from cinescribe.explain.words.word_evidence import word_evidence
from cinescribe.export.folder import FACES, FEATURES, LOG
from cinescribe.export.narration import NarratedMoment, keep_narration
from cinescribe.features.extraction.extractors import bodies_version
from cinescribe.file_names import check_utf8
from cinescribe.generate.captioner import Captioner
from cinescribe.input_files import digest
from cinescribe.language.parser.parse import shipped_parser
from cinescribe.media.film.tags import title_and_story
from cinescribe.media.film.tracks import BY_FLAGS, Tracks, sound_line, with_tracks
from cinescribe.media.speech.film_subtitles import file_line, subtitle_line
from cinescribe.media.speech.gaps import gaps
from cinescribe.media.speech.speech import merge_speech, written_speech
from cinescribe.media.speech.subtitles import Subtitles
from cinescribe.media.voice.voice_language import voice_line
from cinescribe.schema import Caption, Clip, Cue, Face, Film, Person, Script, Speech
from cinescribe.store import read_records, write_records
from cinescribe.timing import Span

LANGUAGE = "en"  # of descriptions
DIRECTLY = "somebody"  # who changed a cue in script.json with an editor


@dataclass(frozen=True)
class _Run:
    """What every stage of one description shares.

    Args:
        film: the film.
        folder: of the description.
        stages: runs and caches the stages.
        components: captioner, voice, faces and progress.
        key: what all stages depend on.
    """

    film: Film
    folder: Path
    stages: Stages
    components: Components
    key: dict[str, Any]


@dataclass(frozen=True)
class _CaptionInputs:
    """The captioner and everything it may look at."""

    captioner: Captioner
    clips: Sequence[Clip]
    analysis: Analysis
    people: Sequence[Person]
    faces: Sequence[Face]


def describe_film(
    path: str | Path,
    folder: str | Path,
    *,
    subtitles: str | Path | None = None,
    tracks: Tracks = BY_FLAGS,
    cast: str | Path | None = None,
    windows: str | Path | None = None,
    extended: bool = False,
    explain: bool = False,
    new: bool = False,
    components: Components | None = None,
) -> Script:
    """Write the audio description of a film to `folder`, and return it.

    Measurements are cached in the folder. A second run, after the cast file was edited or the first run was killed,
    does only what is left. Cues that somebody edited by hand stay as they are; the others are placed around them.

    Args:
        path: any film with pictures that FFmpeg reads.
        folder: where the description goes; created if needed.
        subtitles: a subtitle file; by default the film's own text subtitles, if it has any.
        tracks: the sound and the subtitles to use, of a film that has several.
        cast: a cast file for this run; by default the one in the folder, which the first run writes.
        windows: a file of intervals to describe in place of shots or pauses, as `read_windows` reads it; the text of
            each is also written to `folder/predictions.jsonl`.
        extended: whether the film may pause for the voice where a caption fits nowhere.
        explain: whether to add evidence for single words, and to keep the frames of cues in `folder/evidence`.
        new: whether to start over: what is in the folder is moved to a folder inside it.
        components: captioner, voice and face models; the defaults need no download.

    Returns:
        The script, as in `folder/script.json`.

    Raises:
        FilmError: the film cannot be read to its end, has no pictures, or has no such tracks.
        RecordError: the film's path cannot be written down as text.
        SubtitleError: the subtitle file cannot be read.
        CastError: the cast file is malformed or names somebody unknown.
        CorpusError: the file of windows is malformed, or has none of this film.
        OutputError: the folder cannot be written, holds the description of another film, or was not made for a
            description.

    Example:
        >>> describe_film("film.mp4", "film.ad").spoken()[0].text  # doctest: +SKIP
    """
    check_utf8(Path(path))
    film = with_tracks(seeable_film(path), tracks)
    given = None if cast is None else read_cast(Path(cast))
    asked = () if windows is None else window_clips(Path(windows), film)
    claim_description(Path(folder))
    if new:
        set_aside(Path(folder))
    run = _run(film, Path(folder), components or Components())
    changed_film = check_film(run.folder, run.film)
    written = written_speech(run.film, subtitles)
    _announce_tracks(run, subtitles, written)
    known = own_cast(run.folder) if given is None else given

    analysis = _analysis(run)
    people, faces = _people(run, analysis, known)
    certain, sounds = analysis.certain_speech, written.sounds
    speech = _within_film(run.film, merge_speech(written.speech, analysis.speech, certain=certain, sounds=sounds))
    translates = subtitles_translate(run.film, language=LANGUAGE)
    kept_clear = untranslated(speech, analysis.texts) if translates else speech
    pauses = gaps(kept_clear, run.film.duration)
    read = tuple(text_captions(analysis.texts, translates=translates))
    spans, about = tuple(clip.span for clip in asked), title_and_story(film.path)
    facts = FilmFacts(
        run.film, analysis, film_scenes(analysis), people, faces, speech, tuple(pauses), read, spans, about
    )
    clips, captions, moments = _written(run, facts, asked, explain=explain)
    writer, announce = run.components.notes, run.components.announce
    captions = with_notes(captions, clips, facts, writer=writer, stages=run.stages, key=run.key, announce=announce)
    figures = film_figures(run.film, analysis, run.components.figures, run.stages, key=run.key, announce=announce)
    people = (*people, *off_screen(captions, people))
    draft = Script(
        run.film,
        people=people, shots=analysis.shots, speech=speech, gaps=pauses, texts=analysis.texts, language=LANGUAGE,
    )  # fmt: skip
    write_records(run.folder / FACES, faces)
    voice = run.components.voice
    placed = film_placement(
        (*read, *captions), clips, pauses,
        analysis=analysis, scenes=facts.scenes, voice=voice, speech=kept_clear, extended=extended,
    )  # fmt: skip

    def placing(hand_made: Sequence[Cue], edited: Collection[str]) -> tuple[Cue, ...]:
        return with_figures(placed(hand_made=hand_made, edited=edited), figures, announce)

    run.components.progress("placing", 0.0)
    script, remarks = _save(run, draft, placing)
    keep_narration(run.folder, with_cues(moments, captions, script.cues))
    _announce_conflicts(run, changed_film, remarks)
    _update_evidence(run, analysis, script.cues, keep=explain)
    log_outcome(script, captions, run.stages)
    return script


def _written(
    run: _Run, film: FilmFacts, asked: tuple[Clip, ...], *, explain: bool
) -> tuple[Sequence[Clip], list[Caption], Sequence[NarratedMoment]]:
    """The clips, their captions, and the moments of a narration, of which there are none if a captioner writes."""
    narrator = run.components.narrator
    if narrator is not None:
        report = partial(run.components.progress, "narration")
        voice, stages = run.components.voice, run.stages
        announce = run.components.announce
        found = narrate_film(film, narrator, voice, stages=stages, key=run.key, progress=report, announce=announce)
        if asked:
            write_predictions(run.folder, asked, sentences_of(asked, found.moments))
        return (), list(found.captions), found.moments
    captioner = _captioner(run, film.analysis)
    clips = asked or _clips(run.film, film.analysis, film.speech, captioner)
    analysis = _with_further(run, film.analysis, captioner)
    inputs = _CaptionInputs(captioner, clips, analysis, film.people, film.faces)
    captions = _captions(run, inputs)
    captions = _with_word_evidence(run, inputs, captions) if explain else captions
    made = CaptionedFilm(run.film, film, captioner, clips)
    captions = with_pointed_people(captions, made, run.components, stages=run.stages, key=run.key)
    if asked:
        write_predictions(run.folder, asked, captions_of(asked, captions))
    return clips, captions, ()


def _save(run: _Run, draft: Script, placing: Callable[..., tuple[Cue, ...]]) -> tuple[Script, tuple[Remark, ...]]:
    """Place the cues of a draft around those edited by hand, and save it; return the script and what to look at."""
    workspace = Workspace(run.folder)
    with workspace.locked():
        before = workspace.load(who=DIRECTLY) if workspace.has_script() else State(draft)
        made = [cue for cue in before.script.cues if cue.is_seen]
        cues = placing(hand_made=made, edited=edited_ids(before.revisions))
        script = workspace.save_draft(draft.replace(cues=cues)).script
    return script, conflicts(before.script, script)


def _announce_tracks(run: _Run, subtitles: str | Path | None, written: Subtitles) -> None:
    """Announce and log which sound and subtitles are used, and whether the voice speaks the language of the cues."""
    of_text = subtitle_line(run.film, written) if subtitles is None else file_line(run.film, subtitles, written)
    voice = voice_line(run.components.voice.name, language=LANGUAGE)
    for line in filter(None, (sound_line(run.film), of_text, *written.remarks, voice)):
        run.stages.note("tracks", what=line)
        run.components.announce(line)


def _announce_conflicts(run: _Run, changed_film: str | None, remarks: Sequence[Remark]) -> None:
    """Announce and log what somebody who edited the description should look at."""
    lines = [f"cue {remark.cue}: {remark.text}" for remark in remarks]
    if changed_film is not None:
        lines.insert(0, changed_film)
    for line in lines:
        run.stages.note("conflict", what=line)
        run.components.announce(f"look at this: {line}")


def _run(film: Film, folder: Path, components: Components) -> _Run:
    film = film.replace(digest=digest(Path(film.path)))
    key = {
        "film": film.digest,
        "faces": components.faces.name + ", wide shots" * (components.wide_shots is not None),
        "measured": VERSION,
        "rows": extractor_names(),
        "bodies": bodies_version(),
        "cinescribe": version("cinescribe"),  # another release may group faces, or word sentences, differently
    }
    return _Run(film, folder, Stages(folder / FEATURES, folder / LOG, progress=components.progress), components, key)


def _analysis(run: _Run) -> Analysis:
    stages, film = run.stages, run.film

    def reporting(stage: str) -> Callable[[float], None]:
        return lambda time: run.components.progress(stage, time / film.duration)

    def hear(folder: Path) -> None:
        listen(film, folder, progress=reporting("listen"))

    def see(folder: Path) -> None:
        faces = run.components.faces
        watch(film, folder, extractor=faces, key=run.key, progress=reporting("watch"), note=stages.note)

    sound = film.track("audio")
    key = {name: run.key[name] for name in ("film", "measured", "cinescribe")}
    heard = stages.run("listen", {**key, "sound": None if sound is None else sound.index, "heard": HEARD}, hear)
    analysis = read_analysis(heard, stages.run("watch", run.key, see, checkpoint=CHECKPOINT))
    wide = run.components.wide_shots
    return with_wide_shots(analysis, film, wide, stages=stages, key=run.key, progress=reporting("wide shots"))


def _people(run: _Run, analysis: Analysis, known: Cast | None) -> tuple[tuple[Person, ...], tuple[Face, ...]]:
    """The people after the cast file was applied, with portraits, and the faces with their persons."""
    people, faces = applied_cast(*_found_people(run, analysis), run.folder, known)
    return with_portraits(people, faces, analysis.face_crops, folder=run.folder, film=run.film), faces


def _found_people(run: _Run, analysis: Analysis) -> tuple[tuple[Person, ...], tuple[Face, ...]]:
    """The people that the faces show, before the cast file is applied."""

    def work(folder: Path) -> None:
        parts = run.components
        people, faces = analysed_people(analysis, parts.faces, in_scenes=parts.wide_shots is not None)
        write_records(folder / "people.jsonl", people)
        write_records(folder / FACES, faces)

    done = run.stages.run("people", run.key, work)
    return tuple(read_records(done / "people.jsonl", Person)), tuple(read_records(done / FACES, Face))


def _captioner(run: _Run, analysis: Analysis) -> Captioner:
    """The captioner that was asked for, else the one that suits the film; the reason or a doubt is announced."""
    given = run.components.captioner
    if given is not None:
        against = doubts(given, analysis.clip)
        if against is not None:
            run.stages.note("doubted", captioner=given.name, why=against)
            run.components.announce(f"warning: {against}")
        return given
    choice = suitable_captioner(analysis.clip)
    run.stages.note("chosen", captioner=choice.captioner.name, why=choice.why)
    run.components.announce(f"captions by {choice.captioner.name}: {choice.why}")
    return choice.captioner


def _with_further(run: _Run, analysis: Analysis, captioner: Captioner) -> Analysis:
    """The analysis with the features that the captioner reads besides those of every film."""
    streams, progress = captioner.further_streams, run.components.progress
    return with_further(
        analysis,
        run.film,
        streams,
        stages=run.stages,
        key=run.key,
        progress=lambda time: progress("features", time / run.film.duration),
    )


def _clips(film: Film, analysis: Analysis, speech: Sequence[Speech], captioner: Captioner) -> tuple[Clip, ...]:
    """The film's clips, cut as the captioner wants them."""
    name = Path(film.path).stem
    if captioner.captions_events:
        return event_clips(name, analysis.shots, speech=speech, pictures=analysis.clip)
    return shot_clips(name, analysis.shots)


def _captions(run: _Run, inputs: _CaptionInputs) -> list[Caption]:
    def work(folder: Path) -> None:
        captions: list[Caption] = []
        for batch in batches(inputs.clips, inputs.analysis, inputs.faces, inputs.people, inputs.captioner):
            captions += inputs.captioner.caption(batch)
            run.components.progress("captions", len(captions) / len(inputs.clips))
        write_records(folder / "captions.jsonl", captions)

    key = {
        **run.key,
        "by": inputs.captioner.name,
        "cuts": [clip.to_dict() for clip in inputs.clips],
        "people": [person.replace(portrait=None).to_dict() for person in inputs.people],
        "owners": [face.person for face in inputs.faces],
    }
    return read_records(run.stages.run("captions", key, work) / "captions.jsonl", Caption)


def _with_word_evidence(run: _Run, inputs: _CaptionInputs, captions: list[Caption]) -> list[Caption]:
    """The captions with evidence for their words; unchanged if the captioner cannot explain itself."""
    tracer = inputs.captioner.tracer
    if tracer is None:
        return captions

    def work(folder: Path) -> None:
        explained: list[Caption] = []
        parser = shipped_parser()
        for batch in batches(inputs.clips, inputs.analysis, inputs.faces, inputs.people, inputs.captioner):
            for trace in tracer.trace(batch):
                words = word_evidence(trace, tracer.checkpoint, batch, parser=parser)
                explained.append(trace.caption.replace(evidence=(*trace.caption.evidence, *words)))
                run.components.progress("evidence", len(explained) / len(inputs.clips))
        write_records(folder / "captions.jsonl", explained)

    key = {
        "captions": [caption.to_dict() for caption in captions],
        "by": inputs.captioner.name,
        "explained": EVIDENCE_VERSION,
    }
    return read_records(run.stages.run("evidence", key, work) / "captions.jsonl", Caption)


def _within_film(film: Film, speech: Sequence[Speech]) -> tuple[Speech, ...]:
    """The speech, cut at the end of the film, beyond which subtitles may run."""
    spans = [(part, part.span.within(Span(0.0, film.duration))) for part in speech]
    return tuple(part.replace(span=span) for part, span in spans if span is not None)


def _update_evidence(run: _Run, analysis: Analysis, cues: Sequence[Cue], *, keep: bool) -> None:
    """Keep the frames that cues rest on, or remove those of an earlier run."""
    if keep:
        keep_evidence(cues, analysis.frames, folder=run.folder)
    else:
        drop_evidence(run.folder)
