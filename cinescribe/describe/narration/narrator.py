"""The models that narrate a film in stages, and how to choose them by name."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from cinescribe.describe.narration.writer_examples import writer_examples
from cinescribe.errors import ModelError
from cinescribe.generate.captioner import Captioner
from cinescribe.generate.narration.effort import effort_named
from cinescribe.generate.narration.narrated import THRESHOLD
from cinescribe.input_files import read_text
from cinescribe.language_tags import base_language
from cinescribe.models.vlm.chat_model import ChatModel
from cinescribe.models.vlm.hub_chat_loading import hub_chat
from cinescribe.models.vlm.served_model import served_model

_LONGEST_NAME = 1024  # letters of a file's path; a longer text is none


@dataclass(frozen=True)
class Narrator:
    """Who narrates a film in stages.

    Args:
        seer: sees and checks: a vision-language model.
        writer: writes: the same, or a model of text.
        examples: real descriptions, which the writer is shown.
        checks: whether the seer is asked if each sentence is true.
        threshold: probability below which a sentence is rejected.
        effort: how much is asked: quick, normal or thorough.
        about: title and story of the film.
        language: of the sentences, as BCP 47 tag.
    """

    seer: ChatModel
    writer: ChatModel
    examples: tuple[str, ...] = ()
    checks: bool = True
    threshold: float = THRESHOLD
    effort: str = "normal"
    about: str = ""
    language: str = "en"

    @property
    def name(self) -> str:
        """Who writes, as the cues of a script name it."""
        return self.seer.name if self.writer.name == self.seer.name else f"{self.seer.name} and {self.writer.name}"

    @property
    def key(self) -> dict[str, object]:
        """What the sentences depend on, besides the film."""
        language = {} if base_language(self.language) == "en" else {"language": self.language}
        examples = hashlib.sha256("\n".join(self.examples).encode()).hexdigest()
        return {
            "seer": self.seer.name,
            "writer": self.writer.name,
            "examples": examples,
            "checks": self.checks,
            "threshold": self.threshold,
            "effort": self.effort,
            "about": self.about,
            **language,  # narrations that were made before there were others are English
        }


@dataclass(frozen=True)
class NarrationOptions:
    """What a user may choose for a narration; only a captioner that writes in stages has a use for it.

    Args:
        writer: `server:<URL>#<model>` or `hub:<model id or folder>`, the model that writes; by default the captioner's.
        examples: corpora or folders of descriptions, whose sentences are shown to the writer.
        effort: how much is asked: quick, normal or thorough; None for normal.
        about: title and story of the film, or a file that holds them.
        unchecked: whether sentences are spoken unchecked.
    """

    writer: str | None = None
    examples: tuple[Path, ...] = ()
    effort: str | None = None
    about: str | None = None
    unchecked: bool = False

    @property
    def given(self) -> str | None:
        """The name of one that was chosen; None if none was."""
        return next((name for name, value in vars(self).items() if value), None)


def narrator_of(
    captioner: Captioner | None,
    options: NarrationOptions,
    *,
    language: str = "en",
    fetch: bool = False,
    announce: Callable[[str], None],
) -> Narrator | None:
    """Return the narrator whose picture model is that of a captioner; None if the captioner has no chat model.

    Args:
        captioner: as `captioner_named` gives it.
        options: what the user chose.
        language: of the sentences, as BCP 47 tag.
        fetch: whether a model may be fetched from the hub.
        announce: called with one line before a download, or before what is seen is sent to another machine.

    Raises:
        ModelError: when options come with a captioner that has no use for them, there is no such effort, or the writer
            cannot be used.
        CorpusError: when the examples are neither a corpus nor a description, or have no sentences.
        RecordError: when the file about the film cannot be read.
    """
    seer = None if captioner is None else captioner.chat_model
    if seer is None:
        if options.given is not None:
            found = "none" if captioner is None else captioner.name
            raise ModelError(
                f"`{options.given}` needs a captioner that writes in stages, not {found}; "
                "name a `captioner` server:<URL>#<model>, or hub:<model id> of a model that takes instructions"
            )
        return None
    effort = options.effort or "normal"
    effort_named(effort)
    return Narrator(
        seer,
        seer if options.writer is None else _writer_named(options.writer, fetch=fetch, announce=announce),
        writer_examples(options.examples),
        checks=not options.unchecked,
        effort=effort,
        about=_about(options.about),
        language=language,
    )


def _about(given: str | None) -> str:
    """Title and story as given, or from a file."""
    if given is None:
        return ""
    path = Path(given)
    is_file = len(given) < _LONGEST_NAME and path.is_file()
    return " ".join((read_text(path) if is_file else given).split())


def _writer_named(name: str, *, fetch: bool, announce: Callable[[str], None]) -> ChatModel:
    kind, _, model = name.partition(":")
    if kind == "server" and model:
        return served_model(model, announce=announce)
    if kind == "hub" and model:
        return hub_chat(model, fetch=fetch, announce=announce)
    raise ModelError(f"unknown `writer` {name!r}; name server:<URL>#<model> or hub:<model id or folder>")
