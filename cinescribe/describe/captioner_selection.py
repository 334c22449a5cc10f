"""Selects the captioner for a film: MICap for footage like its training data, the observer for all other footage."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from cinescribe.describe.analyse import extractor_names
from cinescribe.errors import ModelError
from cinescribe.features.encoders.domain_detection import MAX_FILM_DISTANCE, film_distance
from cinescribe.features.timed.timed_features import TimedFeatures
from cinescribe.generate.captioner import Captioner
from cinescribe.generate.commonsense.corpus_commonsense import read_commonsense_checkpoint
from cinescribe.generate.commonsense.note_writer import NoteWriter
from cinescribe.generate.fitted_captioner import FittedCaptioner
from cinescribe.generate.micap_captioner import MicapCaptioner
from cinescribe.generate.pointing.person_pointer import PersonPointer
from cinescribe.generate.single_clips.clip_captioner import ClipCaptioner
from cinescribe.generate.video_lm.metaphor_writer import MetaphorWriter
from cinescribe.generate.video_lm.video_captioner import VideoCaptioner
from cinescribe.input_files import digest
from cinescribe.language.messages.messages import Messages
from cinescribe.language_tags import is_same_language
from cinescribe.models.checkpoint import CHECKPOINT, read_checkpoint
from cinescribe.models.fitted.fitted_checkpoint import read_fitted
from cinescribe.models.fitted.fitted_table import FITTED
from cinescribe.models.model_table import MODELS
from cinescribe.models.observer.observer import Observer
from cinescribe.models.video_lm.video_checkpoint import read_video_card, read_video_checkpoint
from cinescribe.models.video_lm.video_table import VIDEO_LMS
from cinescribe.models.vlm.local_models import cached_captioners, local_servers

ONLY_OBSERVER = "no captioner here knows real footage: only people and on-screen text will be described"
# The smallest current model for video whose family `hub:` runs; results/real_size.json has its cost without a GPU. Size
# and licence are those of its files and its card on the hub.
_EXAMPLE = "`captioner` hub:HuggingFaceTB/SmolVLM2-500M-Video-Instruct `fetch`, 2.0 GB, licence apache-2.0"
BUNDLED_MICAP = "micap"  # the name of the bundled captioner
_MICAP_WRITES = "en"  # the language of its training data
BUNDLED_NOTES = "backlot"  # the name of the bundled writer of notes
NOTES_STREAMS = ("clip", "actions")  # features that commonsense models read
_LISTED = 5  # models in a message
_DIGITS = 8  # of a checkpoint's digest, in its captioner's name


@dataclass(frozen=True)
class _Choice:
    """A captioner and the reason for choosing it, in words."""

    captioner: Captioner
    why: str


def suitable_captioner(pictures: TimedFeatures, *, messages: Messages) -> _Choice:
    """Choose the captioner that suits the pictures of a film, and writes the language of its description.

    Args:
        pictures: features by the bundled frame network.
        messages: the sentences of the language.

    Raises:
        ModelError: when the bundled weights are damaged.
    """
    if not (shipped() / CHECKPOINT.card).is_file():
        return _Choice(Observer(messages), "this installation has no MICap weights")
    if not is_same_language(messages.language, _MICAP_WRITES):
        return _Choice(Observer(messages), f"{ONLY_OBSERVER}. For full sentences: {offer()}")
    if is_drawn(pictures):
        return _Choice(load_micap(), "the film resembles Backlot's, on which the bundled MICap was trained")
    return _Choice(Observer(messages), f"{ONLY_OBSERVER}. For full sentences: {offer()}")


def offer() -> str:
    """Return how to get full sentences: with a model that is on this machine, else with one to fetch.

    Servers on their usual local ports and the hub's cache are looked at. Nothing is used unasked: what a model writes
    is as good as the model, and only the user knows what it is for.

    Raises:
        ModelError: when the environment names ports that are none.
    """
    servers = local_servers()
    for server in servers:
        if server.seeing is not None:
            return f"`captioner` server:{server.url}#{server.seeing} ({server.program} runs here)"
    cached = cached_captioners()
    if cached:
        return f"`captioner` hub:{cached[0]} (it is on this machine)"
    for server in servers:
        names = ", ".join(server.models[:_LISTED])
        return f"`captioner` server:{server.url}#MODEL, with a model that sees pictures ({server.program} has {names})"
    return _EXAMPLE


def doubts(captioner: Captioner, pictures: TimedFeatures) -> str | None:
    """Return why a requested captioner will not suit a film, in words; None if it may.

    Args:
        captioner: the captioner.
        pictures: features by the bundled frame network.
    """
    if captioner.drawn_films_only is False or is_drawn(pictures):
        return None
    if captioner.drawn_films_only is None:
        return (
            f"{captioner.name} does not say what films it was trained on, and this film is unlike drawn ones; if it "
            "was trained on drawn films only, its sentences will be wrong"
        )
    return f"{captioner.name} was trained on drawn films, and this film is unlike them: its sentences will be wrong"


def is_drawn(pictures: TimedFeatures) -> bool:
    """Return whether a film resembles the drawn ones that the bundled networks were trained on."""
    return film_distance(pictures.rows) <= MAX_FILM_DISTANCE


def leaves_out(pictures: TimedFeatures, announce: Callable[[str], None], *, consequence: str) -> bool:
    """Return whether a model of drawn films leaves a film out, since it is unlike them; announce it, if so.

    Args:
        pictures: features by the bundled frame network.
        announce: is called with the reason.
        consequence: what follows for the description, such as `no notes`.
    """
    if is_drawn(pictures):
        return False
    announce(f"{consequence}: their model was trained on drawn films, and this film is unlike them")
    return True


def load_micap(folder: Path | None = None) -> MicapCaptioner:
    """Load a trained MICap as a captioner of films; by default the bundled one.

    Raises:
        ModelError: when the checkpoint is missing, damaged or writes no captions, or was trained on features of other
            extractors than the ones that analyse a film here.
    """
    trained = read_checkpoint(folder or shipped())
    _check_extractors(trained.folder, trained.card.extractors, streams=tuple(extractor_names()))
    name = BUNDLED_MICAP if folder is None else _name("micap", folder, CHECKPOINT.weights)
    return MicapCaptioner(trained, name=name)


def load_trained(model: str, folder: Path) -> Captioner:
    """Load a model that captions clips one by one as a captioner of films.

    Args:
        model: the name of a family: of `MODELS`, such as `s2vt`, of `FITTED`, such as `nearest`, or of `VIDEO_LMS`.
        folder: of the checkpoint.

    Raises:
        ModelError: when the checkpoint is missing, damaged or of another family, or was trained on features of other
            extractors than the ones that analyse a film here.
    """
    if model in FITTED:
        fitted = read_fitted(folder)
        _check_model(folder, fitted.card.model, wanted=model)
        _check_extractors(folder, fitted.card.extractors, streams=fitted.card.streams)
        return FittedCaptioner(fitted, name=_name(model, folder, CHECKPOINT.card))
    if model in VIDEO_LMS:
        _check_model(folder, read_video_card(folder).model, wanted=model)
        return VideoCaptioner(read_video_checkpoint(folder), name=_name(model, folder, CHECKPOINT.weights))
    trained = read_checkpoint(folder)
    _check_model(folder, trained.card.model, wanted=model)
    _check_extractors(folder, trained.card.extractors, streams=tuple(extractor_names()))
    return ClipCaptioner(trained, name=_name(model, folder, CHECKPOINT.weights))


def load_notes(folder: Path | None = None) -> NoteWriter:
    """Load a commonsense model as a writer of notes; by default the bundled one.

    Raises:
        ModelError: when the checkpoint is missing, damaged, of another kind or without confidence, or was trained on
            features of other extractors than the ones that analyse a film here.
    """
    trained = read_commonsense_checkpoint(folder or shipped_notes())
    _check_extractors(trained.folder, trained.card.extractors, streams=NOTES_STREAMS)
    if not trained.card.confidence:
        raise ModelError(
            f"{str(trained.folder)!r} does not know how sure it is; train it again: `cinescribe train` fits that"
        )
    # Digests are of cards, which have those of weights, and the lines from log-probabilities to chances.
    made_by = BUNDLED_NOTES if folder is None else f"{trained.card.model}:{folder}"
    return NoteWriter(trained, name=f"{made_by}@{digest(trained.folder / CHECKPOINT.card)[:_DIGITS]}")


def load_pointer(folder: Path | None = None) -> PersonPointer:
    """Load a trained pointer, which assigns the person words of captions to people; by default the bundled one.

    Raises:
        ModelError: when the checkpoint is missing, damaged or of another kind, or was trained on features of other
            extractors than the ones that analyse a film here.
    """
    trained = read_checkpoint(folder or shipped_pointer())
    name = "pointer" if folder is None else _name(trained.card.model, folder, CHECKPOINT.card)
    pointer = PersonPointer(trained, name=name)
    streams = (*extractor_names(), *(["figures"] if pointer.reads_figures else []))
    _check_extractors(trained.folder, trained.card.extractors, streams=streams)
    return pointer


def suitable_pointer(captioner: Captioner) -> PersonPointer | None:
    """Return the bundled pointer for captions of the bundled MICap, None for those of other captioners.

    Raises:
        ModelError: when the bundled weights are damaged.
    """
    is_bundled = captioner.name == BUNDLED_MICAP and (shipped_pointer() / CHECKPOINT.card).is_file()
    return load_pointer() if is_bundled else None


def load_figures(folder: Path) -> MetaphorWriter:
    """Load a video language model as a writer of metaphors.

    Raises:
        ModelError: when the checkpoint is missing, damaged, of another kind, or a frozen part is not on this machine.
    """
    trained = read_video_checkpoint(folder)
    return MetaphorWriter(trained, name=_name(trained.card.model, folder, CHECKPOINT.card))


def trained_names() -> tuple[str, ...]:
    """Return the names that `load_trained` knows."""
    return (*(name for name, kind in MODELS.items() if kind.captions_single_clips), *FITTED, *VIDEO_LMS)


def _name(model: str, folder: Path, file: str) -> str:
    return f"{model}:{folder}@{digest(folder / file)[:_DIGITS]}"


def _check_model(folder: Path, model: str, *, wanted: str) -> None:
    if model != wanted:
        raise ModelError(f"{str(folder)!r} holds a {model}, not a {wanted}; name it as {model}:{folder}")


def _check_extractors(folder: Path, learnt: Mapping[str, object], *, streams: Sequence[str]) -> None:
    """Raise if a model was trained on features of other extractors than those that analyse a film here."""
    here = extractor_names(streams)
    for stream in streams:
        extractor = here[stream]
        if learnt.get(stream, extractor) != extractor:
            raise ModelError(
                f"{str(folder)!r} was trained on {stream!r} features by {learnt[stream]}, but films are analysed by "
                f"{extractor}; extract these features again and train on them"
            )


def shipped() -> Path:
    """The folder of the bundled MICap checkpoint."""
    return Path(str(files("cinescribe") / "weights" / "micap"))


def shipped_pointer() -> Path:
    """The folder of the bundled pointer."""
    return Path(str(files("cinescribe") / "weights" / "pointer"))


def shipped_notes() -> Path:
    """The folder of the bundled commonsense checkpoint."""
    return Path(str(files("cinescribe") / "weights" / "commonsense"))
