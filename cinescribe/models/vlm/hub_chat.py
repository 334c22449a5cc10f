"""A chat model of `transformers` in this process: it answers what a model behind a server answers."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import numpy as np
import PIL.Image
import torch
from torch import Tensor

from cinescribe.errors import ModelError
from cinescribe.features.encoders.hub_frames import Patches
from cinescribe.media.film.frame_scaling import Image
from cinescribe.media.film.image_files import IMAGE_ERRORS
from cinescribe.models.hub.chat_inputs import ChatViewer, PictureViewer
from cinescribe.models.hub.inputs import Inputs
from cinescribe.models.vlm.answer_store import AnswerStore
from cinescribe.models.vlm.answers.answer_text import answer_text
from cinescribe.models.vlm.capabilities import Capabilities
from cinescribe.models.vlm.chat import ChatAnswer, ChatRequest, Token
from cinescribe.models.vlm.chat_model import as_possible
from cinescribe.models.vlm.limits import ServerLimits, fitted

_USUAL_SIDE = 768  # pixels of a picture's longest side, from which more helps few models
_WIDE = 16 / 9  # of a film's picture: width by height


@dataclass(frozen=True)
class HubChat:
    """A model of `transformers` that takes instructions; a `ChatModel`.

    Answers at temperature 0 are greedy, so the same request gets the same answer. In bfloat16, which questions are
    answered together may change an answer.

    Args:
        name: `hub:<id>`.
        identity: everything that an answer depends on besides its request: model, weights, their precision.
        model: the model, with `generate`.
        tokenizer: its tokenizer.
        viewer: prepares its inputs.
        answers: keeps every answer; an answer that is there is not asked for again.
        n_batch: requests that are answered together.
    """

    name: str
    identity: str
    model: Any
    tokenizer: Any
    viewer: ChatViewer
    answers: AnswerStore
    n_batch: int = 1

    @property
    def can(self) -> Capabilities:
        """What it can do: a schema is put into the question, log-probabilities are computed."""
        n = self.viewer.n_pictures
        return Capabilities(
            images=n != 0,
            sees=n != 0,
            several_images=n is None,
            schema=False,
            log_probabilities=True,
            longest_side=useful_side(self.viewer),
        )

    def ask(self, requests: Sequence[ChatRequest]) -> list[ChatAnswer]:
        """Return the answer to each request, in order. A model that takes one picture is shown several in a sheet.

        Raises:
            ModelError: when a request has pictures and the model takes none, or one is damaged.
            OutputError: when answers cannot be kept.
        """
        digests = [request.digest(self.identity) for request in requests]
        asked = dict(zip(digests, requests, strict=True))
        kept = {digest: self.answers.get(digest) for digest in asked}
        found = {digest: answer for digest, answer in kept.items() if answer is not None}
        limits = ServerLimits(n_pictures=self.viewer.n_pictures or None)
        missing = {
            digest: fitted(as_possible(request, self.can), limits)
            for digest, request in asked.items()
            if digest not in found
        }
        for batch in _batches(missing, self.n_batch):
            answers = self._answers([missing[digest] for digest in batch])
            for digest, answer in zip(batch, answers, strict=True):
                found[digest] = self.answers.put(digest, answer)
        return [found[digest] for digest in digests]

    def _answers(self, requests: Sequence[ChatRequest]) -> list[ChatAnswer]:
        """Answer requests of one kind (`_kind`) together."""
        inputs = self._joined([self._inputs(request) for request in requests])
        one, *_ = requests
        sampling = {"temperature": one.temperature} if one.temperature else {}
        with torch.inference_mode(), torch.random.fork_rng(enabled=bool(sampling)):
            if sampling:
                torch.manual_seed(one.seed)
            out = self.model.generate(
                **inputs,
                max_new_tokens=one.max_tokens,
                do_sample=bool(sampling),
                num_beams=1,
                output_logits=one.log_probability,
                return_dict_in_generate=True,
                **sampling,
            )
        written = out.sequences[:, inputs["input_ids"].shape[1] :]  # (B, S)
        probable = _log_probs(out.logits, written) if one.log_probability else [None] * len(written)
        return [self._answer(*each) for each in zip(written, probable, strict=True)]

    def _answer(self, tokens: Tensor, log_probs: Tensor | None) -> ChatAnswer:
        """Return the answer in tokens (S,), which may end before the last of them."""
        ends = torch.isin(tokens, torch.as_tensor(self._ends(), device=tokens.device))
        n = int(ends.int().argmax()) + 1 if bool(ends.any()) else len(tokens)
        text = self.tokenizer.decode(tokens[:n], skip_special_tokens=True)
        is_whole = bool(ends.any())
        found = answer_text(text, is_whole=is_whole)
        mean = None if log_probs is None else float(log_probs[:n].mean())
        each = () if log_probs is None else self._tokens(tokens[:n], log_probs[:n])
        return ChatAnswer(found.text, mean, is_whole, found.trouble, each, has_thoughts=found.has_thoughts)

    def _tokens(self, tokens: Tensor, log_probs: Tensor) -> tuple[Token, ...]:
        texts = (self.tokenizer.decode([token], skip_special_tokens=True) for token in tokens.tolist())
        pairs = zip(texts, log_probs.tolist(), strict=True)
        return tuple(Token(text, min(value, 0.0)) for text, value in pairs if text)

    def _ends(self) -> list[int]:
        ends = self.model.generation_config.eos_token_id
        return [] if ends is None else list(np.atleast_1d(ends))

    def _inputs(self, request: ChatRequest) -> Inputs:
        if request.pictures and self.viewer.n_pictures == 0:
            raise ModelError(
                f"{self.name} was asked about {len(request.pictures)} pictures, but takes none; name a vision-language "
                "model"
            )
        return self.viewer.inputs(
            [_picture(one.data) for one in request.pictures], request.words, system=request.system
        )

    def _joined(self, inputs: Sequence[Inputs]) -> dict[str, Tensor]:
        """Join inputs of single requests into a batch on the model's device, with the padding before each prompt."""
        longest = max(each["input_ids"].shape[1] for each in inputs)
        fill = self.tokenizer.pad_token_id if self.tokenizer.pad_token_id is not None else self._ends()[0]
        joined = {}
        for name in inputs[0]:
            rows = [_padded(name, each, longest, fill) for each in inputs]
            batch = torch.cat(rows).to(self.model.device)
            joined[name] = batch.to(self.model.dtype) if batch.is_floating_point() else batch
        return joined


