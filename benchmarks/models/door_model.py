"""A chat model that says another door opens for each question, so that answers cannot be mixed up unseen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cinescribe.models.vlm.capabilities import Capabilities
from cinescribe.models.vlm.chat import ChatAnswer, ChatRequest


@dataclass(frozen=True)
class DoorModel:
    """A `ChatModel` without eyes."""

    name: str = "doors"

    @property
    def can(self) -> Capabilities:
        """Pictures are taken and not looked at."""
        return Capabilities(images=True, sees=False, several_images=True, schema=False, log_probabilities=False)

    def ask(self, requests: Sequence[ChatRequest]) -> list[ChatAnswer]:
        """Return one sentence for each request."""
        return [ChatAnswer(f"Somebody opens door {request.digest(self.name)[:8]}.") for request in requests]
