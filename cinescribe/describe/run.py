"""What all stages of one description share."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from cinescribe.describe.analyse import ANALYSIS_VERSION, extractor_names
from cinescribe.describe.describe_options import DescribeOptions
from cinescribe.describe.stages import Stages
from cinescribe.export.folder import FEATURES, LOG
from cinescribe.features.extraction.extractors import bodies_version
from cinescribe.input_files import digest
from cinescribe.language.messages.messages import Messages
from cinescribe.media.text.script_recogniser import LATIN_ONLY, ScriptReaders
from cinescribe.schema import Film


@dataclass(frozen=True)
class Run:
    """What every stage of one description shares.

    Args:
        film: the film.
        folder: of the description.
        stages: runs and caches the stages.
        options: captioner, voice, faces and progress.
        key: what all stages depend on.
        messages: the sentences of the description's language.
        readers: of text in other scripts than Latin.
    """

    film: Film
    folder: Path
    stages: Stages
    options: DescribeOptions
    key: dict[str, Any]
    messages: Messages
    readers: ScriptReaders = LATIN_ONLY

    @property
    def language(self) -> str:
        """The language of the description, as BCP 47 tag."""
        return self.messages.language


def description_run(film: Film, folder: Path, options: DescribeOptions, messages: Messages) -> Run:
    """Return what the stages of a description share.

    Args:
        film: the film, which is read for its digest.
        folder: of the description.
        options: models and callbacks.
        messages: the sentences of its language.

    Raises:
        ModelError: when a network that reads a script cannot be fetched.
    """
    film = film.replace(digest=digest(Path(film.path)))
    key = {
        "film": film.digest,
        "faces": options.faces.name + ", wide shots" * (options.wide_shots is not None),
        "measured": ANALYSIS_VERSION,
        "rows": extractor_names(),
        "bodies": bodies_version(),
        "cinescribe": version("cinescribe"),  # another release may group faces, or word sentences, differently
    }
    sound = film.track("audio")
    readers = options.readers([messages.language, sound.language if sound else None])
    if readers.name:  # without them, what was measured before stays as it is
        key["texts"] = readers.name
    stages = Stages(folder / FEATURES, folder / LOG, progress=options.progress)
    return Run(film, folder, stages, options, key, messages, readers)
