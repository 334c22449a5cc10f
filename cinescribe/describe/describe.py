"""Writes a film's audio description, in stages that a killed run resumes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from cinescribe.describe.analyse import (
    CHECKPOINT,
    Analysis,
    listen,
    read_analysis,
    seeable_film,
    watch,
)
from cinescribe.describe.captioning.film_captions import captioned_film
from cinescribe.describe.captioning.glossary import with_glossary
from cinescribe.describe.captioning.windows import sentences_of, window_clips, write_predictions
from cinescribe.describe.cast import Cast, applied_cast, own_cast, read_cast
from cinescribe.describe.describe_options import DescribeOptions
from cinescribe.describe.editing.comparison import Remark
from cinescribe.describe.editing.conflicts import conflicts
from cinescribe.describe.editing.replay import edited_ids
from cinescribe.describe.editing.workspace import FolderState, Workspace
from cinescribe.describe.evidence import drop_evidence, keep_evidence
from cinescribe.describe.film_language.film_language import LanguageChoice
from cinescribe.describe.film_language.spoken_settings import description_language
from cinescribe.describe.folder_film import check_film, claim_description, set_aside
from cinescribe.describe.hearing.film_transcript import all_speech, film_words, sound_key, with_heard_language
from cinescribe.describe.hearing.heard_names import cast_comment, heard_names
from cinescribe.describe.narration.chat_notes import ChatNotes, NarratedFilm, with_chat_notes
from cinescribe.describe.narration.commonsense_notes import with_notes
from cinescribe.describe.narration.figures import film_figures, with_figures
from cinescribe.describe.narration.film_narration import FilmFacts, narrate_film, with_cues
from cinescribe.describe.placement.film_placement import film_placement
from cinescribe.describe.placement.outcome import log_outcome
from cinescribe.describe.portraits import with_portraits
from cinescribe.describe.run import Run, description_run
from cinescribe.describe.scenes.film_scenes import film_scenes
from cinescribe.describe.scenes.person_words import off_screen
from cinescribe.describe.scenes.scene_people import analysed_people, with_wide_shots
from cinescribe.describe.screen_text.text_translation import film_texts, is_spoken, translator
from cinescribe.describe.text_captions import subtitles_translate, text_captions, untranslated
from cinescribe.export.folder import FACES
from cinescribe.export.narration import NarratedMoment, keep_narration
from cinescribe.language.messages.spoken_messages import spoken_messages
from cinescribe.media.film.tags import title_and_story
from cinescribe.media.film.tracks import BY_FLAGS, Tracks, sound_line, with_tracks
from cinescribe.media.speech.film_subtitles import file_line, subtitle_line
from cinescribe.media.speech.gaps import gaps
from cinescribe.media.speech.speech import written_speech
from cinescribe.media.speech.subtitles import Subtitles
from cinescribe.media.transcription.heard_lines import heard_lines
from cinescribe.media.transcription.transcriber import Transcription
from cinescribe.media.voice.language_voices import espeak_voice
from cinescribe.media.voice.voice_language import voice_line
from cinescribe.schema import Caption, Clip, Cue, Face, Film, Person, ScreenText, Script
from cinescribe.store import read_records, write_records

DIRECTLY = "somebody"  # the author of changes in script.json by a text editor


def write_description(
    path: str | Path,
    folder: str | Path,
    *,
    subtitles: str | Path | None = None,
    tracks: Tracks = BY_FLAGS,
    cast: str | Path | None = None,
    windows: str | Path | None = None,
    language: str | None = None,
    messages: str | Path | None = None,
    extended: bool = False,
    explain: bool = False,
    new: bool = False,
    ignore_subtitles: bool = False,
    options: DescribeOptions | None = None,
) -> Script:
    """Write the audio description of a film to `folder`, and return it.

    Measurements are cached in the folder. A second run, after the cast file was edited or the first run was killed,
    does only what is left. Cues edited by hand stay unchanged; the others are placed around them.

    Args:
        path: any film with pictures that FFmpeg reads.
        folder: where the description goes; created if needed.
        subtitles: a subtitle file; by default the film's own text subtitles, if it has any.
        tracks: the sound and the subtitles to use, of a film that has several.
        cast: a cast file for this run; by default the one in the folder, which the first run writes.
        windows: a file of intervals to describe in place of shots or pauses, as `read_windows` reads it; the text of
            each is also written to `folder/predictions.jsonl`.
        language: of the sentences, as BCP 47 tag; by default that of the film's sound or subtitles, if there are
            sentences and a voice for it, else English.
        messages: a file of sentences that replaces the bundled one, see `docs/languages.md`.
        extended: whether the film may pause for the voice where a caption fits nowhere.
        explain: whether to add evidence for single words, and to keep the frames of cues in `folder/evidence`.
        new: whether to start over: what is in the folder is moved to a folder inside it.
        ignore_subtitles: whether speech comes only from the sound, by voice detection and the transcriber of the
            options.
        options: captioner, voice and face models; the defaults need no download.

    Returns:
        The script, as in `folder/script.json`.

    Raises:
        FilmError: the film cannot be read to its end, has no pictures, or has no such tracks.
        RecordError: the film's path cannot be written down as text.
        SubtitleError: the subtitle file cannot be read.
        LanguageError: the language is none, there are no sentences for it, or those in the file are malformed.
        ModelError: the captioner does not write the language.
        CastError: the cast file is malformed or names an unknown person.
        CorpusError: the file of windows is malformed, or has none of this film.
        OutputError: the folder cannot be written, holds the description of another film, or was not made for a
            description.

    Example:
        >>> write_description("film.mp4", "film.ad").spoken()[0].text  # doctest: +SKIP
    """
    film = with_tracks(seeable_film(path), tracks)
    given = None if cast is None else read_cast(Path(cast))
    asked = () if windows is None else window_clips(Path(windows), film)
    claim_description(Path(folder))
    if new:
        set_aside(Path(folder))
    chosen = _chosen_language(film, Path(folder), language, subtitles, options)
    options = options or DescribeOptions(voice=espeak_voice(chosen.tag))
    if language is None:
        options.announce(chosen.line)
    run = description_run(film, Path(folder), options, spoken_messages(chosen.tag, messages))
    changed_film = check_film(run.folder, run.film)
    written = None if ignore_subtitles else written_speech(run.film, subtitles)
    _announce_tracks(run, subtitles, written)
    heard = _listened(run)
    heard_words = film_words(run, heard, written)
    analysis = _analysis(run, heard)
    people, faces = _people(run, analysis, own_cast(run.folder) if given is None else given, heard_words)
    speech = all_speech(run.film, analysis, written, heard_words)
    translates = subtitles_translate(run.film, language=run.language)
    kept_clear = untranslated(speech, analysis.texts) if translates else speech
    pauses = gaps(kept_clear, run.film.duration)
    read = tuple(text_captions(_spoken_texts(run, analysis), translates=translates, messages=run.messages))
    spans, about = tuple(clip.span for clip in asked), title_and_story(film.path)
    facts = FilmFacts(
        run.film, analysis, film_scenes(analysis), people, faces, speech, tuple(pauses), read, spans, about
    )
    clips, captions, moments = _written(run, facts, asked, explain=explain)
    announce = run.options.announce
    figures = film_figures(run.film, analysis, run.options.figures, run.stages, key=run.key, announce=announce)
    people = (*people, *off_screen(captions, people))
    draft = Script(
        with_heard_language(run.film, heard_words.language),
        people=people, shots=analysis.shots, speech=speech, gaps=pauses, texts=analysis.texts, language=run.language,
    )  # fmt: skip
    write_records(run.folder / FACES, faces)
    placed = film_placement(
        (*read, *captions), clips, pauses,
        analysis=analysis, scenes=facts.scenes, voice=run.options.voice, speech=kept_clear, extended=extended,
        language=run.language,
    )  # fmt: skip

    def placing(hand_made: Sequence[Cue], edited: Collection[str]) -> tuple[Cue, ...]:
        return with_figures(placed(hand_made=hand_made, edited=edited), figures, announce)

    run.options.progress("placing", 0.0)
    script, remarks = _save(run, draft, placing)
    keep_narration(run.folder, with_cues(moments, captions, script.cues))
    _announce_conflicts(run, changed_film, remarks)
    _update_evidence(run, analysis, script.cues, keep=explain)
    log_outcome(script, captions, run.stages)
    return script


def _chosen_language(
    film: Film, folder: Path, asked: str | None, subtitles: str | Path | None, options: DescribeOptions | None
) -> LanguageChoice:
    """The language of the description, as what is asked, the film, its subtitles or a transcriber say it."""
    parts = options or DescribeOptions()
    return description_language(
        film,
        folder,
        asked=asked,
        subtitles=subtitles,
        captioner=parts.captioner if parts.narrator is None else None,
        transcriber=parts.transcriber,
    )


def _written(
    run: Run, film: FilmFacts, asked: tuple[Clip, ...], *, explain: bool
) -> tuple[Sequence[Clip], list[Caption], Sequence[NarratedMoment]]:
    """The clips, their captions in the words of the glossary, and the moments of a narration, if there is one."""
    parts, stages, key, announce = run.options, run.stages, run.key, run.options.announce
    clips: Sequence[Clip] = ()
    moments: Sequence[NarratedMoment] = ()
    if parts.narrator is not None:
        report = partial(parts.progress, "narration")
        found = narrate_film(
            film, replace(parts.narrator, language=run.language), parts.voice, messages=run.messages, stages=stages,
            key=key, progress=report, announce=announce,
        )  # fmt: skip
        captions, moments = list(found.captions), found.moments
        if asked:
            write_predictions(run.folder, asked, sentences_of(asked, moments))
    else:
        clips, captions = captioned_film(run, film, asked, explain=explain)
    if isinstance(parts.notes, ChatNotes):
        if parts.narrator is not None:
            captions = with_chat_notes(
                NarratedFilm(film, captions, moments), parts.notes, replace(parts.narrator, language=run.language),
                messages=run.messages, stages=stages, key=key, progress=partial(parts.progress, "readings"),
                announce=announce,
            )  # fmt: skip
    else:
        captions = with_notes(captions, clips, film, writer=parts.notes, stages=stages, key=key, announce=announce)
    return clips, with_glossary(captions, parts.glossary), moments


def _save(run: Run, draft: Script, placing: Callable[..., tuple[Cue, ...]]) -> tuple[Script, tuple[Remark, ...]]:
    """Place the cues of a draft around those edited by hand, and save it; return the script and what to look at."""
    workspace = Workspace(run.folder)
    with workspace.locked():
        before = workspace.load(who=DIRECTLY) if workspace.has_script() else FolderState(draft)
        made = [cue for cue in before.script.cues if cue.is_seen]
        cues = placing(hand_made=made, edited=edited_ids(before.revisions))
        script = workspace.save_draft(draft.replace(cues=cues)).script
    return script, conflicts(before.script, script)


def _announce_tracks(run: Run, subtitles: str | Path | None, written: Subtitles | None) -> None:
    """Announce and log which sound and subtitles are used, and whether the voice speaks the language of the cues."""
    given = Subtitles() if written is None else written
    of_text = subtitle_line(run.film, given) if subtitles is None else file_line(run.film, subtitles, given)
    of_text = "subtitles: ignored" if written is None else of_text
    voice = voice_line(run.options.voice.name, language=run.language)
    for line in filter(None, (sound_line(run.film), of_text, *given.remarks, voice, run.readers.line)):
        run.stages.note("tracks", what=line)
        run.options.announce(line)


def _announce_conflicts(run: Run, changed_film: str | None, remarks: Sequence[Remark]) -> None:
    """Announce and log what the description's editor should check."""
    lines = [f"cue {remark.cue}: {remark.text}" for remark in remarks]
    if changed_film is not None:
        lines.insert(0, changed_film)
    for line in lines:
        run.stages.note("conflict", what=line)
        run.options.announce(f"look at this: {line}")


