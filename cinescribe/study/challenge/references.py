"""The references of a challenge: in a folder that only the scorer's system user may read."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cinescribe.errors import ChallengeError, OutputError
from cinescribe.record import Record
from cinescribe.store import read_records, write_records, write_text
from cinescribe.study.challenge.challenge import REFERENCES, Challenge

TRAINING = "training.jsonl"
SUMS = "sums"  # what each clip adds to the scores of a submission
# Backup programs leave out folders with this file (bford.info/cachedir): references are made again from the corpus.
_TAG = "CACHEDIR.TAG"
_TAG_TEXT = "Signature: 8a477f597d28d172789f06886806bc55\n# References of a challenge. Keep them out of backups.\n"
_ALONE = 0o700


@dataclass(frozen=True)
class ReferenceClip(Record):
    """What the scorer knows about a clip.

    Args:
        clip: the clip's id.
        texts: its captions, with `someone` for people.
        people: of its blanks, where people are asked for.
        set: the number of the clip set within which ids of people hold.
    """

    clip: str
    texts: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    set: int | None = None


@dataclass(frozen=True)
class TrainingText(Record):
    """A caption of the training split, of which novel captions differ."""

    text: str


def write_references(
    folder: Path, references: Mapping[str, Sequence[ReferenceClip]], training: Iterable[TrainingText]
) -> None:
    """Write the references of each phase to a folder that only its owner may read.

    Args:
        folder: the folder `references` of a challenge.
        references: by phase, in the order of its list of clips.
        training: captions of the training split.

    Raises:
        OutputError: when the folder cannot be written, or not closed to others.
    """
    folder = Path(folder)
    try:
        folder.mkdir(mode=_ALONE, parents=True, exist_ok=True)
        os.chmod(folder, _ALONE)
    except OSError as error:
        raise OutputError(f"{str(folder)!r} cannot be closed to others ({error.strerror}); own the folder") from error
    write_text(folder / _TAG, _TAG_TEXT)
    for phase, clips in references.items():
        write_records(folder / f"{phase}.jsonl", clips)
    write_records(folder / TRAINING, training)


def read_phase_references(folder: Path, phase: str) -> list[ReferenceClip]:
    """Return what the scorer knows about each clip of a phase.

    Raises:
        RecordError: when the file is missing, not readable, or malformed.
    """
    return read_records(Path(folder) / f"{phase}.jsonl", ReferenceClip)


def read_training_texts(folder: Path) -> list[str]:
    """Return the captions of the training split; none where there are none.

    Raises:
        RecordError: when the file is missing, not readable, or malformed.
    """
    return [one.text for one in read_records(Path(folder) / TRAINING, TrainingText)]


def check_secrecy(challenge: Challenge) -> None:
    """Prove that this process cannot read the references, by trying to.

    A process that gives pages calls this when it starts.

    Raises:
        ChallengeError: when the folder can be read, belongs to the user of this process, or is not there, so that
            nothing is proved.
    """
    folder = challenge.folder / REFERENCES
    advice = "give pages as another system user than the one that scores"
    try:
        owner = os.stat(folder).st_uid
    except FileNotFoundError as error:
        raise ChallengeError(f"{str(folder)!r} is not there, so that nothing proves it closed; put it back") from error
    except PermissionError:
        return
    if owner == os.geteuid():
        raise ChallengeError(f"the references in {str(folder)!r} belong to the user who gives the pages; {advice}")
    for path in (folder, *(folder / f"{phase.name}.jsonl" for phase in challenge.card.phases)):
        try:
            os.close(os.open(path, os.O_RDONLY))
        except PermissionError:
            continue
        except OSError as error:
            raise ChallengeError(
                f"{str(path)!r} cannot be tried ({error.strerror}), so that nothing proves it closed; put it back"
            ) from error
        raise ChallengeError(f"the references in {str(path)!r} can be read by the user who gives the pages; {advice}")
