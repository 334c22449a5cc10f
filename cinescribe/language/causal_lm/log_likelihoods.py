"""Log-likelihoods of continuations under a causal language model."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from cinescribe.errors import ModelError
from cinescribe.language.causal_lm.causal_lm import CausalLM

_BATCH = 64  # inputs


@dataclass(frozen=True)
class LogLikelihoods:
    """Scores continuations of contexts by a causal language model.

    Args:
        model: the model with its tokenizer.
    """

    model: CausalLM

    @property
    def name(self) -> str:
        """The model's name in signatures."""
        return self.model.name

    def log_likelihoods(self, requests: Sequence[tuple[str, str]]) -> list[float]:
        """Return the natural log of the probability of each continuation after its context, summed over its tokens.

        Context and continuation become tokens separately, so write the space between them into the continuation.
        Requests that share an input, such as one-token continuations of one context, share a forward pass.

        Args:
            requests: (context, continuation), neither of which may be without tokens.

        Raises:
            ModelError: when a context or continuation has no tokens.
        """
        tokens = [(self._context(context), self._tokens(continuation)) for context, continuation in requests]
        inputs = list(dict.fromkeys((*context, *continuation[:-1]) for context, continuation in tokens))
        rows = {each: n for n, each in enumerate(inputs)}
        asked: dict[int, list[int]] = {}
        for n, (context, continuation) in enumerate(tokens):
            asked.setdefault(rows[*context, *continuation[:-1]], []).append(n)
        values = [0.0] * len(tokens)
        for batch in _batches(inputs):
            log_probabilities = self._log_probabilities([inputs[row] for row in batch])
            for at, row in enumerate(batch):
                for n in asked[row]:
                    context, continuation = tokens[n]
                    places = torch.arange(len(context) - 1, len(inputs[row]))
                    values[n] = float(log_probabilities[at, places, torch.tensor(continuation)].sum())
        return values

    def _context(self, text: str) -> tuple[int, ...]:
        """Return a context's tokens, after the begin token of models that were trained with one."""
        begin = self.model.tokenizer("")["input_ids"][:1]
        is_begin = begin == [self.model.tokenizer.bos_token_id]
        return (*(begin if is_begin else ()), *self._tokens(text))

    def _tokens(self, text: str) -> tuple[int, ...]:
        tokens = tuple(self.model.tokenizer(text, add_special_tokens=False)["input_ids"])
        if not tokens:
            raise ModelError(f"{text!r} has no tokens of {self.name!r}; give a context and a continuation with words")
        return tokens

    def _log_probabilities(self, inputs: Sequence[tuple[int, ...]]) -> Tensor:
        """Return the log-probability of every next token, (B, S, V); inputs are padded on the right."""
        longest = max(map(len, inputs))
        tokens = torch.zeros((len(inputs), longest), dtype=torch.long)  # (B, S)
        keep = torch.zeros_like(tokens)
        for row, each in enumerate(inputs):
            tokens[row, : len(each)], keep[row, : len(each)] = torch.tensor(each), 1
        network = self.model.network
        with torch.inference_mode():
            logits: Tensor = network(
                input_ids=tokens.to(network.device), attention_mask=keep.to(network.device), use_cache=False
            ).logits
            return logits.float().log_softmax(-1).cpu()


def _batches(inputs: Sequence[tuple[int, ...]]) -> Iterator[list[int]]:
    """Batches of indices of inputs of similar length, the longest first."""
    order = sorted(range(len(inputs)), key=lambda row: -len(inputs[row]))
    for start in range(0, len(order), _BATCH):
        yield order[start : start + _BATCH]