def _reporting(run: Run, stage: str) -> Callable[[float], None]:
    return lambda time: run.options.progress(stage, time / run.film.duration)


def _listened(run: Run) -> Path:
    """The folder with the measurements of the sound."""

    def hear(folder: Path) -> None:
        listen(run.film, folder, progress=_reporting(run, "listen"))

    return run.stages.run("listen", sound_key(run), hear)


def _analysis(run: Run, heard: Path) -> Analysis:
    stages, film = run.stages, run.film

    def see(folder: Path) -> None:
        faces = run.options.faces
        watch(
            film,
            folder,
            extractor=faces,
            readers=run.readers,
            key=run.key,
            progress=_reporting(run, "watch"),
            note=stages.note,
        )

    analysis = read_analysis(heard, stages.run("watch", run.key, see, checkpoint=CHECKPOINT))
    wide = run.options.wide_shots
    analysis = with_wide_shots(analysis, film, wide, stages=stages, key=run.key, progress=_reporting(run, "wide shots"))
    return replace(analysis, texts=_texts(run, analysis))


def _spoken_texts(run: Run, analysis: Analysis) -> list[ScreenText]:
    return [text for text in analysis.texts if is_spoken(text, language=run.language)]


def _texts(run: Run, analysis: Analysis) -> tuple[ScreenText, ...]:
    """The texts in the pictures, with their languages and translations."""
    parts = run.options
    return film_texts(
        run.film,
        analysis.texts,
        language=run.language,
        model=translator(parts),
        stages=run.stages,
        key=run.key,
        announce=parts.announce,
    )


