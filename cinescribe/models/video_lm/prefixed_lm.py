"""A causal language model after a prefix of vectors: logits of given answers, and decoding with a cache as a value.

Legend: `B` videos, `P` places of the prefix, `S` tokens of the prompt, `A` answers, `L` tokens of an answer, `V`
vocabulary.
"""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import Any, TypeAlias

import torch
import transformers  # its models by their full names, so that they are loaded where they are used: seconds each
from torch import Tensor, nn

from cinescribe.errors import ModelError
from cinescribe.language.causal_lm import CausalLM
from cinescribe.models.video_lm.video_batch import VideoBatch

KeysValues: TypeAlias = tuple[tuple[Tensor, Tensor], ...]  # of each layer, (R, H, T, D / H)


@dataclass(frozen=True)
class PrefixedState:
    """The decoding state: keys and values of video, prompt and words so far."""

    past: KeysValues


class PrefixedLM(nn.Module):
    """A language model that reads vectors before its tokens, by `inputs_embeds`.

    Args:
        language: the model.
        before: tokens before the vectors.

    Raises:
        ModelError: when the model takes no `inputs_embeds`.
    """

    def __init__(self, language: CausalLM, before: list[int]) -> None:
        super().__init__()
        if "inputs_embeds" not in inspect.signature(language.network.base_model.forward).parameters:
            raise ModelError(
                f"the language model {language.name!r} takes no `inputs_embeds`, so that no video can come before its "
                "text; name another one"
            )
        self.network: Any = language.network
        self._before = tuple(before)

    @property
    def width(self) -> int:
        """The width of its word embeddings, D."""
        return int(self.network.get_input_embeddings().weight.shape[1])

    def forward(self, prefix: Tensor, batch: VideoBatch) -> Tensor:
        """Return the logits of each token of the answers, (n_targets, V); see `VideoBatch.targets`.

        The answers of a video share its prefix and prompt: no answer sees another one, and each has the positions that
        it would have by itself. Logits are computed at places of answers only.

        Args:
            prefix: vectors of each video, (B, P, D).
            batch: prompts and answers.
        """
        shared, n_shared = self._shared(prefix, batch.prompts)
        words = batch.answers[:, :, :-1]  # the last one predicts nothing
        n_videos, n_answers, n_words = words.shape
        tokens = torch.cat([shared, self._embedded(words.flatten(1), shared.dtype)], 1)
        n_prefix = n_shared - batch.prompts.shape[1]
        lengths = n_prefix + batch.prompt_mask.sum(1)  # of prefix and prompt
        positions = _positions(lengths, n_shared, words)
        hidden = self.network.base_model(
            inputs_embeds=tokens,
            attention_mask=_bias(batch, n_prefix, words, tokens.dtype),
            position_ids=positions,
            use_cache=False,
        ).last_hidden_state
        first = hidden[torch.arange(n_videos), lengths - 1][:, None, None].expand(-1, n_answers, 1, -1)
        later = hidden[:, n_shared:].unflatten(1, (n_answers, n_words))
        return self._logits(torch.cat([first, later], 2)[batch.answer_mask])

    def start(self, prefix: Tensor, batch: VideoBatch) -> PrefixedState:
        """Return the state before the prompt's last token, a row for each video.

        Raises:
            ModelError: when the prompts differ in length.
        """
        if not bool(batch.prompt_mask.all()):
            raise ModelError("the batch has prompts of different lengths; write with one prompt at a time")
        shared, _ = self._shared(prefix, batch.prompts[:, :-1])
        cache = transformers.DynamicCache()
        self.network.base_model(inputs_embeds=shared, past_key_values=cache, use_cache=True)
        return PrefixedState(keys_values(cache))

    def step(self, tokens: Tensor, state: PrefixedState) -> tuple[Tensor, PrefixedState]:
        """Take one token a row, (R,); gives the logits of the next, (R, V), and the state after it."""
        cache = transformers.DynamicCache(state.past)
        words = self._embedded(tokens[:, None], state.past[0][0].dtype)
        hidden = self.network.base_model(inputs_embeds=words, past_key_values=cache, use_cache=True).last_hidden_state
        return self._logits(hidden[:, -1]), PrefixedState(keys_values(cache))

    def select(self, state: PrefixedState, rows: Tensor) -> PrefixedState:
        """Return the state of some rows, by number."""
        return PrefixedState(tuple((keys[rows], values[rows]) for keys, values in state.past))

    def _shared(self, prefix: Tensor, prompts: Tensor) -> tuple[Tensor, int]:
        """Return what all answers of a video follow, (B, before + P + S, D), and its length."""
        dtype = self.network.get_input_embeddings().weight.dtype
        before = torch.tensor(self._before, device=prompts.device, dtype=torch.long).expand(len(prompts), -1)
        parts = [self._embedded(before, dtype), prefix.to(dtype), self._embedded(prompts, dtype)]
        shared = torch.cat(parts, 1)
        return shared, shared.shape[1]

    def _embedded(self, tokens: Tensor, dtype: torch.dtype) -> Tensor:
        words: Tensor = self.network.get_input_embeddings()(tokens)
        return words.to(dtype)

    def _logits(self, hidden: Tensor) -> Tensor:
        logits: Tensor = self.network.get_output_embeddings()(hidden)
        return logits.float()


def _positions(lengths: Tensor, n_shared: int, words: Tensor) -> Tensor:
    """Return positions (B, T): the answers of a video all begin after its prompt, whose padding is not counted."""
    n_videos, n_answers, n_words = words.shape
    shared = torch.arange(n_shared, device=words.device).expand(n_videos, -1)
    inside = torch.arange(n_words, device=words.device).repeat(n_answers)
    return torch.cat([shared, lengths[:, None] + inside], 1)


def _bias(batch: VideoBatch, n_prefix: int, words: Tensor, dtype: torch.dtype) -> Tensor:
    """Return what is added to attention logits, (B, 1, T, T): 0 where a place sees another one.

    A place sees those before it of its own answer, and of prefix and prompt.
    """
    n_videos, n_answers, n_words = words.shape
    device = words.device
    shared = torch.zeros(n_prefix + batch.prompts.shape[1], dtype=torch.long, device=device)
    owner = torch.cat([shared, 1 + torch.arange(n_answers, device=device).repeat_interleave(n_words)])
    visible = (owner[None] == 0) | (owner[None] == owner[:, None])
    visible = visible & torch.ones_like(visible).tril()
    given = torch.cat([batch.prompt_mask.new_ones(n_videos, n_prefix), batch.prompt_mask], 1)
    given = torch.cat([given, given.new_ones(n_videos, n_answers * n_words)], 1)
    seen = (visible[None] & given[:, None]) | torch.eye(len(owner), dtype=torch.bool, device=device)
    return torch.zeros(seen.shape, dtype=dtype, device=device).masked_fill(~seen, torch.finfo(dtype).min)[:, None]


def keys_values(cache: Any) -> KeysValues:
    """Return keys and values as a value: a growing cache replaces its tensors and does not write into them."""
    return tuple((layer.keys, layer.values) for layer in cache.layers)
