"""Captions by a vision-language model, behind a server or in this process."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import cv2

from cinescribe.errors import ModelError
from cinescribe.features.clip_sets.batch import Batch, ClipInput
from cinescribe.language.messages.messages import Messages
from cinescribe.language.messages.spoken_messages import MODEL_LANGUAGE
from cinescribe.language.vectors.hub_files import model_folder, to_stderr
from cinescribe.media.film.frame_scaling import Image
from cinescribe.models.hub.captioner import HubCaptioner, promptless_captioner
from cinescribe.models.hub.inputs import PROMPTLESS, model_type
from cinescribe.models.hub.prompts import named_people, one_sentence, prompt, visible_people, with_people
from cinescribe.models.vlm.chat import ChatAnswer, ChatPicture, ChatRequest
from cinescribe.models.vlm.chat_model import ChatModel
from cinescribe.models.vlm.film_words import FILM_RULE
from cinescribe.models.vlm.hub_chat_loading import hub_chat, seeing_families
from cinescribe.models.vlm.served_model import served_model
from cinescribe.schema import Caption, Evidence, Person

_MAX_TOKENS = 60  # of an answer: twice a long sentence
_N_FRAMES = 8  # of a clip, for models that take several pictures
_JPEG_QUALITY = 90  # of 100
_SERVED_CLIPS = 32  # so that a server has enough to do at once, and their frames fit into memory


def server_captioner(
    address: str, *, announce: Callable[[str], None] = to_stderr, answers: Path | None = None
) -> ChatCaptioner:
    """Return a captioner that asks a model on a server that speaks OpenAI's chat interface.

    Args:
        address: `URL#MODEL_LANGUAGE`.
        announce: called with one line before frames leave this machine.
        answers: the folder that keeps answers; by default one in the user's cache.

    Raises:
        ModelError: when the address is malformed, or the model does not answer, is unknown or does not see.
        OutputError: when answers cannot be kept.
    """
    served = served_model(address, announce=announce, answers=answers)
    url, model = served.server.address.url, served.server.address.model
    if not served.can.images:
        raise ModelError(f"the model {model!r} of {url} takes no pictures; name a vision-language model")
    if not served.can.sees:
        raise ModelError(
            f"the model {model!r} of {url} does not see: it gave the same answers to a red and a blue picture; name a "
            "vision-language model, or start its server with the part that reads pictures"
        )
    return ChatCaptioner(served, n_clips=_SERVED_CLIPS)


def hub_captioner(
    name: str, *, fetch: bool = False, announce: Callable[[str], None] = to_stderr, answers: Path | None = None
) -> HubCaptioner | ChatCaptioner:
    """Return a captioner that runs a model of `transformers` in this process.

    Args:
        name: an id of the hub, `owner/model`, or a folder in the hub's layout.
        fetch: whether the model may be downloaded if it is not on this machine.
        announce: called with one line, size and licence, before a download.
        answers: the folder that keeps answers of models that take prompts; by default one in the user's cache.

    Raises:
        ModelError: when the model is not here, cannot be downloaded or loaded, or takes no pictures.
    """
    folder = model_folder(name, fetch=fetch, announce=announce)
    kind = model_type(folder)
    if kind in PROMPTLESS:
        return replace(promptless_captioner(str(folder)), name=f"hub:{name}")
    if kind not in seeing_families():
        raise ModelError(f"{name!r} is a {kind!r}, which takes no pictures; expected an image-to-text model")
    model = replace(hub_chat(str(folder), answers=answers), name=f"hub:{name}")
    return ChatCaptioner(model, n_clips=model.n_batch)


@dataclass(frozen=True)
class ChatCaptioner:
    """Captions each clip with one sentence of a chat model; a `Captioner`.

    A clip without frames gets an empty text, and so does one about which the model says nothing. A caption's score is
    the mean log-probability of the answer's tokens, where the model gives it.

    Args:
        model: answers about pictures.
        n_clips: that it is asked about together.
        messages: of the language in which it writes; None for English.
    """

    model: ChatModel
    n_clips: int = 1
    messages: Messages | None = None

    captions_events = False
    further_streams = ()
    tracer = None
    language = None
    drawn_films_only = False

    @property
    def name(self) -> str:
        """`server:URL#MODEL_LANGUAGE` or `hub:<id>`."""
        return self.model.name

    @property
    def chat_model(self) -> ChatModel:
        """The model that answers."""
        return self.model

    def with_messages(self, messages: Messages) -> ChatCaptioner:
        """Return a captioner that writes the language of these messages, with the same model."""
        return replace(self, messages=messages)

    @property
    def n_frames(self) -> int:
        """Frames of a clip that the model gets."""
        return _N_FRAMES if self.model.can.several_images else 1

    def caption(self, batch: Batch) -> list[Caption]:
        """Return one sentence per clip, with its people named.

        Raises:
            ModelError: when the model does not answer; what it answered before is kept.
        """
        asked = [(clip, self._request(clip, batch.people)) for clip in batch.clips]
        answers = iter(self.model.ask([request for _, request in asked if request is not None]))
        return [
            Caption(clip.clip.id, "", by=self.name)
            if request is None
            else self._caption(clip, request, next(answers), batch.people)
            for clip, request in asked
        ]

    def _request(self, clip: ClipInput, people: tuple[Person, ...]) -> ChatRequest | None:
        if not len(clip.frames):
            return None
        language = MODEL_LANGUAGE if self.messages is None else self.messages.language
        return ChatRequest(
            f"{prompt(visible_people(clip, people), language)} {FILM_RULE}",
            _pictures(clip.frames),
            max_tokens=_MAX_TOKENS,
            log_probability=True,
        )

    def _caption(
        self, clip: ClipInput, request: ChatRequest, answer: ChatAnswer, people: tuple[Person, ...]
    ) -> Caption:
        visible = [person for person, _ in visible_people(clip, people)]
        text = with_people(one_sentence(answer.text.removeprefix(request.text)), visible, people, self.messages)
        return Caption(
            clip.clip.id,
            text,
            people=tuple(person.id for person in named_people(text, visible)),
            score=answer.log_probability,
            by=self.name,
            evidence=tuple(Evidence(time, f"frame shown to {self.name}") for time in clip.times),
        )


def _pictures(frames: Image) -> tuple[ChatPicture, ...]:
    settings = [cv2.IMWRITE_JPEG_QUALITY, _JPEG_QUALITY]
    coded = (cv2.imencode(".jpg", cv2.cvtColor(frame, cv2.COLOR_RGB2BGR), settings)[1] for frame in frames)
    return tuple(ChatPicture(array.tobytes()) for array in coded)