def _people(
    run: Run, analysis: Analysis, known: Cast | None, heard_words: Transcription
) -> tuple[tuple[Person, ...], tuple[Face, ...]]:
    """The people after the cast file was applied, with portraits, and the faces with their persons."""
    people, faces = _found_people(run, analysis)
    comment = cast_comment(
        heard_names(heard_lines(heard_words.words), heard_words.language, people=people, faces=faces)
    )
    people, faces = applied_cast(people, faces, run.folder, known, comment=comment)
    return with_portraits(people, faces, analysis.face_crops, folder=run.folder, film=run.film), faces


def _found_people(run: Run, analysis: Analysis) -> tuple[tuple[Person, ...], tuple[Face, ...]]:
    """The people that the faces show, before the cast file is applied."""

    def work(folder: Path) -> None:
        parts = run.options
        people, faces = analysed_people(analysis, parts.faces, in_scenes=parts.wide_shots is not None)
        write_records(folder / "people.jsonl", people)
        write_records(folder / FACES, faces)

    done = run.stages.run("people", run.key, work)
    return tuple(read_records(done / "people.jsonl", Person)), tuple(read_records(done / FACES, Face))


def _update_evidence(run: Run, analysis: Analysis, cues: Sequence[Cue], *, keep: bool) -> None:
    """Keep the frames that cues rest on, or remove those of an earlier run."""
    if keep:
        keep_evidence(cues, analysis.frames, folder=run.folder)
    else:
        drop_evidence(run.folder)
