"""Text-only questions to a chat model, such as the grades of a score."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cinescribe.errors import ModelError
from cinescribe.language.vectors.hub_files import to_stderr
from cinescribe.models.vlm.chat import ChatRequest
from cinescribe.models.vlm.chat_model import ChatModel
from cinescribe.models.vlm.hub_chat_loading import hub_chat
from cinescribe.models.vlm.served_model import served_model

_MAX_TOKENS = 512  # of an answer; models that think aloud need most of them before they answer


@dataclass(frozen=True)
class TextAnswers:
    """A chat model that answers texts; the `LanguageModel` of `cinescribe.metrics`.

    Args:
        model: which answers.
    """

    model: ChatModel

    @property
    def name(self) -> str:
        """Who answers: `server:URL#MODEL` or `hub:<id>`."""
        return self.model.name

    def answers(self, questions: Sequence[str]) -> list[str]:
        """Return the most probable answer to each question, in order; nothing is asked twice.

        Raises:
            ModelError: when the model does not answer; what it answered before is kept.
            OutputError: when answers cannot be kept.
        """
        requests = [ChatRequest(question, max_tokens=_MAX_TOKENS) for question in questions]
        return [answer.text for answer in self.model.ask(requests)]


def text_answers(
    name: str,
    *,
    fetch: bool = False,
    announce: Callable[[str], None] = to_stderr,
    sent: str = "the descriptions and references",
) -> TextAnswers:
    """Return the chat model of a name.

    Args:
        name: `server:<URL>#<model>`, or `hub:<id, folder or GGUF file>`.
        fetch: whether a model of the hub may be downloaded.
        announce: called with one line before a download, and before anything leaves this machine.
        sent: what leaves this machine, in words.

    Raises:
        ModelError: when the name is of another form, or the model cannot be used.
        OutputError: when answers cannot be kept.
    """
    kind, _, model = name.partition(":")
    if kind == "server" and model:
        return TextAnswers(served_model(model, announce=announce, sent=sent))
    if kind == "hub" and model:
        return TextAnswers(hub_chat(model, fetch=fetch, announce=announce))
    raise ModelError(f"the language model is {name!r}; name server:<URL>#<model> or hub:<id>")