def useful_side(viewer: ChatViewer) -> int:
    """Return the pixels of a picture's longest side from which a model's own preprocessing keeps no more."""
    if not isinstance(viewer, PictureViewer):
        return _USUAL_SIDE
    prepare = viewer.prepare
    if isinstance(prepare, Patches):
        return min(_USUAL_SIDE, round(math.sqrt(prepare.max_pixels * _WIDE)))
    if prepare.longest or prepare.at_most:
        return min(_USUAL_SIDE, prepare.longest or _USUAL_SIDE, prepare.at_most or _USUAL_SIDE)
    # The shorter side of the picture fills the model's square, whose edges cut off the rest.
    sides = [*(prepare.size or ()), *(prepare.crop or ()), prepare.shortest or 0]
    return min(_USUAL_SIDE, round(max(sides) * _WIDE)) or _USUAL_SIDE


def _padded(name: str, inputs: Inputs, length: int, fill: int) -> Tensor:
    """Return an input of one request; what goes with its tokens, (1, S), is padded on the left to `length`."""
    value, tokens = inputs[name], inputs["input_ids"]
    if value.shape != tokens.shape:
        return value
    space = length - value.shape[1]
    return torch.nn.functional.pad(value, (space, 0), value=fill if name == "input_ids" else 0)


def _batches(requests: Mapping[str, ChatRequest], size: int) -> Iterator[list[str]]:
    """Cut requests, by their digests, into batches of one kind; sampled ones are separate, each with its own seed."""
    together = sorted(requests, key=lambda digest: _kind(requests[digest]))
    for kind, group in groupby(together, key=lambda digest: _kind(requests[digest])):
        digests = list(group)
        step = 1 if kind[0] else size
        yield from (digests[n : n + step] for n in range(0, len(digests), step))


def _kind(request: ChatRequest) -> tuple[float, int, int, bool]:
    return request.temperature, len(request.pictures), request.max_tokens, request.log_probability


def _log_probs(logits: Sequence[Tensor], tokens: Tensor) -> Tensor:
    """Return the log-probability of each token, (B, S), of the logits of S steps, each (B, V)."""
    steps = zip(logits, tokens.T, strict=True)
    return torch.stack([step.float().log_softmax(-1).gather(1, one[:, None])[:, 0] for step, one in steps], dim=1)


def _picture(data: bytes) -> Image:
    try:
        return np.asarray(PIL.Image.open(io.BytesIO(data), formats=("JPEG",)).convert("RGB"), np.uint8)
    except IMAGE_ERRORS as error:
        raise ModelError(f"a picture of a question is not a JPEG file ({error}); encode it again") from error
