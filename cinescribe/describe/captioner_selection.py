"""Which captioner suits a film: MICap for footage of the kind it learnt from, the observer for all other."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from cinescribe.describe.analyse import rows_made
from cinescribe.errors import ModelError
from cinescribe.features.encoders.domain_detection import ALIKE, likeness
from cinescribe.features.rows.timed_features import TimedRows
from cinescribe.generate.captioner import Captioner
from cinescribe.generate.micap_captioner import MicapCaptioner
from cinescribe.models.checkpoint import CARD, WEIGHTS, read_checkpoint
from cinescribe.models.observer.observer import Observer
from cinescribe.store import digest

_DIGITS = 8  # of a checkpoint's digest, in its captioner's name


@dataclass(frozen=True)
class Choice:
    """A captioner and, in words, why it was chosen."""

    captioner: Captioner
    why: str


def suited(pictures: TimedRows) -> Choice:
    """The captioner that a film's pictures ask for.

    Args:
        pictures: rows of the frame network that comes with cinescribe.

    Raises:
        ModelError: when weights that come with cinescribe are damaged.
    """
    if not (shipped() / CARD).is_file():
        return Choice(Observer(), "no MICap came with this cinescribe")
    share = likeness(pictures.rows)
    what = f"{share:.0%} of the pictures are like those that the shipped MICap learnt from, {ALIKE:.0%} are wanted"
    return Choice(load_micap() if share >= ALIKE else Observer(), what)


def load_micap(folder: Path | None = None) -> MicapCaptioner:
    """A trained MICap as a captioner of films; by default the one that comes with cinescribe.

    Raises:
        ModelError: when there is none, it is damaged or writes nothing, or it was trained on other rows than are made
            here while a film is watched.
    """
    trained = read_checkpoint(folder or shipped())
    for stream, made in rows_made().items():
        learnt = trained.card.extractors.get(stream, made)
        if learnt != made:
            raise ModelError(
                f"{str(trained.folder)!r} learnt from {stream!r} rows by {learnt}, but films are read by {made}; train "
                "it on features by that: cinescribe features extract"
            )
    name = "micap" if folder is None else f"micap:{folder}@{digest(folder / WEIGHTS)[:_DIGITS]}"
    return MicapCaptioner(trained, name=name)


def shipped() -> Path:
    """The folder of the MICap that comes with cinescribe."""
    return Path(str(files("cinescribe") / "weights" / "micap"))
