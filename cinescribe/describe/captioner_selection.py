"""Selects the captioner for a film: MICap for footage like its training data, the observer for all other footage."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from cinescribe.describe.analyse import extractor_names
from cinescribe.errors import ModelError
from cinescribe.features.encoders.domain_detection import MAX_FILM_DISTANCE, film_distance
from cinescribe.features.timed.timed_features import TimedFeatures
from cinescribe.generate.captioner import Captioner
from cinescribe.generate.micap_captioner import MicapCaptioner
from cinescribe.input_files import digest
from cinescribe.models.checkpoint import CARD, WEIGHTS, read_checkpoint
from cinescribe.models.observer.observer import Observer
from cinescribe.models.vlm.local_models import cached_captioners, local_servers

ONLY_OBSERVER = "no captioner here knows real footage: only people and on-screen text will be described"
# The example is small, runs on a laptop without a GPU, and its licence is that of its card on the hub.
_EXAMPLE = "`captioner` hub:Salesforce/blip-image-captioning-base `fetch`, 1.0 GB, licence bsd-3-clause"
_LISTED = 5  # models in a message
_DIGITS = 8  # of a checkpoint's digest, in its captioner's name


@dataclass(frozen=True)
class Choice:
    """A captioner and the reason for choosing it, in words."""

    captioner: Captioner
    why: str


def suitable_captioner(pictures: TimedFeatures) -> Choice:
    """Choose the captioner that suits the pictures of a film.

    Args:
        pictures: features by the bundled frame network.

    Raises:
        ModelError: when the bundled weights are damaged.
    """
    if not (shipped() / CARD).is_file():
        return Choice(Observer(), "this installation has no MICap weights")
    if _is_known(pictures):
        return Choice(load_micap(), "the film resembles Backlot's, on which the bundled MICap was trained")
    return Choice(Observer(), f"{ONLY_OBSERVER}. For full sentences: {offer()}")


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
    """Return why a captioner that was asked for will not suit a film, in words; None if it may.

    Args:
        captioner: the captioner.
        pictures: features by the bundled frame network.
    """
    if not isinstance(captioner, MicapCaptioner) or _is_known(pictures):
        return None
    return f"{captioner.name} was trained on drawn films, and this film is unlike them: its sentences will be wrong"


def _is_known(pictures: TimedFeatures) -> bool:
    """Return whether a film resembles those that the bundled networks were trained on."""
    return film_distance(pictures.rows) <= MAX_FILM_DISTANCE


def load_micap(folder: Path | None = None) -> MicapCaptioner:
    """Load a trained MICap as a captioner of films; by default the bundled one.

    Raises:
        ModelError: when the checkpoint is missing, damaged or writes no captions, or was trained on features of other
            extractors than the ones that analyse a film here.
    """
    trained = read_checkpoint(folder or shipped())
    for stream, extractor in extractor_names().items():
        learnt = trained.card.extractors.get(stream, extractor)
        if learnt != extractor:
            raise ModelError(
                f"{str(trained.folder)!r} was trained on {stream!r} features by {learnt}, but films are analysed by "
                f"{extractor}; extract these features again and train on them"
            )
    name = "micap" if folder is None else f"micap:{folder}@{digest(folder / WEIGHTS)[:_DIGITS]}"
    return MicapCaptioner(trained, name=name)


def shipped() -> Path:
    """The folder of the bundled MICap checkpoint."""
    return Path(str(files("cinescribe") / "weights" / "micap"))
