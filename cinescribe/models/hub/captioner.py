"""Captions by image-to-text and video-to-text models of `transformers`, from a folder or the hub."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
from transformers import AutoModelForImageTextToText, AutoTokenizer

from cinescribe.features.clip_sets.batch import Batch, Seen
from cinescribe.language.vectors.hub_files import model_folder, to_stderr
from cinescribe.language.vectors.hub_loading import loaded, loading
from cinescribe.media.film.frame_scaling import Image
from cinescribe.models.hub.inputs import Viewer, viewer
from cinescribe.models.hub.prompts import mentioned, one_sentence, people_in, prompt, with_people
from cinescribe.schema import Caption, Evidence, Person

_MOST_TOKENS = 60  # of an answer: twice a long sentence


def hub_captioner(
    name: str, *, fetch: bool = False, announce: Callable[[str], None] = to_stderr, device: str = "cpu"
) -> HubCaptioner:
    """A captioner that asks a model of `transformers`.

    Args:
        name: an id of the hub, `owner/model`, or a folder in the hub's layout.
        fetch: consent to fetch the model when it is not on this machine.
        announce: is told size and licence, in one line, before anything is fetched.
        device: where torch computes.

    Raises:
        ModelError: when the model is not here, cannot be fetched, or is none that can be asked.
    """
    folder = model_folder(name, fetch=fetch, announce=announce)
    with loading(name, wanted="an image-to-text model of transformers"):
        tokenizer = AutoTokenizer.from_pretrained(folder, local_files_only=True, trust_remote_code=False)
        model = loaded(AutoModelForImageTextToText, folder, name=name).model.to(device)
    return HubCaptioner(f"hub:{name}", model, tokenizer, viewer(folder, model.config, tokenizer))


@dataclass(frozen=True)
class HubCaptioner:
    """Asks a model for one sentence a clip; a `Captioner`.

    A clip without frames gets an empty text. A caption's score is the mean log-probability of the answer's tokens;
    answers are the likeliest token by token, so that the same film gets the same captions.

    Args:
        name: `hub:<id>`.
        model: the model, which generates.
        tokenizer: turns its answers into text.
        viewer: shows it frames.
    """

    name: str
    model: Any
    tokenizer: Any
    viewer: Viewer

    n_clips = 1

    @property
    def n_frames(self) -> int:
        """Frames shown of a clip."""
        return self.viewer.n_frames

    def caption(self, batch: Batch) -> list[Caption]:
        """One sentence a clip, with the people in it named."""
        return [self._told(seen, batch.people) for seen in batch.seen]

    def _told(self, seen: Seen, people: tuple[Person, ...]) -> Caption:
        if not len(seen.frames):
            return Caption(seen.clip.id, "", by=self.name)
        placed = people_in(seen, people)
        here = [person for person, _ in placed]
        answer, score = self._asked(seen.frames, prompt(placed))
        text = with_people(one_sentence(answer), here, people)
        return Caption(
            seen.clip.id,
            text,
            people=tuple(person.id for person in mentioned(text, here)),
            score=score,
            by=self.name,
            evidence=tuple(Evidence(time, f"frame shown to {self.name}") for time in seen.times),
        )

    def _asked(self, frames: Image, question: str) -> tuple[str, float]:
        """The model's answer and its mean log-probability."""
        inputs = self.viewer.inputs(frames, question)
        with torch.inference_mode():
            out = self.model.generate(
                **{key: value.to(self.model.device) for key, value in inputs.items()},
                max_new_tokens=_MOST_TOKENS,
                do_sample=False,
                num_beams=1,
                output_scores=True,
                return_dict_in_generate=True,
            )
        tokens = out.sequences[0, -len(out.scores) :]  # some models repeat the prompt, some do not
        likely = torch.stack([step[0] for step in out.scores]).log_softmax(-1).gather(1, tokens[:, None])
        return self.tokenizer.decode(tokens, skip_special_tokens=True), float(likely.mean())
