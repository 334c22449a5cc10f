"""The models that describe a film, and how to choose them by name."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from pathlib import Path

from cinescribe.describe.captioner_selection import BUNDLED_NOTES, load_micap, load_notes, load_trained, trained_names
from cinescribe.describe.narration.chat_notes import ChatNotes
from cinescribe.describe.narration.figures import FigureWriter
from cinescribe.describe.narration.narrator import Narrator
from cinescribe.errors import ModelError, brief, known_names
from cinescribe.features.faces.extractor import FaceExtractor, WideExtractor
from cinescribe.features.faces.faces import DlibFaces
from cinescribe.features.faces.insightface_faces import load_insightface
from cinescribe.generate.captioner import Captioner
from cinescribe.generate.commonsense.note_writer import NoteWriter
from cinescribe.generate.pointing.person_pointer import PersonPointer
from cinescribe.generate.readings.reading_fit import read_fit
from cinescribe.media.text.script_recogniser import ScriptReaders, script_readers
from cinescribe.media.transcription.transcriber import Transcriber
from cinescribe.media.voice.espeak import EspeakVoice
from cinescribe.media.voice.voice import Voice
from cinescribe.models.observer.observer import Observer
from cinescribe.models.vlm.chat_captioner import hub_captioner, server_captioner
from cinescribe.progress import Progress, no_progress

CHAT_NOTES = "model"  # the name of notes and figures by the chat model that narrates


def no_announcement(line: str) -> None:
    """Announce nothing."""


@dataclass(frozen=True)
class DescribeOptions:
    """The models and callbacks of one description.

    Args:
        captioner: writes the captions; None selects the one that suits the film.
        voice: speaks the cues, to learn how long they take.
        faces: detects and embeds faces.
        progress: called with each stage and the share of it that is done.
        announce: called with one line that says which captioner was selected, and why.
        narrator: writes the whole film in stages, in place of the captioner.
        notes: adds what captions imply, for readers; never spoken. Those of chat models need a narrator.
        figures: adds what the film means, its metaphors, for readers; never spoken.
        pointer: assigns the person words of a captioner's captions to people; by default the bundled one those of the
            bundled MICap. People of other captioners, and of a narrator, stay.
        captioned_people: without a pointer, those of the bundled MICap stay too.
        wide_shots: also searches wide shots for small faces; then clothes help to group faces within a scene.
        readers: returns who reads text in other scripts than Latin, given the languages of film and description.
        transcriber: transcribes speech if there are no complete subtitles; None for no transcription.
        glossary: words of captioners for places and things, each with those in their place.
    """

    captioner: Captioner | None = None
    voice: Voice = field(default_factory=EspeakVoice)
    faces: FaceExtractor = field(default_factory=DlibFaces)
    progress: Progress = no_progress
    announce: Callable[[str], None] = no_announcement
    narrator: Narrator | None = None
    notes: NoteWriter | ChatNotes | None = None
    figures: FigureWriter | None = None
    pointer: PersonPointer | None = None
    captioned_people: bool = False
    wide_shots: WideExtractor | None = None
    readers: Callable[[Collection[str | None]], ScriptReaders] = script_readers
    transcriber: Transcriber | None = None
    glossary: tuple[tuple[str, str], ...] = ()


def captioner_named(name: str, *, fetch: bool, announce: Callable[[str], None]) -> Captioner | None:
    """Load a captioner by name; None for `auto`, which selects one when the film is known.

    Args:
        name: `auto`, `observer`, `micap` (the bundled model), `micap:<checkpoint>`, another family of trained models
            with a checkpoint, such as `s2vt:<checkpoint>`, `hub:<model id or folder>` or `server:<URL>#<model>`.
        fetch: whether a model may be fetched from the hub.
        announce: called with the size and licence of a model before it is fetched, and before frames are sent to a
            server on another machine.

    Raises:
        ModelError: when the name is unknown, the model cannot be used, or it is not here and may not be fetched.
    """
    if name == "auto":
        return None
    if name == "observer":
        return Observer()
    kind, colon, model = name.partition(":")
    if kind == "micap" and bool(colon) == bool(model):
        return load_micap(Path(model) if model else None)
    if kind in trained_names() and model:
        return load_trained(kind, Path(model))
    if kind == "hub" and model:
        return hub_captioner(model, fetch=fetch, announce=announce)
    if kind == "server" and model:
        return server_captioner(model, announce=announce)
    raise ModelError(
        f"unknown captioner {brief(name)}; name auto, observer, micap, micap:<checkpoint>, hub:<model id or folder>, "
        f"server:<URL>#<model> or <kind>:<checkpoint> of the kind {known_names(trained_names(), came=kind)}"
    )


def notes_named(name: str) -> NoteWriter:
    """Load a writer of notes by name: `backlot`, the bundled one, or the folder of a commonsense checkpoint.

    Raises:
        ModelError: as `load_notes`.
    """
    return load_notes(None if name == BUNDLED_NOTES else Path(name))


def notes_by(name: str, narrator: Narrator | None) -> NoteWriter | ChatNotes:
    """Return who writes notes: the chat model that narrates for `model` and `model:<fit>`, else as `notes_named`.

    Args:
        name: the name; `<fit>` is a file that says how likely the model's notes are.
        narrator: who narrates, if anybody does.

    Raises:
        ModelError: as `load_notes`; when `model` is named without a narrator, or with the fit of another model.
        RecordError: when the file of the fit cannot be read.
    """
    kind, _, fit = name.partition(":")
    if kind != CHAT_NOTES:
        return notes_named(name)
    if narrator is None:
        raise ModelError(
            "`notes` by the model need a captioner that writes in stages; name a `captioner` server:<URL>#<model>, or "
            "hub:<model id> of a model that takes instructions"
        )
    return ChatNotes(read_fit(Path(fit), model=narrator.seer.name) if fit else None)


def faces_named(name: str, *, fetch: bool, announce: Callable[[str], None]) -> FaceExtractor:
    """Load a face extractor by name: `dlib` or `insightface`.

    Args:
        name: the name.
        fetch: whether weights may be fetched.
        announce: called with the size and licence of weights before they are fetched.

    Raises:
        ModelError: when the name is unknown, or package or weights are not here and may not be fetched.
    """
    if name == "dlib":
        return DlibFaces()
    if name == "insightface":
        return load_insightface(Path("~/.insightface"), fetch=fetch, announce=announce)
    raise ModelError(f"unknown face extractor {name!r}; name dlib or insightface")


def wide_extractor(faces: FaceExtractor) -> WideExtractor:
    """Return the extractor that searches wide shots, for a face extractor.

    Raises:
        ModelError: when it cannot enlarge pictures.
    """
    if isinstance(faces, WideExtractor):
        return faces
    raise ModelError(f"the face extractor {faces.name!r} does not enlarge wide shots; name dlib")
