"""Describes a film with models and a voice by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from cinescribe.describe.analyse import seeable_film
from cinescribe.describe.captioner_selection import load_figures, load_pointer
from cinescribe.describe.describe import write_description
from cinescribe.describe.describe_options import (
    DescribeOptions,
    captioner_named,
    faces_named,
    no_announcement,
    notes_by,
    wide_extractor,
)
from cinescribe.describe.film_language.spoken_settings import description_language, spoken_settings
from cinescribe.describe.narration.narrator import NarrationOptions, Narrator, narrator_of
from cinescribe.describe.series.episode_description import describe_episode, joined_settings
from cinescribe.errors import ParameterError
from cinescribe.export.settings import write_settings
from cinescribe.features.faces.extractor import FaceExtractor
from cinescribe.generate.captioner import Captioner
from cinescribe.media.film.tracks import Tracks, with_tracks
from cinescribe.media.text.script_recogniser import script_readers
from cinescribe.media.transcription.transcriber import Transcriber
from cinescribe.media.voice.named_voice import voice_named
from cinescribe.models.speech.named_transcriber import transcriber_named
from cinescribe.progress import Progress, no_progress
from cinescribe.schema import Script

_CAPTIONER = "captioner"  # as a model of people: those of the captioner stay


def describe_film(
    film: str | Path,
    folder: str | Path,
    *,
    captioner: str | Captioner = "auto",
    writer: str | None = None,
    examples: Sequence[str | Path] = (),
    about: str | None = None,
    effort: str | None = None,
    unchecked: bool = False,
    subtitles: str | Path | None = None,
    audio_track: int | None = None,
    subtitle_track: int | None = None,
    cast: str | Path | None = None,
    windows: str | Path | None = None,
    extended: bool = False,
    people_model: str | Path | None = None,
    notes: str | None = None,
    figures: str | Path | None = None,
    explain: bool = False,
    new: bool = False,
    faces: str | FaceExtractor = "dlib",
    wide_faces: bool = False,
    voice: str | None = None,
    language: str | None = None,
    messages: str | Path | None = None,
    transcriber: str | Transcriber | None = None,
    ignore_subtitles: bool = False,
    rate: float | None = None,
    series: str | Path | None = None,
    fetch: bool = False,
    progress: Progress = no_progress,
    announce: Callable[[str], None] = no_announcement,
) -> Script:
    """Write the audio description of a film to `folder`, and return it.

    Measurements are cached in the folder. A second run, after the cast file was edited or the first run was killed,
    does only what is left. Cues edited by hand stay unchanged; the others are placed around them.

    Args:
        film: any film with pictures that FFmpeg reads.
        folder: where the description goes; created if needed.
        captioner: a name as `captioner_named` takes it, such as `hub:<model id>`, or a captioner of your own; `auto`
            selects the bundled one that suits the film.
        writer: the model that words what the captioner sees: `server:<URL>#<model>` or `hub:<model id>`.
        examples: corpora or folders of descriptions, whose sentences show the writer the style.
        about: title and story of the film for the writer, or a file with them; by default the film's tags.
        effort: how much is asked of a chat model: quick, normal or thorough; None for normal.
        unchecked: whether to speak what a chat model writes without checking whether it is true.
        subtitles: a subtitle file; by default the film's own text subtitles, if it has any.
        audio_track: the sound by its number in `probe`; by default the one that the film marks.
        subtitle_track: the subtitles by their number, likewise.
        cast: a cast file for this run; by default the one in the folder, which the first run writes.
        windows: a file of intervals to describe in place of shots or pauses; the text of each is also written to
            `folder/predictions.jsonl`.
        extended: whether the film may pause for the voice where a caption fits nowhere.
        people_model: a checkpoint that decides whom each `P1` of the captions means, or `captioner`; by default the
            bundled model for the bundled MICap, and the captioner for others.
        notes: adds why people act and what follows: `backlot` (bundled), a commonsense checkpoint, or `model:<fit>`,
            the captioner's chat model with what `fit_notes` found; never spoken.
        figures: a checkpoint that adds metaphors in the film; never spoken.
        explain: whether to keep the evidence for each word, and the frames of cues, in `folder/evidence`.
        new: whether to start over: what is in the folder is moved to a folder inside it.
        faces: `dlib` or `insightface`, or a face extractor of your own.
        wide_faces: whether to search wide shots for small faces too, enlarged.
        voice: a name as `voice_named` takes it; by default that of the folder's settings, else espeak.
        language: of the sentences, as BCP 47 tag; by default that of the film's sound or subtitles, if there are
            sentences and a voice for it, else English.
        messages: a file of sentences in place of the package's.
        transcriber: transcribes speech: `hub:<model id>` or `server:<URL>#<model>`, or one of your own.
        ignore_subtitles: whether to transcribe the sound even with subtitles.
        rate: speed of the voice, 0.7 to 1.6; by default that of the folder's settings, else 1.
        series: the folder of the series that the film is an episode of; made if needed. The people of the film are
            matched to those of the series, and the film has its names and settings.
        fetch: whether models may be downloaded from the hub.
        progress: called with each stage and the share of it that is done.
        announce: called with a line on each choice, such as the captioner, and before a download.

    Returns:
        The script, as in `folder/script.json`.

    Raises:
        ParameterError: when two of these do not go together, or one says what the series says for all episodes.
        FilmError: when the film cannot be read to its end, has no pictures, or has no such tracks.
        ModelError: when a model is unknown, cannot be used, is not on this machine and may not be fetched, or does not
            write the language.
        VoiceError: when the voice is unknown or cannot speak.
        EditError: when the series has another episode with the name of the folder, or faces of another extractor.
        RecordError, SubtitleError, LanguageError, CastError, CorpusError, OutputError: as `write_description`.

    Example:
        >>> script = describe_film("film.mp4", "film.ad", language="de")  # doctest: +SKIP
        >>> script.spoken()[0].text  # doctest: +SKIP
    """
    for name, value in (("subtitle_track", subtitle_track), ("ignore_subtitles", ignore_subtitles or None)):
        if subtitles is not None and value is not None:
            raise ParameterError(f"`subtitles` and `{name}` are both given; give one of them")
    folder = Path(folder)
    shared = joined_settings(series, {"voice": voice, "rate": rate, "language": language, "cast": cast})
    chosen = captioner_named(captioner, fetch=fetch, announce=announce) if isinstance(captioner, str) else captioner
    tracks = Tracks(audio_track, subtitle_track)
    if isinstance(transcriber, str):
        transcriber = transcriber_named(transcriber, fetch=fetch, announce=announce)
    language = shared.language if language is None else language
    spoken = description_language(
        with_tracks(seeable_film(film), tracks),
        folder,
        asked=language,
        subtitles=subtitles,
        captioner=chosen,
        transcriber=transcriber,
    )
    announce(spoken.line)
    voice = shared.given("voice", "name") if voice is None else voice
    settings = shared.of_episode(
        spoken_settings(folder, spoken.tag, voice=voice, rate=rate, is_asked=language is not None)
    )
    narration = NarrationOptions(writer, tuple(map(Path, examples)), effort, about, unchecked)
    with voice_named(
        settings.voice, rate=settings.rate, pronunciation=settings.pronunciation, fetch=fetch, announce=announce
    ) as speaker:
        settings = settings if voice is None else replace(settings, voice=speaker.name)
        narrator = narrator_of(chosen, narration, fetch=fetch, announce=announce)
        _check_people_model(people_model, narrator)
        extractor = faces_named(faces, fetch=fetch, announce=announce) if isinstance(faces, str) else faces
        options = DescribeOptions(
            chosen,
            speaker,
            extractor,
            progress=progress,
            announce=announce,
            narrator=narrator,
            notes=None if notes is None else notes_by(notes, narrator),
            figures=None if figures is None else load_figures(Path(figures)),
            pointer=None if people_model in (None, _CAPTIONER) else load_pointer(Path(str(people_model))),
            captioned_people=people_model == _CAPTIONER,
            wide_shots=wide_extractor(extractor) if wide_faces else None,
            readers=partial(script_readers, fetch=fetch, announce=announce),
            transcriber=transcriber,
            glossary=settings.glossary,
        )
        describe = partial(
            write_description,
            film,
            folder,
            subtitles=subtitles,
            tracks=tracks,
            language=spoken.tag,
            messages=messages,
            cast=cast,
            windows=windows,
            extended=extended,
            explain=explain,
            ignore_subtitles=ignore_subtitles,
        )
        if series is None:
            script = describe(options=options, new=new)
        else:
            script = describe_episode(describe, folder, Path(series), settings=settings, options=options, new=new)
    write_settings(folder, settings)
    return script


def _check_people_model(people_model: str | Path | None, narrator: Narrator | None) -> None:
    """Raise if a model of people is given for a captioner that names people itself."""
    if people_model is not None and narrator is not None:
        raise ParameterError(
            "`people_model` is not used by a captioner that words the whole film and names people itself; leave one out"
        )
