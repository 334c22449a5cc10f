"""The models that narrate a film in stages, and how to choose them by name."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from cinescribe.corpus.core.corpus import read_corpus
from cinescribe.errors import CorpusError, ModelError
from cinescribe.generate.captioner import Captioner
from cinescribe.generate.narration.truth import THRESHOLD
from cinescribe.models.vlm.chat_captioner import ChatCaptioner
from cinescribe.models.vlm.chat_model import ChatModel
from cinescribe.models.vlm.hub_chat_loading import hub_chat
from cinescribe.models.vlm.served_model import served_model

_MAX_EXAMPLES = 5000  # of a corpus: enough for every length
_LABEL = re.compile(r"\bP\d+\b|\bSOMEONE\b")  # in place of names, which the writer must not learn


@dataclass(frozen=True)
class Narrator:
    """Who narrates a film in stages.

    Args:
        seer: sees and checks: a vision-language model.
        writer: writes: the same, or a model of text.
        examples: real descriptions, which the writer is shown.
        checks: whether the seer is asked if each sentence is true.
        threshold: probability below which a sentence is not said.
    """

    seer: ChatModel
    writer: ChatModel
    examples: tuple[str, ...] = ()
    checks: bool = True
    threshold: float = THRESHOLD

    @property
    def name(self) -> str:
        """Who writes, as the cues of a script name it."""
        return self.seer.name if self.writer.name == self.seer.name else f"{self.seer.name} and {self.writer.name}"

    @property
    def key(self) -> dict[str, object]:
        """What the sentences depend on, besides the film."""
        examples = hashlib.sha256("\n".join(self.examples).encode()).hexdigest()
        return {
            "seer": self.seer.name,
            "writer": self.writer.name,
            "examples": examples,
            "checks": self.checks,
            "threshold": self.threshold,
        }


def narrator_of(
    captioner: Captioner | None,
    *,
    writer: str | None = None,
    examples: Path | None = None,
    fetch: bool = False,
    announce: Callable[[str], None],
) -> Narrator | None:
    """Return the narrator whose picture model is that of a captioner; None if the captioner has no chat model.

    Args:
        captioner: as `captioner_named` gives it.
        writer: `server:<URL>#<model>` or `hub:<model id or folder>`, the model that writes; by default the same.
        examples: a corpus whose captions are shown to the writer.
        fetch: whether a model may be fetched from the hub.
        announce: called with one line before a download, or before what is seen is sent to another machine.

    Raises:
        ModelError: when a writer or examples come with a captioner that has no use for them, or the writer cannot be
            used.
        CorpusError: when the examples are no corpus, or have no captions.
    """
    if not isinstance(captioner, ChatCaptioner):
        given = "writer" if writer is not None else "examples" if examples is not None else None
        if given is not None:
            raise ModelError(
                f"`{given}` came, and {'no captioner' if captioner is None else captioner.name} writes in stages; "
                "name a `captioner` server:<URL>#<model>, or hub:<model id> of a model that takes instructions"
            )
        return None
    seer = captioner.model
    other = seer if writer is None else _writer_named(writer, fetch=fetch, announce=announce)
    return Narrator(seer, other, () if examples is None else _examples(examples))


def _writer_named(name: str, *, fetch: bool, announce: Callable[[str], None]) -> ChatModel:
    kind, _, model = name.partition(":")
    if kind == "server" and model:
        return served_model(model, announce=announce)
    if kind == "hub" and model:
        return hub_chat(model, fetch=fetch, announce=announce)
    raise ModelError(f"unknown `writer` {name!r}; name server:<URL>#<model> or hub:<model id or folder>")


def _examples(folder: Path) -> tuple[str, ...]:
    """The captions of a corpus, each once."""
    corpus = read_corpus(folder)
    texts = dict.fromkeys(_LABEL.sub("somebody", clip.text) for clip in corpus.clips if clip.text)
    if not texts:
        raise CorpusError(f"the corpus {str(folder)!r} has no captions to show as `examples`; name one that has")
    return tuple(texts)[:_MAX_EXAMPLES]
