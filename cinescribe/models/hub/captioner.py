"""Captions by models of `transformers` that need no prompt, from a folder or the hub."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Self

import torch
import transformers  # its models by their full names, so that they are loaded where they are used: seconds each

from cinescribe.errors import ModelError
from cinescribe.features.clip_sets.batch import Batch, ClipInput
from cinescribe.language.messages.messages import Messages
from cinescribe.language.vectors.hub_files import model_folder, to_stderr
from cinescribe.language.vectors.hub_loading import load_pretrained, loading
from cinescribe.media.film.frame_scaling import Image
from cinescribe.models.hub.inputs import PROMPTLESS, PlainViewer, model_type, plain_viewer
from cinescribe.models.hub.prompts import named_people, one_sentence, visible_people, with_people
from cinescribe.schema import Caption, Evidence, Person

_MAX_TOKENS = 60  # of an answer: twice a long sentence


def promptless_captioner(
    name: str, *, fetch: bool = False, announce: Callable[[str], None] = to_stderr, device: str = "cpu"
) -> HubCaptioner:
    """Return a captioner that runs a model of `transformers` that needs no prompt: GIT, BLIP and encoder-decoders.

    Args:
        name: an id of the hub, `owner/model`, or a folder in the hub's layout.
        fetch: whether the model may be downloaded if it is not on this machine.
        announce: called with one line, size and licence, before a download.
        device: where torch computes.

    Raises:
        ModelError: when the model is not visible, cannot be downloaded, or needs a prompt.
    """
    folder = model_folder(name, fetch=fetch, announce=announce)
    kind = model_type(folder)
    if kind not in PROMPTLESS:
        raise ModelError(
            f"{name!r} is a {kind!r} that takes prompts or films, or no captioner; expected one that captions single "
            f"pictures: {', '.join(PROMPTLESS)}"
        )
    with loading(name, wanted="an image-to-text model of transformers"):
        tokenizer = transformers.AutoTokenizer.from_pretrained(folder, local_files_only=True, trust_remote_code=False)
        model = load_pretrained(transformers.AutoModelForImageTextToText, folder, name=name).model.to(device)
    return HubCaptioner(f"hub:{name}", model, tokenizer, plain_viewer(folder, model.config))


@dataclass(frozen=True)
class HubCaptioner:
    """Captions each clip with one sentence of a `transformers` model; a `Captioner`.

    A clip without frames gets an empty text. A caption's score is the mean log-probability of the answer's tokens;
    decoding is greedy, so the same film gets the same captions.

    Args:
        name: `hub:<id>`.
        model: the model, with `generate`.
        tokenizer: its tokenizer.
        viewer: prepares its inputs.
    """

    name: str
    model: Any
    tokenizer: Any
    viewer: PlainViewer

    n_clips = 1
    captions_events = False
    further_streams = ()
    tracer = None
    language = "en"
    drawn_films_only = False
    chat_model = None

    @property
    def n_frames(self) -> int:
        """Frames of a clip that the model gets."""
        return self.viewer.n_frames

    def with_messages(self, messages: Messages) -> Self:
        """Return itself: it writes English only."""
        return self

    def caption(self, batch: Batch) -> list[Caption]:
        """Return one sentence per clip, with its people named."""
        return [self._caption(clip, batch.people) for clip in batch.clips]

    def _caption(self, clip: ClipInput, people: tuple[Person, ...]) -> Caption:
        if not len(clip.frames):
            return Caption(clip.clip.id, "", by=self.name)
        visible = [person for person, _ in visible_people(clip, people)]
        answer, score = self._answer(clip.frames)
        text = with_people(one_sentence(answer), visible, people)
        return Caption(
            clip.clip.id,
            text,
            people=tuple(person.id for person in named_people(text, visible)),
            score=score,
            by=self.name,
            evidence=tuple(Evidence(time, f"frame shown to {self.name}") for time in clip.times),
        )

    def _answer(self, frames: Image) -> tuple[str, float]:
        """Return the model's answer and its mean log-probability."""
        inputs = self.viewer.inputs(frames)
        with torch.inference_mode():
            out = self.model.generate(
                **{key: value.to(self.model.device) for key, value in inputs.items()},
                max_new_tokens=_MAX_TOKENS,
                do_sample=False,
                num_beams=1,
                output_scores=True,
                return_dict_in_generate=True,
            )
        tokens = out.sequences[0, -len(out.scores) :]  # some models repeat the prompt, some do not
        log_probs = torch.stack([step[0] for step in out.scores]).log_softmax(-1).gather(1, tokens[:, None])
        return self.tokenizer.decode(tokens, skip_special_tokens=True), float(log_probs.mean())
